import type * as z from 'zod'
import { readTieFacts } from '#billing/receivables/ties/queries.ts'
import { type Difference, findTieGaps, revenueGap, type TieFacts } from '#billing/receivables/ties/rules.ts'
import { refreshRerates } from '#billing/rerates/queries.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { checklistOf } from './checklist.ts'
import type { CompanyMonth } from './closingQueries.ts'
import * as queries from './closingQueries.ts'
import { sealedOf, writeClosing } from './closingWrites.ts'
import type { MonthPage } from './contract.ts'
import type { Check, monthClosing } from './contractClosing.ts'
import type { LiveResult } from './liveResult.ts'
import { readPage } from './page.ts'
import { type FindUnproposed, findManagedCompanies } from './queries.ts'
import { resultOfMonth, resultWithPay } from './result.ts'
import * as rules from './rules.ts'

type Input<K extends keyof typeof monthClosing> = z.output<(typeof monthClosing)[K]['input']>
type MonthInput = Pick<Input<'checklist'>, 'companyCode' | 'month'>

/** Resolves company and month; defaults to the actor's company. Throws NOT_FOUND for a company out of reach. */
export async function companyMonth(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { companyCode, month }: MonthInput,
): Promise<CompanyMonth> {
  const [company] = await findManagedCompanies(db, actor, companyCode ?? actor.companyCode)
  return { companyCode: company?.code ?? actor.companyCode, month }
}

/** Reads a company's month for its page. */
export async function pageOf(
  { db, actor }: Context,
  { companyCode, month }: CompanyMonth,
): Promise<MonthPage> {
  return readPage(db, actor, await findManagedCompanies(db, actor, companyCode), month)
}

/** Returns the checklist of a month from current data. */
export async function readChecklist(
  context: Context,
  monthInput: MonthInput,
  findUnproposed: FindUnproposed,
): Promise<{ items: Check[] }> {
  const of = await companyMonth(context, monthInput)
  await refreshRerates(context, of)
  const result = await resultOfMonth(context.db, of)
  const gaps = gapsOf(result, await readTieFacts(context.db, of))
  return { items: await checksOf(context, of, { result, gaps, findUnproposed }) }
}

/** Gaps between the accounts, and between the accounts and the revenue of the result. */
function gapsOf({ sums }: LiveResult, facts: TieFacts): Difference[] {
  return [...findTieGaps(facts), ...revenueGap(facts.ties, sums.revenueCents)]
}

function checksOf(
  { db, actor, clock }: Context,
  of: CompanyMonth,
  found: { result: LiveResult; gaps: readonly Difference[]; findUnproposed: FindUnproposed },
): Promise<Check[]> {
  return checklistOf(db, of, { clock, ownCompany: actor.companyCode, ...found })
}

/**
 * Locks a company's month against writes and other closings. Throws NOT_FOUND, or STALE if it changed since the user
 * loaded it.
 */
export async function lockMonthAtVersion(
  context: Context,
  { version, ...monthInput }: MonthInput & { version: number },
) {
  const of = await companyMonth(context, monthInput)
  await queries.lockMonth(context.db, of)
  const row = await queries.findMonthRow(context.db, of)
  await assertVersionLazy({ version: row?.version ?? 0 }, version, () => pageOf(context, of))
  return { of, row, status: row?.status ?? ('open' as const) }
}

/**
 * Locks a month for closing and calculates its result, everyone's pay and the checklist. Throws NOT_FOUND, STALE, or
 * WRONG_STATE if it is closed already.
 */
export async function prepareClosing(
  context: Context,
  monthInput: MonthInput & { version: number },
  findUnproposed: FindUnproposed,
) {
  await refreshRerates(context, await companyMonth(context, monthInput))
  const { of, row, status } = await lockMonthAtVersion(context, monthInput)
  rules.assertOpen(status)
  const { content: result, sheets } = await resultWithPay(context.db, of)
  const facts = await readTieFacts(context.db, of)
  const content: LiveResult = { ...result, ties: facts.ties }
  const checks = await checksOf(context, of, { result, gaps: gapsOf(result, facts), findUnproposed })
  return {
    of,
    before: { status, snapshotNo: row?.snapshotNo ?? 0 },
    sealed: sealedOf(content),
    sheets,
    checks,
  }
}

/**
 * Closes a month: stores its result, and from then on its records cannot be changed. Throws CONFLICT if the result
 * differs from `seal` or an open item is not waived; other errors as `prepare`.
 */
export async function close(
  context: Context,
  { waived, seal, ...monthInput }: Input<'close'>,
  findUnproposed: FindUnproposed,
): Promise<MonthPage> {
  const { db, actor, clock, record } = context
  const { of, checks, ...books } = await prepareClosing(context, monthInput, findUnproposed)
  rules.assertSeal(seal, books.sealed.hash)
  const waivers = rules.assertReady(checks, waived)
  record(await writeClosing(db, of, { ...books, waived: waivers, by: actor.id, at: clock() }))
  return pageOf(context, of)
}
