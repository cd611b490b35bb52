import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Clock, dayOf } from '#kit/calendar.ts'
import type { KeyFor } from '#kit/keys.ts'
import { hashPassword } from '#kit/secret.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { seedBank } from './bank.ts'
import { seedBills } from './bills.ts'
import { billLines } from './billTrail.ts'
import { advance, analyze, insertMany } from './bulk.ts'
import { bulkLines } from './bulkTrail.ts'
import { seedSnapshots } from './churnSnapshots.ts'
import { churnLines } from './churnTrail.ts'
import { seedClaims } from './claims.ts'
import { seedClockRecords } from './clockRecords.ts'
import { seedClosings } from './closings.ts'
import { contactLines } from './contactTrail.ts'
import { seedCorrections } from './corrections.ts'
import { seedFigureQuestions } from './figureQuestions.ts'
import { leaveLines } from './leaves.ts'
import { seedMerges } from './merges.ts'
import { seedNickClaims } from './nickClaims.ts'
import { seedNotices } from './notices.ts'
import { recordLines } from './recordTrail.ts'
import { seedRerates } from './rerates.ts'
import { rosterLines } from './rosterTrail.ts'
import { demoRows, type Table } from './rows.ts'
import { seedSettlements } from './settlements.ts'
import { seedStatements } from './statements.ts'
import { appendTrail } from './trail.ts'
import { seedWarnings } from './warnings.ts'
import { seedHandovers, worklogLines } from './worklogTrail.ts'

/** Tables with generated ids. */
const NUMBERED = [
  'staff',
  'customer',
  'customerOwner',
  'customerNote',
  'followUp',
  'store',
  'staffLeave',
  'storeAssignment',
  'agentAccount',
  'importBatch',
  'importGroup',
  'importReplaced',
  'churnRecord',
  'churnMeasure',
  'savedView',
  'exportFile',
  'bulkEdit',
  'recordImport',
  'worklog',
  'figureFile',
] as const

/** Computes the demo's rows, which takes seconds, outside the transaction. */
export async function makeDemo(clock: Clock): Promise<Table[]> {
  return demoRows(clock(), await hashPassword(DEMO_PASSWORD))
}

/**
 * Fills an empty database with the demo: three companies with their people, customers, stores and 120 days of figures
 * up to yesterday, and one with nothing but its admin.
 */
export async function seedDemo(
  db: Database,
  clock: Clock,
  keyFor: KeyFor,
  tables: readonly Table[],
): Promise<void> {
  for (const [name, rows] of tables) if (name !== 'churnSnapshot') await insertMany(db, name, rows)
  for (const name of NUMBERED) await advance(db, name)
  await sql`select setval('import_commit_no', (select max(commit_no) from import_batch))`.execute(db)
  // Without statistics, the following queries and the first reports would be planned for empty tables.
  await analyze(db, [...tables.map(([name]) => name), 'storeMonth'])
  await seedBills(db, clock())
  await seedSnapshots(db, tables.find(([name]) => name === 'churnSnapshot')?.[1] ?? [])
  const warnings = await seedWarnings(db, clock())
  await seedHandovers(db, clock())
  const lines = [
    ...(await recordLines(db)),
    ...warnings,
    ...(await billLines(db)),
    ...(await seedBank(db, clock())),
    ...(await worklogLines(db, dayOf(clock()))),
    ...(await churnLines(db)),
    ...(await contactLines(db)),
    ...(await rosterLines(db, dayOf(clock()))),
    ...(await bulkLines(db)),
    ...(await seedMerges(db, clock())),
    ...(await seedClaims(db, clock(), keyFor)),
    ...(await seedCorrections(db, clock())),
    // Must be the last: nothing may be written into closed months afterwards.
    ...(await seedClosings(db, clock())),
  ]
  await appendTrail(db, keyFor('audit'), lines)
  await seedStatements(db, clock(), keyFor)
  await seedNotices(db, clock(), keyFor)
  await advance(db, 'subscription')
  await seedFigureQuestions(db, clock())
  await appendTrail(db, keyFor('audit'), await seedNickClaims(db, clock()))
  await appendTrail(db, keyFor('audit'), await leaveLines(db))
  await appendTrail(db, keyFor('audit'), await seedClockRecords(db, clock()))
  await appendTrail(db, keyFor('audit'), await seedRerates(db, clock()))
  await appendTrail(db, keyFor('audit'), await seedSettlements(db, clock()))
  await createStoreDays(db, dayOf(clock()))
  await analyze(db, ['storeDay'])
}
