import { type SqlBool, sql } from 'kysely'
import { type Actor, can, reachOf } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import type { Setup, SetupStep } from './contract.ts'
import { findFacts, findReached, hasBills, hasFigures, ofCompany } from './countQueries.ts'
import { isHomeEmpty, nextStep, stepsOf } from './rules.ts'
import { waitsOf } from './waits.ts'

/** Where a company is in its set-up; version 0 if the list was never changed. */
export interface SetupRow {
  /** The short name, or the full one without it. */
  companyName: string
  skipped: SetupStep[]
  state: 'open' | 'dismissed' | 'finished'
  version: number
}

/** The company's name and its row, if it has one. */
export async function getSetupRow(db: Database, companyCode: string): Promise<SetupRow> {
  const { rows } = await sql<SetupRow>`
    select coalesce(company.short_name, company.name) as company_name, coalesce(setup.skipped, '{}') as skipped,
      coalesce(setup.version, 0) as version,
      case when setup.finished_at is not null then 'finished' when setup.dismissed_at is not null then 'dismissed'
        else 'open' end as state
    from company left join company_setup setup on setup.company_code = company.code
    where company.code = ${companyCode}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`the company ${companyCode} is gone`)
  return row
}

/** The changed part of a company's row. */
export interface SetupChange {
  skipped?: readonly SetupStep[]
  dismissedAt?: Date | null
  finishedAt?: Date
}

/** Writes the row; returns false unless `version` is current. */
export async function putSetup(
  db: Database,
  companyCode: string,
  { version, ...change }: SetupChange & { version: number },
  by: { id: number; at: Date },
): Promise<boolean> {
  const { skipped, ...stamps } = change
  const touched = {
    ...stamps,
    ...(skipped && { skipped: [...skipped] }),
    updatedAt: by.at,
    updatedBy: by.id,
  }
  const written = await db
    .insertInto('companySetup')
    .values({ companyCode, ...touched, version: 1 })
    .onConflict((clash) =>
      clash
        .column('companyCode')
        .doUpdateSet({ ...touched, version: version + 1 })
        .where('companySetup.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return written?.version === version + 1
}

/**
 * The set-up as this user sees it: the steps with their counts for an admin, what the user waits for otherwise. Once it
 * is finished, one statement, unless `all` asks for the counts of a finished or hidden list.
 */
export async function readSetup(
  db: Database,
  actor: Actor,
  clock: Clock,
  { all = false } = {},
): Promise<Setup> {
  const row = await getSetupRow(db, actor.companyCode)
  const { skipped, ...shown } = row
  const empty: Setup = { ...shown, fillsHome: false, steps: [], next: null, facts: null, waits: [] }
  const isAdmin = can(actor, 'canAdmin')
  // A list that an admin has hidden still tells the others what they wait for.
  if (!all && (row.state === 'finished' || (row.state === 'dismissed' && isAdmin))) return empty
  const on = today(clock)
  return isAdmin ? readSteps(db, actor, { on, row, empty }) : readWaits(db, actor, { on, empty })
}

interface Reading {
  on: Day
  /** The answer without counts. */
  empty: Setup
}

async function readSteps(
  db: Database,
  actor: Actor,
  { on, row, empty }: Reading & { row: SetupRow },
): Promise<Setup> {
  const facts = await findFacts(db, actor.companyCode, on)
  const steps = stepsOf(facts, row.skipped)
  // An admin of the headquarters sees the figures of every company.
  const seesMore = reachOf(actor, 'canReportWorklog') === 'all' && facts.import.from === null
  const figures = facts.import.from !== null || (seesMore && (await hasFigures(db, sql<SqlBool>`true`)))
  return { ...empty, fillsHome: row.state === 'open' && !figures, steps, next: nextStep(steps), facts }
}

async function readWaits(db: Database, actor: Actor, { on, empty }: Reading): Promise<Setup> {
  if (empty.state === 'finished') return empty
  const existing = {
    hasFigures: await hasFigures(db, ofCompany(actor.companyCode)),
    hasBills: await hasBills(db, actor.companyCode),
  }
  const reached = await findReached(db, actor, on)
  const { hasFigures: figures, hasBills: bills } = existing
  const fillsHome = isHomeEmpty(actor, { figures, bills, customers: reached.customers > 0 })
  if (!fillsHome) return empty
  return { ...empty, fillsHome, waits: await waitsOf(db, actor, { ...reached, ...existing }) }
}
