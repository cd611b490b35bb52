import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { NewNotice } from './queries.ts'
import { contractNotice, followUpNotice } from './rulesOfDue.ts'

/** What was to be followed up is told as late as this, in days: the server may have been down. */
const LATE_DAYS = 7

/** The follow-ups that are due by a day and not done, as notices for whoever does them. */
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

/** The contracts that end within 30 days of a day, as notices for the owners; a customer that left has none. */
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
