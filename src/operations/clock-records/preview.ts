import { addDays, type Day, monthOf } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import type { Sentence } from '#kit/text.ts'
import type { RowState } from './contract.ts'
import { MAX_DAYS_BACK } from './rules.ts'

/** A stored row of a file. */
export interface StoredRow {
  row: number
  key: string
  name: string
  employeeNo: string | null
  on: Day | null
  punches: readonly number[]
  note: string | null
  problem: Sentence | null
}

/** A member of staff of the file's company. */
export interface KnownPerson {
  id: number
  name: string
  employeeNo: string | null
  isAgent: boolean
  firstOn: Day
  leftOn: Day | null
  /** Whether the user may write the person's records. */
  reached: boolean
}

export interface PreviewFacts {
  /** Bound people of the source, by key. */
  bound: ReadonlyMap<string, number>
  people: readonly KnownPerson[]
  /** The punches and note that count now, by `staffId on`. */
  current: ReadonlyMap<string, { punches: readonly number[]; note: string | null }>
  /** Closed months, `2026-04`. */
  closed: ReadonlySet<string>
  today: Day
}

export interface PreviewRow extends StoredRow {
  state: RowState
  staffId: number | null
  reason: Sentence | null
}

/** Finds people by key: bound, else by employee number, else by a name that only one person has. */
export function personFinder(
  people: readonly KnownPerson[],
  bound: ReadonlyMap<string, number>,
): (row: Pick<StoredRow, 'key' | 'name' | 'employeeNo'>) => KnownPerson | 'several' | null {
  const byId = new Map(people.map((person) => [person.id, person]))
  const byNumber = new Map(people.flatMap((one) => (one.employeeNo ? [[one.employeeNo, one] as const] : [])))
  const byName = Map.groupBy(people, ({ name }) => nameKey(name))
  return ({ key, name, employeeNo }) => {
    const known = byId.get(bound.get(key) ?? 0) ?? (employeeNo ? byNumber.get(employeeNo) : undefined)
    if (known) return known
    const named = byName.get(nameKey(name)) ?? []
    return named.length > 1 ? 'several' : (named[0] ?? null)
  }
}

/** Says what each row of a file would do, by what holds now. */
export function previewRows(rows: readonly StoredRow[], facts: PreviewFacts): PreviewRow[] {
  const find = personFinder(facts.people, facts.bound)
  const written = new Map<string, number>()
  return rows.map((row) => {
    const found = find(row)
    const person = found === 'several' ? null : found
    const checked = { ...row, staffId: person?.id ?? null, ...checkRow(row, found, facts) }
    if (checked.state !== 'create' && checked.state !== 'update' && checked.state !== 'same') return checked
    // Two keys of a file may be one person.
    const place = `${checked.staffId} ${row.on}`
    const first = written.get(place)
    if (first === undefined) {
      written.set(place, row.row)
      return checked
    }
    const reason = { sentence: '与第 {n} 行是同一个人的同一天，请合并成一行。', values: { n: first } }
    return { ...checked, state: 'error', reason }
  })
}

type Checked = Pick<PreviewRow, 'state' | 'reason'>

function checkRow(row: StoredRow, found: KnownPerson | 'several' | null, facts: PreviewFacts): Checked {
  const { on, name } = row
  if (row.problem || on === null) return { state: 'error', reason: row.problem }
  if (found === 'several') {
    return {
      state: 'unknown',
      reason: { sentence: '有几位员工叫“{name}”，请对应到其中一位。', values: { name } },
    }
  }
  if (found === null) {
    return {
      state: 'unknown',
      reason: { sentence: '还不知道“{name}”是哪位员工，请先对应。', values: { name } },
    }
  }
  const reason = outsideReason(found, on, facts.today)
  if (reason) return { state: 'outside', reason }
  if (!found.reached) {
    return { state: 'otherTeam', reason: { sentence: '“{name}”不在您的小组，没有写入。', values: { name } } }
  }
  if (facts.closed.has(monthOf(on))) {
    return {
      state: 'closed',
      reason: { sentence: '{month} 已结账，这一行没有导入。', values: { month: monthOf(on) } },
    }
  }
  return { state: changeOf(row, facts.current.get(`${found.id} ${on}`)), reason: null }
}

/** Why a day of a person is not compared; null if it is. */
function outsideReason(
  { name, isAgent, firstOn, leftOn }: KnownPerson,
  on: Day,
  today: Day,
): Sentence | null {
  if (!isAgent) return { sentence: '“{name}”不是客服，没有班次可以核对，没有写入。', values: { name } }
  if (on > today) return { sentence: '{on} 还没有到，请核对日期。', values: { on } }
  if (on < addDays(today, -MAX_DAYS_BACK)) {
    return { sentence: '{on} 距今超过 {n} 天，请核对日期。', values: { on, n: MAX_DAYS_BACK } }
  }
  if (on >= firstOn && (leftOn === null || on <= leftOn)) return null
  return { sentence: '“{name}”{on} 不在职，没有写入。', values: { name, on } }
}

function changeOf(
  { punches, note }: StoredRow,
  current: { punches: readonly number[]; note: string | null } | undefined,
): 'create' | 'update' | 'same' {
  if (!current) return 'create'
  const isSame = current.punches.join() === punches.join() && current.note === note
  return isSame ? 'same' : 'update'
}

/** The number of rows by state. */
export function countStates(rows: readonly PreviewRow[]): Record<RowState, number> {
  const counts = { ...NO_COUNTS }
  for (const { state } of rows) counts[state] += 1
  return counts
}

export const NO_COUNTS: Record<RowState, number> = {
  create: 0,
  update: 0,
  same: 0,
  unknown: 0,
  otherTeam: 0,
  outside: 0,
  closed: 0,
  error: 0,
}
