import type { Changes } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNone, firstTermsProblem, termsProblem } from '#people/books/rules.ts'
import type { PayRow } from './queries.ts'
import { findPay, insertPay, replacePay, standingPay, standingRow } from './queries.ts'
import type { Pay } from './rules.ts'
import {
  assertHoldsAfter,
  assertOneSeniority,
  assertSaysPay,
  hasClosed,
  isSamePay,
  movedStart,
  NO_PAY,
  payOf,
  rowOn,
  seniorityOf,
  usualDay,
} from './rules.ts'

/** A person who is locked, as a write of pay needs them. */
export interface Paid {
  id: number
  companyCode: string
  /** The first day with the company, as it stands before the write. */
  firstOn: Day
  /** The version that the write leaves. */
  version: number
}

/** What the form, a sheet or a bulk edit says of pay; what is absent stays. */
export interface SentPay {
  baseSalaryCents?: number | null | undefined
  seniorityPayCents?: number | null | undefined
  commissionRateBp?: number | null | undefined
}

interface NewRow {
  fromOn: Day
  pay: Pay
  reason?: string | null
  /** The row of that day that it takes the place of, and why. */
  replaced?: { row: PayRow; reason: string } | undefined
}

/** Adds a row, in the place of another where there is one. */
async function write({ db, actor, clock }: Context, person: Paid, { fromOn, pay, reason, replaced }: NewRow) {
  assertOneSeniority(pay)
  const { id: staffId, companyCode, version: staffVersion } = person
  const [by, at] = [actor.id, clock()]
  if (replaced) await replacePay(db, replaced.row.id, { by, at, reason: replaced.reason })
  await insertPay(db, {
    ...payOf(pay),
    ...{ companyCode, staffId, staffVersion, fromOn, reason: reason ?? null },
    ...{ replacesId: replaced?.row.id ?? null, createdBy: by, createdAt: at },
  })
}

/** What the log keeps of a change of pay: the fields that differ, the day and the reason. Role 2 reads none of it. */
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

/** What holds once some of it is said anew; a rule of seniority stays where its amount of today comes back. */
function mixed(before: Pay, { seniorityPayCents, ...sent }: SentPay, firstOn: Day, today: Day): Pay {
  const said = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const after = { ...payOf(before), ...said }
  const isRuled = before.seniorityPerYearCents !== null
  if (seniorityPayCents === undefined) return after
  if (isRuled && seniorityPayCents === seniorityOf(before, firstOn, monthOf(today))) return after
  return { ...after, seniorityPayCents, seniorityPerYearCents: null, seniorityCapCents: null }
}

/**
 * Sets some of what a person is paid, from a day on that the writer says, or the usual one: for the form, a sheet, a bulk
 * edit and the log. Returns what the log keeps; nothing where that day's pay is so already. Throws INVALID.
 */
export async function setPay(
  context: Context,
  person: Paid,
  { payFromOn, ...sent }: SentPay & { payFromOn?: Day | null | undefined },
): Promise<Changes> {
  assertSaysPay(payFromOn, sent)
  if (Object.keys(sent).length === 0) return {}
  const rows = await standingPay(context.db, person.id)
  const books = await findBooks(context.db, context.clock, person.companyCode)
  const fromOn = payFromOn ?? usualDay(books, person.firstOn, rows)
  const standing = rowOn(rows, fromOn)
  const before = standing ?? NO_PAY
  const after = mixed(before, sent, person.firstOn, books.today)
  if (isSamePay(before, after)) return {}
  assertNone('payFromOn', rows.length > 0 ? termsProblem(books, fromOn) : firstTermsProblem(books, fromOn))
  const replaced = standing?.fromOn === fromOn ? { row: standing, reason: REWRITTEN } : undefined
  await write(context, person, { fromOn, pay: after, replaced })
  return changesOf(before, after, fromOn)
}

/** Why a row is replaced that a form, a sheet or a bulk edit writes anew. */
const REWRITTEN = '修改员工资料'
const FIRST_DAY_MOVED = '入职日期改早'
const UNDONE = '撤销'

/** A person's first pay holds from the first day with the company also once that becomes an earlier one. */
export async function followFirstDay(context: Context, person: Paid, becomes: Day): Promise<Changes> {
  const rows = await standingPay(context.db, person.id)
  const books = await findBooks(context.db, context.clock, person.companyCode)
  const fromOn = movedStart(books, { was: person.firstOn, becomes }, rows)
  const [row] = rows
  if (fromOn === null || !row || fromOn === row.fromOn) return {}
  await write(context, person, {
    fromOn,
    pay: row,
    reason: row.reason,
    replaced: { row, reason: FIRST_DAY_MOVED },
  })
  return { payFrom: [row.fromOn, fromOn] }
}

/** The row that stood before a write: what it replaced, through rows that it added and replaced itself. */
function replacedBy(all: readonly PayRow[], row: PayRow, written: number): PayRow | undefined {
  const before = all.find(({ id }) => id === row.replacesId)
  return before?.staffVersion === written ? replacedBy(all, before, written) : before
}

/**
 * Takes back what the write of pay that left that version of the person added, and puts back what it replaced. Returns what
 * the log keeps; nothing where that write was none of pay.
 */
export async function undoPay(context: Context, person: Paid, undone: number): Promise<Changes> {
  const { db, actor, clock } = context
  const all = await findPay(db, person.id)
  const rows = all.filter(({ replacedAt, staffVersion }) => replacedAt === null && staffVersion === undone)
  let changes: Changes = {}
  for (const row of rows) {
    const before = replacedBy(all, row, undone)
    await replacePay(db, row.id, { by: actor.id, at: clock(), reason: UNDONE })
    if (before) await write(context, person, { fromOn: before.fromOn, pay: before, reason: before.reason })
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

/** Pay from a day on, as it is agreed as a whole. */
export interface WantedPay extends Pay {
  reason: string
}

/**
 * Agrees what a person is paid from a day on. The first row may hold from any day, later ones from any that is not closed.
 * Throws INVALID, or CONFLICT where that day has a row already.
 */
export async function addPay(
  context: Context,
  person: Paid,
  { fromOn, reason, ...pay }: WantedPay & { fromOn: Day },
): Promise<Changes> {
  const { db, clock } = context
  const rows = await standingPay(db, person.id)
  if (rows.some((row) => row.fromOn === fromOn)) {
    throw new AppError('CONFLICT', '已有从 {day} 起的薪酬，请用“更正”。', { params: { day: fromOn } })
  }
  const books = await findBooks(db, clock, person.companyCode)
  assertNone('fromOn', rows.length > 0 ? termsProblem(books, fromOn) : firstTermsProblem(books, fromOn))
  await write(context, person, { fromOn, pay, reason })
  return changesOf(rowOn(rows, fromOn) ?? NO_PAY, pay, fromOn, reason)
}

/**
 * Puts other pay in the place of what was written wrongly; the old row stays to be read. Of a row that began in a closed
 * month the closed days stay: what is right holds from the first day that is not closed.
 */
export async function correctPay(
  context: Context,
  person: Paid,
  { payId, reason, ...pay }: WantedPay & { payId: number },
): Promise<Changes> {
  const { db, clock } = context
  const row = standingRow(await findPay(db, person.id), payId)
  const books = await findBooks(db, clock, person.companyCode)
  const isSplit = hasClosed(books) && row.fromOn < books.openFrom
  if (isSplit) assertHoldsAfter(await standingPay(db, person.id), row.fromOn, books.openFrom)
  const fromOn = isSplit ? books.openFrom : row.fromOn
  await write(context, person, { fromOn, pay, reason, replaced: isSplit ? undefined : { row, reason } })
  return changesOf(row, pay, fromOn, reason)
}

/** Takes back a row that does not hold yet; what holds before it goes on. Throws WRONG_STATE where it holds already. */
export async function withdrawPay(
  context: Context,
  person: Paid,
  { payId, reason }: { payId: number; reason: string },
): Promise<Changes> {
  const { db, actor, clock } = context
  const row = standingRow(await findPay(db, person.id), payId)
  if (row.fromOn <= today(clock)) {
    throw new AppError('WRONG_STATE', '这条薪酬已经生效，不能撤回；登错的请用“更正”。')
  }
  await replacePay(db, row.id, { by: actor.id, at: clock(), reason })
  const left = rowOn(await standingPay(db, person.id), row.fromOn)
  return changesOf(row, left ?? NO_PAY, row.fromOn, reason)
}
