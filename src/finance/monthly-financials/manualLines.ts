import type * as z from 'zod'
import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { AppError, invalidField, notFound } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersion } from '#kit/version.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, manualLineProblem } from '#people/books/rules.ts'
import { companyMonth } from './closing.ts'
import { type CompanyMonth, findManualLines } from './closingQueries.ts'
import type { ManualLine } from './contract.ts'
import type { monthClosing } from './contractClosing.ts'
import {
  addBegunLines,
  deleteLine,
  findFirstLineOf,
  insertLine,
  insertRecurringLine,
  lockLine,
  stopRecurringLine,
} from './lineQueries.ts'
import { assertLastMonth } from './rules.ts'

type Input<K extends keyof typeof monthClosing> = z.output<(typeof monthClosing)[K]['input']>

const ENTITY = { entity: 'monthly-financial' as const }

/** Adds a cost without a document to an open month; a recurring cost also to the later months that have begun. */
export async function addLine(context: Context, input: Input<'addLine'>): Promise<ManualLine> {
  const { db, actor, clock, record } = context
  const { label, amountCents, monthly = false, to = null, ...monthInput } = input
  if (amountCents === 0) throw invalidField('amountCents', '金额不能是 0。')
  const of = await companyMonth(context, monthInput)
  assertNoProblem('month', manualLineProblem(await getStartedBooks(context, of.companyCode), of.month))
  assertLastMonth(of.month, to, monthly)
  const line = { ...of, label, amountCents, by: actor.id, at: clock() }
  const id = monthly ? await addMonthly(context, { ...line, to }) : await insertLine(db, line)
  const changes: Changes = { label: [null, label], amountCents: [null, amountCents] }
  if (monthly) Object.assign(changes, { monthly: [null, true], to: [null, to] })
  const { companyCode, month: recordId } = of
  record({ action: 'add-line', ...ENTITY, recordId, companyCode, changes })
  return getLine(db, of, id)
}

/** Adds a recurring cost with the lines of the months that have begun; returns the id of its first line. */
async function addMonthly(
  { db, clock }: Context,
  line: Parameters<typeof insertRecurringLine>[1],
): Promise<number> {
  const id = await insertRecurringLine(db, line)
  await addBegunLines(db, { month: monthOf(today(clock)), at: line.at, onlyId: id })
  return findFirstLineOf(db, id)
}

async function getLine(db: Database, of: CompanyMonth, id: number): Promise<ManualLine> {
  const found = (await findManualLines(db, of)).find((line) => line.id === id)
  if (!found) throw notFound('这条手工项')
  return found
}

/** Stops a recurring cost; its lines remain. Throws NOT_FOUND, STALE, or WRONG_STATE for a cost of one month. */
export async function stopLine(context: Context, input: Input<'stopLine'>): Promise<ManualLine> {
  const { db, actor, clock, record } = context
  const of = await companyMonth(context, input)
  const line = await lockLine(db, of, input.id)
  assertVersion(line, input.version, (row) => row)
  if (line.recurringId === null) throw new AppError('WRONG_STATE', '这条手工项只记在这个月，不用停止。')
  const before = await getLine(db, of, line.id)
  await stopRecurringLine(db, line.recurringId, { by: actor.id, at: clock() })
  const after = await getLine(db, of, line.id)
  record({
    action: 'stop-line',
    ...ENTITY,
    recordId: of.month,
    companyCode: of.companyCode,
    changes: { label: [line.label, line.label], to: [before.monthly?.to ?? null, after.monthly?.to ?? null] },
  })
  return after
}

/** Removes a line from an open month; the audit log stores its content. Throws NOT_FOUND and STALE. */
export async function removeLine(
  context: Context,
  input: Input<'removeLine'>,
): Promise<Record<string, never>> {
  const { db, record } = context
  const of = await companyMonth(context, input)
  const line = await lockLine(db, of, input.id)
  assertVersion(line, input.version, (row) => row)
  await deleteLine(db, line.id)
  record({
    action: 'remove-line',
    ...ENTITY,
    recordId: of.month,
    companyCode: of.companyCode,
    changes: { label: [line.label, null], amountCents: [line.amountCents, null] },
  })
  return {}
}
