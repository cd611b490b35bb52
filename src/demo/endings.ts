import { addDays, lastDayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { random } from './random.ts'

/** In so many of the last months the books were kept here: who left before them was brought in as lost. */
const BOOKED_MONTHS = 5

/** Merchants that are gone with all of their stores: the customer's number, and at the end of which month, counted back. */
const GONE = new Map([
  [3, 3],
  [10, 5],
  [14, 8],
  [30, 10],
  [47, 2],
  [49, 7],
  [58, 6],
])

/** Stores that were given up while their merchants' others went on: the store's number, and when, counted alike. */
const GIVEN_UP = new Map([
  [17, 1],
  [20, 4],
  [42, 2],
  [60, 8],
  [68, 1],
  [76, 3],
  [104, 11],
  [129, 4],
])

/** How a store came to its end. */
export interface Ending {
  stoppedOn: string
  /** Of before the books were kept here: nobody knows who served it, and at which price. */
  takenOver: boolean
}

/** How a store came to its end, with its merchant or alone; undefined where it did not. */
export function endingOfStore(storeId: number, customerId: number, today: string): Ending | undefined {
  return ending(GIVEN_UP.get(storeId) ?? GONE.get(customerId), today)
}

/** The same of a merchant. */
export function endingOfCustomer(customerId: number, today: string): Ending | undefined {
  return ending(GONE.get(customerId), today)
}

/** Whether a merchant is gone. */
export const isGone = (customerId: number) => GONE.has(customerId)

function ending(ago: number | undefined, today: string): Ending | undefined {
  if (ago === undefined) return undefined
  return { stoppedOn: lastDayOf(monthsAgo(ago, today)), takenOver: ago > BOOKED_MONTHS }
}

function monthsAgo(count: number, today: string): string {
  let month = monthOf(today)
  for (let back = 0; back < count; back += 1) month = monthBefore(month)
  return month
}

/** From when on such a store was served: on trial, then in service. */
export function beginningOf(storeId: number, stoppedOn: string) {
  const chance = random(`beginning ${storeId}`)
  const onlineOn = addDays(stoppedOn, -chance.between(70, 420))
  return { trialOn: addDays(onlineOn, -chance.between(5, 14)), onlineOn }
}

/** On which day what was before the books was brought in: the third of their first month. */
export const bookedFrom = (today: string) => `${monthsAgo(BOOKED_MONTHS, today)}-03`
