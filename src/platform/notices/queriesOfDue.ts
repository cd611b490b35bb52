import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { contractNotice, followUpNotice } from './dueNotices.ts'
import type { NewNotice } from './queries.ts'

/** Days for which an overdue follow-up is still announced, since the server may have been down. */
const LATE_DAYS = 7

/** Notices to the assignees of open follow-ups that are due on or before a day. */
export async function followUpsDue(db: Database, on: Day, at: Date): Promise<NewNotice[]> {
  const rows = await db
    .selectFrom('followUp')
    .innerJoin('customer', 'customer.id', 'followUp.customerId')
    .select(['followUp.id', 'followUp.companyCode', 'followUp.assigneeId', 'followUp.dueOn', 'followUp.text'])
    .select('customer.name as customerName')
    .where('followUp.doneAt', 'is', null)
    .where('followUp.dueOn', '<=', on)
    .where('followUp.dueOn', '>=', sql<Day>`${on}::date - ${LATE_DAYS}::int`)
    .execute()
  return rows.map((row) => followUpNotice(row, on, at))
}

/** Notices to the owners of contracts that end within 30 days of a day, without churned and merged customers. */
export async function contractsEnding(db: Database, on: Day, at: Date): Promise<NewNotice[]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'companyCode', 'name', 'ownerId', 'contractEndOn'])
    .where('status', '!=', 'churned')
    .where('mergedIntoId', 'is', null)
    .where('contractEndOn', '>=', on)
    .where('contractEndOn', '<=', sql<Day>`${on}::date + 30`)
    .execute()
  return rows.flatMap(({ contractEndOn, ...row }) =>
    contractEndOn ? [contractNotice({ ...row, contractEndOn }, on, at)] : [],
  )
}
