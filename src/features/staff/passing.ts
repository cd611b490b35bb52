import type { Day } from '#kit/calendar.ts'
import type { HandoverItem } from './contractHandover.ts'
import type { findRecipient } from './queriesOfHandover.ts'
import type { Parcel } from './rulesOfHandover.ts'

/** Whoever goes on with the work. */
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** What goes from the leaver to one person, or ends; `items` are all that the leaver has. */
export interface Passing extends Parcel {
  person: { id: number; name: string; companyCode: string }
  recipient: Recipient | undefined
  leftOn: Day
  items: readonly HandoverItem[]
}
