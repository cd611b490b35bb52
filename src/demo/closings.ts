import { sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import { findUnproposed } from '#billing/customer-bills/monthDrafts.ts'
import { readTieFacts } from '#billing/receivables/ties/queries.ts'
import { findTieGaps } from '#billing/receivables/ties/rules.ts'
import type { Database } from '#db/connect.ts'
import { checklistOf } from '#finance/monthly-financials/checklist.ts'
import { type CompanyMonth, findMonthRow } from '#finance/monthly-financials/closingQueries.ts'
import { sealedOf, writeClosing, writeReopening } from '#finance/monthly-financials/closingWrites.ts'
import type { CheckItem } from '#finance/monthly-financials/contractClosing.ts'
import { resultWithPay } from '#finance/monthly-financials/result.ts'
import type { AuditLine } from '#kit/audit.ts'
import { addDays, dayOf, monthAfter, monthBefore, monthOf } from '#kit/calendar.ts'
import { BILLED_MONTHS } from './bills.ts'
import { type Author, addAttendance, addCost, addFixedCosts, addMonthlyCosts, adminOf } from './monthEnds.ts'
import { COMPANIES } from './people.ts'
import type { TrailLine } from './trail.ts'

/** Number of recent months that stay open, as imports, reviews, corrections and undos need them. */
export const OPEN_MONTHS = 2

/** The company whose newest closed month was reopened for a forgotten cost. */
const REOPENED_MONTH = { companyCode: '001', reason: '漏记了大促扩容的服务器费用' }
const FORGOTTEN_COST = { label: '大促服务器扩容', amountCents: 268_000 }

/** Reasons for waived checklist items. */
const REASONS: Partial<Record<CheckItem, string>> = {
  figures: '少数店铺当天没有文件，已与平台后台核对总数',
  worklogs: '退回的日志由组长线下确认',
  payroll: '已离职人员的工资另行结清',
  draftBills: '金额为零，不用开具',
  missingBills: '已与商家约定当月不收费',
  claims: '放到下个月审核',
  negativeMargins: '新店投入较多，已列入下月复核',
}

/** Closes the older months with manual costs, frozen payroll, snapshots and audit steps. Returns the audit lines. */
export async function seedClosings(db: Database, now: Date): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  const months = monthsToClose(now)
  for (const { code: companyCode } of COMPANIES) {
    const admin = await adminOf(db, companyCode)
    for (const [index, month] of months.entries()) {
      const of = { companyCode, month }
      const by = { ...admin, at: endOf(month) }
      lines.push(...(await addMonthlyCosts(db, of, by)))
      if (index === 0) lines.push(...(await addAttendance(db, of, by)))
      lines.push(await close(db, of, later(by, 1)))
    }
    const last = months.at(-1)
    lines.push(...(await addFixedCosts(db, companyCode, openMonths(now), { ...admin, at: raisedAt(now) })))
    if (last && companyCode === REOPENED_MONTH.companyCode) {
      const of = { companyCode, month: last }
      lines.push(...(await closeAgain(db, of, later({ ...admin, at: endOf(last) }, 3 * 24))))
    }
  }
  return [...lines, await raisePay(db, now)]
}

/** The closed months, oldest first: from the first month with bills to the last one that does not stay open. */
export function monthsToClose(now: Date): string[] {
  const months: string[] = []
  let month = monthOf(dayOf(now))
  for (let back = 1; back <= BILLED_MONTHS; back += 1) {
    month = monthBefore(month)
    if (back > OPEN_MONTHS) months.unshift(month)
  }
  return months
}

/** The open months up to the current one. */
function openMonths(now: Date): string[] {
  const current = monthOf(dayOf(now))
  const months = [current]
  for (let back = 1; back <= OPEN_MONTHS; back += 1) months.unshift(monthBefore(months[0] ?? current))
  return months
}

/** The first month of the demo's books. */
export const firstMonth = (now: Date): string => monthsToClose(now)[0] ?? monthOf(dayOf(now))

/** The time at which a month is closed: the morning of the eighth of the next month. */
const endOf = (month: string) => new Date(`${monthAfter(month)}-08T02:00:00Z`)

const later = (by: Author, hours: number): Author => ({
  ...by,
  at: new Date(by.at.getTime() + hours * 3_600_000),
})

/** Closes a month as its admin; open checklist items are waived with a reason. */
async function close(db: Database, of: CompanyMonth, by: Author): Promise<TrailLine> {
  const { content: result, sheets } = await resultWithPay(db, of)
  const facts = await readTieFacts(db, of)
  const [gap] = findTieGaps(facts)
  if (gap) throw new Error(`the demo does not tie in ${of.month}: ${JSON.stringify(gap)}`)
  const content = { ...result, ties: facts.ties }
  const checklistInput = { clock: () => by.at, ownCompany: of.companyCode, result, gaps: [], findUnproposed }
  const open = (await checklistOf(db, of, checklistInput)).filter(({ done, waivable }) => waivable && !done)
  const waived = open.map(({ item }) => ({ item, reason: REASONS[item] ?? '已核对' }))
  const row = await findMonthRow(db, of)
  const before = row
    ? { status: 'reopened' as const, snapshotNo: row.snapshotNo }
    : { status: 'open' as const, snapshotNo: 0 }
  return lineOf(
    await writeClosing(db, of, { before, sealed: sealedOf(content), sheets, waived, by: by.id, at: by.at }),
    by,
  )
}

/** Reopens a closed month, adds the forgotten cost, and closes it again. */
async function closeAgain(db: Database, of: CompanyMonth, by: Author): Promise<TrailLine[]> {
  const row = await findMonthRow(db, of)
  if (!row) throw new Error(`the demo has not closed ${of.month}`)
  const reopening = { row, reason: REOPENED_MONTH.reason, by: by.id, at: by.at }
  return [
    lineOf(await writeReopening(db, of, reopening), by),
    await addCost(db, of, FORGOTTEN_COST, by),
    await close(db, of, later(by, 1)),
  ]
}

const lineOf = ({ companyCode = '', recordId, ...line }: AuditLine, { id, name, at }: Author): TrailLine => ({
  ...line,
  companyCode,
  recordId: String(recordId),
  actorId: id,
  actorName: name,
  at,
})

const RAISE = { cents: 20_000, reason: '接手两家新店' }

/** Raises an agent's base pay after the closings, from the middle of last month on, so that no closed month changes. */
async function raisePay(db: Database, now: Date): Promise<TrailLine> {
  const { id, name } = await adminOf(db, REOPENED_MONTH.companyCode)
  const { rows } = await sql<{ id: number; before: number; after: number }>`
    with raised as (insert into staff_pay (company_code, staff_id, from_on, base_salary_cents, seniority_pay_cents,
        seniority_per_year_cents, seniority_cap_cents, commission_rate_bp, reason, staff_version, created_at, created_by)
      select company_code, staff_id, ${raisedFrom(now)}, base_salary_cents + ${RAISE.cents}, seniority_pay_cents,
        seniority_per_year_cents, seniority_cap_cents, commission_rate_bp, ${RAISE.reason}, 2, ${raisedAt(now)}, ${id}
      from staff_pay where staff_id = (select id from staff where company_code = ${REOPENED_MONTH.companyCode}
          and role = ${ROLES.agent} and status = 'active' and parent_id is not null order by id desc limit 1)
        and from_on <= ${raisedFrom(now)} order by from_on desc limit 1
      returning staff_id, base_salary_cents)
    update staff set version = version + 1 from raised where staff.id = raised.staff_id
    returning staff.id, raised.base_salary_cents - ${RAISE.cents} as before, raised.base_salary_cents as after`.execute(
    db,
  )
  const [raised] = rows
  if (!raised) throw new Error('the demo has nobody to pay more')
  return {
    companyCode: REOPENED_MONTH.companyCode,
    actorId: id,
    actorName: name,
    entity: 'staff',
    action: 'add-pay',
    recordId: String(raised.id),
    at: raisedAt(now),
    changes: {
      baseSalaryCents: [raised.before, raised.after],
      payFrom: [null, raisedFrom(now)],
      payReason: [null, RAISE.reason],
    },
  }
}

const raisedFrom = (now: Date) => `${monthBefore(monthOf(dayOf(now)))}-15`
const raisedAt = (now: Date) => new Date(`${addDays(dayOf(now), -3)}T03:00:00Z`)
