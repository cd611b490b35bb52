import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#kit/calendar.ts'
import { contradictionsOf } from './contradictions.ts'
import { type CoverageFacts, coverageOf, needOn, stateOf } from './coverage.ts'
import { type AssignedPost, type DutyFacts, dutyOf } from './rules.ts'

const MONDAY = '2026-05-18'
const span = { from: MONDAY, to: MONDAY }
const assigned = (staffId: number, shift: string, storeId = 1): AssignedPost => ({
  staffId,
  storeId,
  shift,
  duty: 'main',
  fromOn: '2026-01-01',
  toOn: null,
  insteadOf: null,
})
const facts = (more: Partial<DutyFacts>): DutyFacts => ({
  people: [1, 2].map((id) => ({ id, firstOn: '2026-01-01', leftOn: null })),
  assignments: [],
  replacements: [],
  running: [{ storeId: 1, fromOn: MONDAY, toOn: addDays(MONDAY, 6) }],
  entries: [],
  leaves: [],
  away: [],
  shifts: [
    { code: 'morning', starts: 480 },
    { code: 'evening', starts: 960 },
  ],
  ...more,
})
const cells = (of: DutyFacts, more: Partial<CoverageFacts> = {}) =>
  coverageOf(
    {
      stores: [{ id: 1, shifts: ['morning', 'evening'] }],
      running: of.running,
      needs: [],
      assignments: of.assignments,
      duty: dutyOf(of, span),
      shifts: of.shifts,
      ...more,
    },
    span,
  ).map(({ shift, need, state, people }) => `${shift} ${people.length}/${need} ${state}`)

test('D1: assigned in the morning and rostered in the evening leaves the morning without anybody', () => {
  const of = facts({
    assignments: [assigned(1, 'morning')],
    entries: [{ staffId: 1, on: MONDAY, entry: 'evening' }],
  })
  assert.deepEqual(cells(of), ['morning 0/1 none', 'evening 1/1 enough'])
  assert.deepEqual(contradictionsOf(of, [], span), [
    { kind: 'otherShift', staffId: 1, on: MONDAY, storeId: 1, shift: 'evening', other: 'morning' },
  ])
})

test('the need of a day counts before that of its weekday, and that before the one of every day', () => {
  const row = (weekday: number | null, on: string | null, heads: number) => ({
    storeId: 1,
    shift: 'morning',
    weekday,
    on,
    heads,
  })
  const rows = [row(null, null, 2), row(1, null, 3), row(null, MONDAY, 5)]
  assert.equal(needOn(rows, 'morning', MONDAY, ['morning']), 5)
  assert.equal(needOn(rows, 'morning', addDays(MONDAY, 7), ['morning']), 3)
  assert.equal(needOn(rows, 'morning', addDays(MONDAY, 1), ['morning']), 2)
  assert.equal(needOn([], 'morning', MONDAY, ['morning']), 1)
  assert.equal(needOn([], 'evening', MONDAY, ['morning']), 0)
})

test('the state of a cell follows from need and people', () => {
  const states = [
    [0, 0],
    [2, 0],
    [2, 1],
    [2, 2],
    [2, 3],
    [0, 1],
  ].map(([need = 0, people = 0]) => stateOf(need, people))
  assert.deepEqual(states, [null, 'none', 'short', 'enough', 'over', 'over'])
})

test('a store without shifts of its own needs its assigned ones, and without an assignment the first shift', () => {
  const stores = [{ id: 1, shifts: [] }]
  const of = facts({ assignments: [assigned(1, 'evening')], leaves: [] })
  assert.deepEqual(cells(of, { stores }), ['evening 1/1 enough'])
  assert.deepEqual(cells(facts({}), { stores }), ['morning 0/1 none'])
  assert.deepEqual(cells(facts({ running: [] }), { stores }), [])
})

test('contradictions: logs of a leave or of another shift, people who are gone, shifts without a store', () => {
  const of = facts({
    assignments: [assigned(1, 'morning'), assigned(2, 'morning')],
    leaves: [{ staffId: 1, fromOn: MONDAY, fromNoon: false, toOn: MONDAY, toNoon: false }],
    away: [{ staffId: 2, fromOn: addDays(MONDAY, 1), toOn: addDays(MONDAY, 3) }],
  })
  const logs = [
    { staffId: 1, on: MONDAY, shift: 'morning' },
    { staffId: 2, on: MONDAY, shift: 'evening' },
  ]
  const kinds = contradictionsOf(of, logs, { from: MONDAY, to: addDays(MONDAY, 6) }).map(
    ({ kind, staffId, on }) => `${kind} ${staffId} ${on.slice(8)}`,
  )
  assert.deepEqual(kinds, ['leaveLog 1 18', 'otherLog 2 18', 'assignedAway 2 19'])
  const idle = facts({ entries: [{ staffId: 1, on: MONDAY, entry: 'morning' }] })
  assert.deepEqual(
    contradictionsOf(idle, [], span).map(({ kind }) => kind),
    ['noStore'],
  )
})
