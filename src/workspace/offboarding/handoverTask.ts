import type { Day } from '#kit/calendar.ts'
import type { HandoverItem } from './contract.ts'
import type { findRecipient } from './queries.ts'
import type { HandoverGroup } from './rules.ts'

/** The person who takes over. */
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** Items that go from the leaver to one person, or end; `items` contains all items of the leaver. */
export interface HandoverTask extends HandoverGroup {
  person: { id: number; name: string; companyCode: string }
  recipient: Recipient | undefined
  leftOn: Day
  items: readonly HandoverItem[]
}
