import { addDays, lastDayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { random } from './random.ts'

/** Number of past months in the books; earlier losses were imported as lost. */
const BOOKED_MONTHS = 5

/** Customers that left with all their stores: id, and how many months ago (at the end of the month). */
const LOST_CUSTOMERS = new Map([
  [3, 3],
  [10, 5],
  [14, 8],
  [30, 10],
  [47, 2],
  [49, 7],
  [58, 6],
])

/** Stores that stopped while their customers stayed: id, and how many months ago. */
const STOPPED_STORES = new Map([
  [17, 1],
  [20, 4],
  [42, 2],
  [60, 8],
  [68, 1],
  [76, 3],
  [104, 11],
  [129, 4],
])

/** The end of a store's service. */
export interface Ending {
  stoppedOn: string
  /** Before the books began: service and price are unknown. */
  takenOver: boolean
}

/** The end of a store, alone or with its customer; undefined if it has not ended. */
export function endingOfStore(storeId: number, customerId: number, today: string): Ending | undefined {
  return ending(STOPPED_STORES.get(storeId) ?? LOST_CUSTOMERS.get(customerId), today)
}

/** The end of a customer; undefined if it has not ended. */
export function endingOfCustomer(customerId: number, today: string): Ending | undefined {
  return ending(LOST_CUSTOMERS.get(customerId), today)
}

/** Whether a customer has left. */
export const isGone = (customerId: number) => LOST_CUSTOMERS.has(customerId)

function ending(ago: number | undefined, today: string): Ending | undefined {
  if (ago === undefined) return undefined
  return { stoppedOn: lastDayOf(monthsAgo(ago, today)), takenOver: ago > BOOKED_MONTHS }
}

function monthsAgo(count: number, today: string): string {
  let month = monthOf(today)
  for (let back = 0; back < count; back += 1) month = monthBefore(month)
  return month
}

/** The first days on trial and in service of a store that has stopped. */
export function beginningOf(storeId: number, stoppedOn: string) {
  const chance = random(`beginning ${storeId}`)
  const onlineOn = addDays(stoppedOn, -chance.between(70, 420))
  return { trialOn: addDays(onlineOn, -chance.between(5, 14)), onlineOn }
}

/** The day on which earlier data was imported: the third of the first month of the books. */
export const bookedFrom = (today: string) => `${monthsAgo(BOOKED_MONTHS, today)}-03`
