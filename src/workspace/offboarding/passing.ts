import type { Day } from '#kit/calendar.ts'
import type { HandoverItem } from './contract.ts'
import type { findRecipient } from './queries.ts'
import type { Parcel } from './rules.ts'

/** Whoever goes on with the work. */
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** What goes from the leaver to one person, or ends; `items` are all that the leaver has. */
export interface Passing extends Parcel {
  person: { id: number; name: string; companyCode: string }
  recipient: Recipient | undefined
  leftOn: Day
  items: readonly HandoverItem[]
}
