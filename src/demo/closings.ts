import { sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import { findUnproposed } from '#billing/customer-bills/monthDrafts.ts'
import type { Database } from '#db/connect.ts'
import { checklistOf } from '#finance/monthly-financials/checklist.ts'
import { writeClosing, writeReopening } from '#finance/monthly-financials/closingWrites.ts'
import type { CheckItem } from '#finance/monthly-financials/contractClosing.ts'
import type { CompanyMonth } from '#finance/monthly-financials/queriesOfClosing.ts'
import { findMonthRow } from '#finance/monthly-financials/queriesOfClosing.ts'
import { booksOfMonth } from '#finance/monthly-financials/result.ts'
import type { AuditLine } from '#kit/audit.ts'
import { addDays, dayOf, monthAfter, monthBefore, monthOf } from '#kit/calendar.ts'
import { BILLED_MONTHS } from './bills.ts'
import type { Doer } from './monthEnds.ts'
import { addAttendance, addCost, addUsualCosts, adminOf } from './monthEnds.ts'
import { COMPANIES } from './people.ts'
import type { TrailLine } from './trail.ts'

/** The newest finished months stay open: what people bring, look through, correct and undo lies in them. */
export const OPEN_MONTHS = 2

/** The company whose newest closed month was opened again, for what had been forgotten. */
const REOPENED = { companyCode: '001', reason: '漏记了大促扩容的服务器费用' }
const FORGOTTEN = { label: '大促服务器扩容', amountCents: 268_000 }

/** Why an item was left open. */
const REASONS: Partial<Record<CheckItem, string>> = {
  figures: '少数店铺当天没有文件，已与平台后台核对总数',
  worklogs: '退回的日志由组长线下确认',
  payroll: '已离职人员的工资另行结清',
  draftBills: '金额为零，不用开具',
  missingBills: '已与商家约定当月不收费',
  claims: '放到下个月审核',
  negativeMargins: '新店投入较多，已列入下月复核',
}

/** The older months with all that closes them: costs by hand, frozen pay, snapshots, steps. Answers the lines of the log. */
export async function seedClosings(db: Database, now: Date): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  const months = monthsToClose(now)
  for (const { code: companyCode } of COMPANIES) {
    const admin = await adminOf(db, companyCode)
    for (const [index, month] of months.entries()) {
      const of = { companyCode, month }
      const by = { ...admin, at: endOf(month) }
      lines.push(...(await addUsualCosts(db, of, by)))
      if (index === 0) lines.push(...(await addAttendance(db, of, by)))
      lines.push(await close(db, of, later(by, 1)))
    }
    const last = months.at(-1)
    if (last && companyCode === REOPENED.companyCode) {
      const of = { companyCode, month: last }
      lines.push(...(await closeAgain(db, of, later({ ...admin, at: endOf(last) }, 3 * 24))))
    }
  }
  return [...lines, await raisePay(db, now)]
}

/** The months that are closed, the oldest first: from the first one with bills to the last that does not stay open. */
export function monthsToClose(now: Date): string[] {
  const months: string[] = []
  let month = monthOf(dayOf(now))
  for (let back = 1; back <= BILLED_MONTHS; back += 1) {
    month = monthBefore(month)
    if (back > OPEN_MONTHS) months.unshift(month)
  }
  return months
}

/** The month in which the demo's books begin. */
export const firstMonth = (now: Date): string => monthsToClose(now)[0] ?? monthOf(dayOf(now))

/** The morning on which a month is closed: the eighth of the next one. */
const endOf = (month: string) => new Date(`${monthAfter(month)}-08T02:00:00Z`)

const later = (by: Doer, hours: number): Doer => ({
  ...by,
  at: new Date(by.at.getTime() + hours * 3_600_000),
})

/** Closes a month as its admin would have: what stands open is left with a reason. */
async function close(db: Database, of: CompanyMonth, by: Doer): Promise<TrailLine> {
  const { content, sheets } = await booksOfMonth(db, of)
  const asking = { clock: () => by.at, ownCompany: of.companyCode, result: content, findUnproposed }
  const open = (await checklistOf(db, of, asking)).filter(({ done, waivable }) => waivable && !done)
  const waived = open.map(({ item }) => ({ item, reason: REASONS[item] ?? '已核对' }))
  const row = await findMonthRow(db, of)
  const before = row
    ? { status: 'reopened' as const, snapshotNo: row.snapshotNo }
    : { status: 'open' as const, snapshotNo: 0 }
  return lineOf(await writeClosing(db, of, { before, content, sheets, waived, by: by.id, at: by.at }), by)
}

/** Opens a closed month again, adds what was forgotten, and closes it. */
async function closeAgain(db: Database, of: CompanyMonth, by: Doer): Promise<TrailLine[]> {
  const row = await findMonthRow(db, of)
  if (!row) throw new Error(`the demo has not closed ${of.month}`)
  const reopening = { row, reason: REOPENED.reason, by: by.id, at: by.at }
  return [
    lineOf(await writeReopening(db, of, reopening), by),
    await addCost(db, of, FORGOTTEN, by),
    await close(db, of, later(by, 1)),
  ]
}

const lineOf = ({ companyCode = '', recordId, ...line }: AuditLine, { id, name, at }: Doer): TrailLine => ({
  ...{ ...line, companyCode, recordId: String(recordId), actorId: id, actorName: name, at },
})

/** After the closings an agent's base salary went up: the closed months keep the old one, and say what differs. */
async function raisePay(db: Database, now: Date): Promise<TrailLine> {
  const { id, name } = await adminOf(db, REOPENED.companyCode)
  const { rows } = await sql<{ id: number; before: number; after: number }>`
    update staff set base_salary_cents = base_salary_cents + 50000, version = version + 1
    where id = (select id from staff where company_code = ${REOPENED.companyCode} and role = ${ROLES.agent} and status = 'active'
        and parent_id is not null order by id desc limit 1)
    returning id, base_salary_cents - 50000 as before, base_salary_cents as after`.execute(db)
  const [raised] = rows
  if (!raised) throw new Error('the demo has nobody to pay more')
  return {
    ...{ companyCode: REOPENED.companyCode, actorId: id, actorName: name, entity: 'staff', action: 'update' },
    ...{ recordId: String(raised.id), at: new Date(`${addDays(dayOf(now), -3)}T03:00:00Z`) },
    changes: { baseSalaryCents: [raised.before, raised.after] },
  }
}
