import { HEADQUARTERS } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { addDays, monthBefore, monthOf } from '#kit/calendar.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'

/** A staff member with the dates of employment. */
interface Hired extends Pick<DemoPerson, 'id' | 'companyCode' | 'role' | 'parentId'> {
  hiredOn: string
  leftOn: string | null
}

type Position = 'admin' | 'head' | 'agent' | 'sales' | 'finance'
type Range = readonly [least: number, most: number]

/** Monthly base pay by position in ¥, at market rates, excluding store salaries and commission. */
const HEADQUARTERS_YUAN: Record<Position, Range> = {
  admin: [10_000, 13_000],
  head: [6_200, 7_600],
  agent: [3_300, 3_700],
  sales: [5_000, 6_400],
  finance: [6_400, 7_800],
}
/** The same for the small companies, whose bookkeepers work half-time. */
const SMALL_YUAN: Record<Position, Range> = {
  admin: [7_500, 8_800],
  head: [5_400, 6_000],
  agent: [3_200, 3_600],
  sales: [4_500, 5_200],
  finance: [3_600, 4_400],
}

/** An agent's commission on own sales, in basis points. */
const AGENT_COMMISSION_BP = 8

/** In the headquarters seniority pay grows per year; in the other companies it is a fixed amount. */
const BY_YEARS = { seniorityPerYearCents: 5_000, seniorityCapCents: 30_000 }

const PROBATION_DAYS = 60
const MONTHS_SINCE_RAISE = 7

function positionOf({ role, parentId }: Hired): Position {
  if (role === ROLES.admin) return 'admin'
  if (role === ROLES.sales) return 'sales'
  if (role === ROLES.finance) return 'finance'
  return parentId === null ? 'head' : 'agent'
}

/** The rows of the table `staff_pay`: lower pay on probation, and a raise for staff employed for over a year. */
export function payRows(people: readonly Hired[], today: string) {
  const adminOf = new Map(
    people.filter(({ role }) => role === ROLES.admin).map(({ companyCode, id }) => [companyCode, id]),
  )
  return people.flatMap((person) => {
    const { id: staffId, companyCode, hiredOn } = person
    return payHistory(person, today).map(({ fromOn, baseSalaryCents, reason }) => ({
      companyCode,
      staffId,
      fromOn,
      baseSalaryCents,
      reason,
      ...seniorityIn(companyCode, staffId),
      commissionRateBp: positionOf(person) === 'agent' ? AGENT_COMMISSION_BP : null,
      staffVersion: 1,
      createdAt: new Date(`${fromOn === hiredOn ? fromOn : addDays(fromOn, -5)}T03:00:00Z`),
      createdBy: adminOf.get(companyCode) ?? null,
    }))
  })
}

function seniorityIn(companyCode: string, staffId: number) {
  if (companyCode === HEADQUARTERS) return { seniorityPayCents: null, ...BY_YEARS }
  const seniorityPayCents = random(`seniority ${staffId}`).between(0, 5) * 5_000
  return { seniorityPayCents, seniorityPerYearCents: null, seniorityCapCents: null }
}

/** A staff member's pay over time. */
function payHistory(person: Hired, today: string) {
  const ranges = person.companyCode === HEADQUARTERS ? HEADQUARTERS_YUAN : SMALL_YUAN
  const [least, most] = ranges[positionOf(person)]
  const base = random(`pay ${person.id}`).between(least / 100, most / 100) * 10_000
  const raisedOn = `${monthsBack(monthOf(today), MONTHS_SINCE_RAISE)}-01`
  const isRaised = person.hiredOn < addDays(raisedOn, -365)
  const raise = Math.round((base * 0.06) / 10_000) * 10_000
  const before = isRaised ? base - raise : base
  const { hiredOn } = person
  const first = {
    fromOn: hiredOn,
    baseSalaryCents: Math.round((before * 0.9) / 10_000) * 10_000,
    reason: null,
  }
  const confirmed = {
    fromOn: addDays(hiredOn, PROBATION_DAYS),
    baseSalaryCents: before,
    reason: '试用期转正',
  }
  const raised = { fromOn: raisedOn, baseSalaryCents: base, reason: '年度调薪' }
  const all = [first, confirmed, ...(isRaised ? [raised] : [])]
  return all.filter(({ fromOn }) => person.leftOn === null || fromOn <= person.leftOn)
}

function monthsBack(month: string, n: number): string {
  return n === 0 ? month : monthsBack(monthBefore(month), n - 1)
}
