import type { Database } from '#db/connect.ts'
import { addDays, type Day, lastDayOf } from '#kit/calendar.ts'
import { type ComparedDay, compareDays, type ShiftTimes } from '#operations/clock-records/compare.ts'
import { countedHalves, type LogState } from '#operations/clock-records/proposals.ts'
import { findLogs, findRecords } from '#operations/clock-records/queries.ts'
import type { Basis } from '#operations/clock-records/rule/contract.ts'
import { findRuleOn, type Rule } from '#operations/clock-records/rule/queries.ts'
import { findDuty } from '#operations/duty/queries.ts'
import { findShiftRows, type ShiftRowOfTable } from '#people/shifts/queries.ts'

export interface ComparisonFilter {
  companyCode: string
  from: Day
  to: Day
  staffIds: readonly number[]
  /** Minutes since 1970 in Asia/Shanghai: days whose shifts end later are left out. */
  now: number
}

export interface Comparison {
  days: ComparedDay[]
  ruleOn: (on: Day) => Rule
  /** The row of a shift that holds on a day. */
  shiftOn: (code: string, on: Day) => ShiftRowOfTable | undefined
  logOn: (staffId: number, on: Day) => LogState
  noteOn: (staffId: number, on: Day) => string | null
}

/** Compares the clock records of people of one company with their duty. */
export async function compareRecords(
  db: Database,
  { companyCode, from, to, staffIds, now }: ComparisonFilter,
): Promise<Comparison> {
  const around = { companyCode, from: addDays(from, -1), to: addDays(to, 1), staffIds }
  const duty = await findDuty(db, around)
  const records = await findRecords(db, { companyCode, from, to, staffIds })
  const logs = new Map(
    (await findLogs(db, around)).map(({ staffId, on, approved }) => [`${staffId} ${on}`, approved]),
  )
  const shiftOn = shiftFinder(await findShiftRows(db, companyCode))
  const ruleOn = await findRuleOn(db, companyCode)
  const byPerson = Map.groupBy(records, ({ staffId }) => staffId)
  const punches = new Map(
    [...byPerson].map(([id, rows]) => [id, new Map(rows.map((row) => [row.on, row.punches]))]),
  )
  const notes = new Map(records.map(({ staffId, on, note }) => [`${staffId} ${on}`, note]))
  const days = compareDays(
    {
      duty,
      timesOf: (code, on): ShiftTimes | undefined => shiftOn(code, on),
      recordsOf: (staffId) => punches.get(staffId) ?? new Map(),
      hasLog: (staffId, on) => logs.has(`${staffId} ${on}`),
      toleranceOn: (on) => ruleOn(on).toleranceMinutes,
      now,
    },
    { from, to },
  )
  const logOn = (staffId: number, on: Day): LogState => {
    const approved = logs.get(`${staffId} ${on}`)
    return approved === undefined ? 'none' : approved ? 'approved' : 'open'
  }
  const noteOn = (staffId: number, on: Day) => notes.get(`${staffId} ${on}`) ?? null
  return { days, ruleOn, shiftOn, logOn, noteOn }
}

/** Finds the row of a shift that holds on a day; a code without one has no times. */
function shiftFinder(rows: readonly ShiftRowOfTable[]): Comparison['shiftOn'] {
  const byCode = Map.groupBy(rows, ({ code }) => code)
  return (code, on) =>
    byCode.get(code)?.findLast(({ fromOn, toOn }) => fromOn <= on && (toOn === null || on <= toOn))
}

/** A day that counts for pay, with its half days: 1 or 2. */
export interface CountedDay {
  on: Day
  halves: number
}

/**
 * The days that count for pay in a month (`'2026-05'`) by the company's basis, by person; null if that is the log. Days
 * that count nothing are left out.
 */
export async function findCountedDays(
  db: Database,
  { companyCode, month, staffIds }: { companyCode: string; month: string; staffIds: readonly number[] },
): Promise<{ basis: Basis; days: Map<number, CountedDay[]> } | null> {
  const [from, to] = [`${month}-01`, lastDayOf(month)]
  const { basis } = (await findRuleOn(db, companyCode))(from)
  if (basis === 'log') return null
  // A day without a record counts nothing, so that days ahead need no limit.
  const now = Number.POSITIVE_INFINITY
  const { days, logOn } = await compareRecords(db, { companyCode, from, to, staffIds, now })
  const counted = days.map(({ staffId, on, halves }) => ({
    staffId,
    on,
    halves: countedHalves(basis, halves, logOn(staffId, on)),
  }))
  const byPerson = Map.groupBy(
    counted.filter(({ halves }) => halves > 0),
    ({ staffId }) => staffId,
  )
  const toCounted = ({ on, halves }: CountedDay) => ({ on, halves })
  return { basis, days: new Map([...byPerson].map(([id, rows]) => [id, rows.map(toCounted)])) }
}
