import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { freezePayroll } from '#features/payroll/queries.ts'
import { today } from '#kit/calendar.ts'
import { canonical } from '#kit/canonical.ts'
import { assertFresh } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { checklistOf } from './checklist.ts'
import type { Check, MonthPage, MonthStatus, monthClosing } from './contract.ts'
import type { LiveResult } from './liveResult.ts'
import { readPage } from './page.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import * as queries from './queriesOfClosing.ts'
import { findManagedCompanies } from './queriesOfCompanies.ts'
import { hasOtherAdmin, insertStep } from './queriesOfSteps.ts'
import { resultOfMonth } from './result.ts'
import * as rules from './rulesOfClosing.ts'

type Input<K extends keyof typeof monthClosing> = z.output<(typeof monthClosing)[K]['input']>
type Named = Pick<Input<'checklist'>, 'companyCode' | 'month'>

/** The month of one company that is meant: without a company the person's own. Throws NOT_FOUND out of reach. */
export async function companyMonth(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { companyCode, month }: Named,
): Promise<CompanyMonth> {
  const [company] = await findManagedCompanies(db, actor, companyCode ?? actor.companyCode)
  return { companyCode: company?.code ?? actor.companyCode, month }
}

/** A month with all that its page shows. */
async function pageOf({ db, actor }: Context, { companyCode, month }: CompanyMonth): Promise<MonthPage> {
  return readPage(db, actor, await findManagedCompanies(db, actor, companyCode), month)
}

/** What a closing and its checklist say of the month as it stands. */
export async function check(context: Context, named: Named): Promise<{ items: Check[] }> {
  const of = await companyMonth(context, named)
  return { items: await checksOf(context, of, await resultOfMonth(context.db, of)) }
}

function checksOf({ db, actor, clock }: Context, of: CompanyMonth, result: LiveResult): Promise<Check[]> {
  return checklistOf(db, of, { today: today(clock), ownCompany: actor.companyCode, result })
}

/** The month of one company, held against writers and other closings, as the person saw it; throws STALE. */
async function hold(context: Context, { version, ...named }: Named & { version: number }) {
  const of = await companyMonth(context, named)
  await queries.lockMonth(context.db, of)
  const row = await queries.findMonthRow(context.db, of)
  const standing = row?.version ?? 0
  const page = standing === version ? null : await pageOf(context, of)
  assertFresh({ version: standing }, version, () => page)
  return { of, row, status: (row?.status ?? 'open') as MonthStatus }
}

/** SHA-256 over the canonical JSON of a snapshot: whoever has the content can take it again. */
export const hashOf = (content: LiveResult) => createHash('sha256').update(canonical(content)).digest('hex')

/** Closes a month: its result is kept as it stands, and nothing that counts for it can be changed any more. */
export async function close(context: Context, { waived, ...named }: Input<'close'>): Promise<MonthPage> {
  const { db, actor, clock, record } = context
  const { of, row, status } = await hold(context, named)
  rules.assertOpen(status)
  const content = await resultOfMonth(db, of)
  const kept = rules.assertReady(await checksOf(context, of, content), waived)
  const [no, hash] = [(row?.snapshotNo ?? 0) + 1, hashOf(content)]
  const by = { by: actor.id, at: clock() }
  await freezePayroll(db, of)
  await queries.insertSnapshot(db, { ...of, no, content, hash, ...by })
  await insertStep(db, { ...of, action: 'close', snapshotNo: no, waived: kept, ...by })
  record({
    ...{ action: 'close', entity: 'monthly-financial', recordId: of.month, companyCode: of.companyCode },
    changes: {
      ...{ status: [status, 'closed'], snapshotNo: [row?.snapshotNo ?? null, no], hash: [null, hash] },
      ...{ netCents: [null, content.sums.netCents], waived: [null, kept] },
    },
  })
  return pageOf(context, of)
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.findMonthRow>>>

/** The latest closed month, held; throws WRONG_STATE for any other. */
async function holdClosed(context: Context, named: Named & { version: number }) {
  const { of, row, status } = await hold(context, named)
  rules.assertReopenable(status, of.month, await queries.findLatestClosed(context.db, of.companyCode))
  // Only a month with a row is closed.
  return { of, row: row as Row }
}

/** Opens the latest closed month again; where the company has another admin, that one has to confirm it first. */
export async function reopen(context: Context, { reason, ...named }: Input<'reopen'>): Promise<MonthPage> {
  const { db, actor, clock, record } = context
  const { of, row } = await holdClosed(context, named)
  if (!(await hasOtherAdmin(db, of.companyCode, actor.id))) {
    await openAgain(context, of, row, reason)
    return pageOf(context, of)
  }
  const by = { by: actor.id, at: clock() }
  await queries.updateMonth(db, row.id, {
    ...{ reopeningBy: actor.id, reopeningAt: clock(), reopeningWhy: reason, updatedAt: clock() },
  })
  await insertStep(db, { ...of, action: 'request-reopen', snapshotNo: row.snapshotNo, reason, ...by })
  record({
    ...{ action: 'request-reopen', entity: 'monthly-financial', recordId: of.month },
    ...{ companyCode: of.companyCode, changes: { reason: [null, reason] } },
  })
  return pageOf(context, of)
}

/** Confirms what another admin asked for. */
export async function confirmReopen(context: Context, named: Input<'confirmReopen'>): Promise<MonthPage> {
  const { of, row } = await holdClosed(context, named)
  rules.assertConfirmable(row.reopeningBy, context.actor.id)
  await openAgain(context, of, row, row.reopeningWhy ?? '')
  return pageOf(context, of)
}

async function openAgain(context: Context, of: CompanyMonth, row: Row, reason: string): Promise<void> {
  const { db, actor, clock, record } = context
  const { snapshotNo, reopeningBy } = row
  await queries.updateMonth(db, row.id, {
    ...{ status: 'reopened', reopenedAt: clock(), reopenedBy: actor.id, reopenedWhy: reason },
    ...{ reopeningAt: null, reopeningBy: null, reopeningWhy: null, updatedAt: clock() },
  })
  await insertStep(db, { ...of, action: 'reopen', snapshotNo, reason, by: actor.id, at: clock() })
  record({
    ...{ action: 'reopen', entity: 'monthly-financial', recordId: of.month, companyCode: of.companyCode },
    changes: {
      ...{ status: ['closed', 'reopened'], snapshotNo: [snapshotNo, null], reason: [null, reason] },
      ...(reopeningBy === null ? {} : { askedBy: [null, reopeningBy] }),
    },
  })
}
