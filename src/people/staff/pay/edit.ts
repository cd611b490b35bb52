import type { Changes } from '#kit/audit.ts'
import { type Day, monthOf, today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, firstTermsProblem, termsProblem } from '#people/books/rules.ts'
import { currentPay, currentPayRow, findPay, insertPay, type PayRow, replacePay } from './queries.ts'
import {
  assertAppliesAfter,
  assertHasPay,
  assertOneSeniority,
  defaultPayDay,
  hasClosed,
  isSamePay,
  movedStart,
  NO_PAY,
  type Pay,
  payOf,
  rowOn,
  seniorityOf,
} from './rules.ts'

/** A locked person, with the facts that a pay write needs. */
export interface PaidPerson {
  id: number
  companyCode: string
  /** The first day with the company before the write. */
  firstOn: Day
  /** The person's version after the write. */
  version: number
}

/** The pay fields that a form, sheet or bulk edit sends; absent fields stay unchanged. */
export interface PayChanges {
  baseSalaryCents?: number | null | undefined
  seniorityPayCents?: number | null | undefined
  commissionRateBp?: number | null | undefined
}

interface NewRow {
  fromOn: Day
  pay: Pay
  reason?: string | null
  /** The row of the same day that this one replaces, and the reason. */
  replaced?: { row: PayRow; reason: string } | undefined
}

/** Inserts a row and marks the replaced one, if any. */
async function writeRow(
  { db, actor, clock }: Context,
  person: PaidPerson,
  { fromOn, pay, reason, replaced }: NewRow,
) {
  assertOneSeniority(pay)
  const { id: staffId, companyCode, version: staffVersion } = person
  const [by, at] = [actor.id, clock()]
  if (replaced) await replacePay(db, replaced.row.id, { by, at, reason: replaced.reason })
  await insertPay(db, {
    ...payOf(pay),
    companyCode,
    staffId,
    staffVersion,
    fromOn,
    reason: reason ?? null,
    replacesId: replaced?.row.id ?? null,
    createdBy: by,
    createdAt: at,
  })
}

/** The logged changes of pay: the fields that differ, the day and the reason. Role 2 reads none of them. */
function changesOf(before: Pay, after: Pay, payFrom: Day, payReason?: string | null): Changes {
  const fields = (Object.keys(NO_PAY) as (keyof Pay)[]).filter((field) => before[field] !== after[field])
  return {
    ...Object.fromEntries(
      fields.map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]]),
    ),
    payFrom: [null, payFrom],
    ...(payReason && { payReason: [null, payReason] as [null, string] }),
  }
}

/** Merges the sent fields into the pay. A seniority rule is kept if the sent amount equals its current amount. */
function mergePay(before: Pay, { seniorityPayCents, ...sent }: PayChanges, firstOn: Day, today: Day): Pay {
  const defined = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const after = { ...payOf(before), ...defined }
  const isRuled = before.seniorityPerYearCents !== null
  if (seniorityPayCents === undefined) return after
  if (isRuled && seniorityPayCents === seniorityOf(before, firstOn, monthOf(today))) return after
  return { ...after, seniorityPayCents, seniorityPerYearCents: null, seniorityCapCents: null }
}

/**
 * Sets some of a person's pay from the given day or the default one, for the form, sheets, bulk edits and restores from
 * the log. Returns the changes for the log, empty if the pay on that day is the same. Throws INVALID.
 */
export async function setPay(
  context: Context,
  person: PaidPerson,
  { payFromOn, ...sent }: PayChanges & { payFromOn?: Day | null | undefined },
): Promise<Changes> {
  assertHasPay(payFromOn, sent)
  if (Object.keys(sent).length === 0) return {}
  const rows = await currentPay(context.db, person.id)
  const books = await findBooks(context.db, context.clock, person.companyCode)
  const fromOn = payFromOn ?? defaultPayDay(books, person.firstOn, rows)
  const current = rowOn(rows, fromOn)
  const before = current ?? NO_PAY
  const after = mergePay(before, sent, person.firstOn, books.today)
  if (isSamePay(before, after)) return {}
  assertNoProblem(
    'payFromOn',
    rows.length > 0 ? termsProblem(books, fromOn) : firstTermsProblem(books, fromOn),
  )
  const replaced = current?.fromOn === fromOn ? { row: current, reason: REWRITTEN } : undefined
  await writeRow(context, person, { fromOn, pay: after, replaced })
  return changesOf(before, after, fromOn)
}

/** Reason for a row that a form, sheet or bulk edit replaces. */
const REWRITTEN = '修改员工资料'
const FIRST_DAY_MOVED = '入职日期改早'
const UNDONE = '撤销'

/** Moves a person's first pay back when their first day with the company becomes an earlier one. */
export async function followFirstDay(context: Context, person: PaidPerson, becomes: Day): Promise<Changes> {
  const rows = await currentPay(context.db, person.id)
  const books = await findBooks(context.db, context.clock, person.companyCode)
  const fromOn = movedStart(books, { was: person.firstOn, becomes }, rows)
  const [row] = rows
  if (fromOn === null || !row || fromOn === row.fromOn) return {}
  await writeRow(context, person, {
    fromOn,
    pay: row,
    reason: row.reason,
    replaced: { row, reason: FIRST_DAY_MOVED },
  })
  return { payFrom: [row.fromOn, fromOn] }
}

/** The row that was current before a write: follows `replacesId` past rows that the same write added and replaced. */
function rowBefore(all: readonly PayRow[], row: PayRow, written: number): PayRow | undefined {
  const before = all.find(({ id }) => id === row.replacesId)
  return before?.staffVersion === written ? rowBefore(all, before, written) : before
}

/**
 * Undoes the pay part of the write that left version `undone`: removes the rows that it added and restores the rows
 * that it replaced. Returns the changes for the log, empty if that write changed no pay.
 */
export async function undoPay(context: Context, person: PaidPerson, undone: number): Promise<Changes> {
  const { db, actor, clock } = context
  const all = await findPay(db, person.id)
  const rows = all.filter(({ replacedAt, staffVersion }) => replacedAt === null && staffVersion === undone)
  let changes: Changes = {}
  for (const row of rows) {
    const before = rowBefore(all, row, undone)
    await replacePay(db, row.id, { by: actor.id, at: clock(), reason: UNDONE })
    if (before) await writeRow(context, person, { fromOn: before.fromOn, pay: before, reason: before.reason })
    const left =
      before ??
      rowOn(
        all.filter((one) => one.replacedAt === null && one.id !== row.id),
        row.fromOn,
      )
    changes = { ...changes, ...changesOf(row, left ?? NO_PAY, row.fromOn) }
  }
  return changes
}

/** Complete new pay from a day on. */
export interface CompletePay extends Pay {
  reason: string
}

/**
 * Adds pay from a day on. The first row may start on any day, later rows only in a month that is not closed.
 * Throws INVALID, or CONFLICT if a row starts on that day.
 */
export async function addPay(
  context: Context,
  person: PaidPerson,
  { fromOn, reason, ...pay }: CompletePay & { fromOn: Day },
): Promise<Changes> {
  const { db, clock } = context
  const rows = await currentPay(db, person.id)
  if (rows.some((row) => row.fromOn === fromOn)) {
    throw new AppError('CONFLICT', '已有从 {day} 起的薪酬，请用“更正”。', { values: { day: fromOn } })
  }
  const books = await findBooks(db, clock, person.companyCode)
  assertNoProblem('fromOn', rows.length > 0 ? termsProblem(books, fromOn) : firstTermsProblem(books, fromOn))
  await writeRow(context, person, { fromOn, pay, reason })
  return changesOf(rowOn(rows, fromOn) ?? NO_PAY, pay, fromOn, reason)
}

/**
 * Replaces wrong pay; the old row is kept for reference. A row that began in a closed month keeps its closed days: the
 * correction applies from the first open day.
 */
export async function correctPay(
  context: Context,
  person: PaidPerson,
  { payId, reason, ...pay }: CompletePay & { payId: number },
): Promise<Changes> {
  const { db, clock } = context
  const row = currentPayRow(await findPay(db, person.id), payId)
  const books = await findBooks(db, clock, person.companyCode)
  const isSplit = hasClosed(books) && row.fromOn < books.openFrom
  if (isSplit) assertAppliesAfter(await currentPay(db, person.id), row.fromOn, books.openFrom)
  const fromOn = isSplit ? books.openFrom : row.fromOn
  await writeRow(context, person, { fromOn, pay, reason, replaced: isSplit ? undefined : { row, reason } })
  return changesOf(row, pay, fromOn, reason)
}

/** Withdraws pay that is not in effect yet; the pay before it continues. Throws WRONG_STATE if it is in effect. */
export async function withdrawPay(
  context: Context,
  person: PaidPerson,
  { payId, reason }: { payId: number; reason: string },
): Promise<Changes> {
  const { db, actor, clock } = context
  const row = currentPayRow(await findPay(db, person.id), payId)
  if (row.fromOn <= today(clock)) {
    throw new AppError('WRONG_STATE', '这条薪酬已经生效，不能撤回；登错的请用“更正”。')
  }
  await replacePay(db, row.id, { by: actor.id, at: clock(), reason })
  const left = rowOn(await currentPay(db, person.id), row.fromOn)
  return changesOf(row, left ?? NO_PAY, row.fromOn, reason)
}
