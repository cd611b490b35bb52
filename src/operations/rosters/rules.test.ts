import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Actor } from '#access/can.ts'
import { daysFrom } from '#kit/calendar.ts'
import type { RosterEntry } from './contract.ts'
import {
  assertCombinable,
  assertEmployed,
  assertMayPlan,
  assertPlannable,
  cautionsOf,
  copyWeek,
  entryNames,
  hoursOf,
  MAX_WEEK_HOURS,
  sortEntries,
} from './rules.ts'

const DAYS = daysFrom('2026-05-17', '2026-05-24')
const M = ['morning'] as RosterEntry[]

/** A week with the Sunday before it, one character per day; `-` is an empty day. */
const MARKS: Record<string, RosterEntry[]> = {
  '-': [],
  m: M,
  d: ['middle'],
  e: ['evening'],
  n: ['night'],
  r: ['rest'],
  l: ['leave'],
  x: ['morning', 'evening'],
}
const week = (marks: string) =>
  [...marks].map((mark, at) => ({ on: DAYS[at] ?? '', entries: MARKS[mark] ?? [] }))

test('the hours of a day are the sum of its shifts', () => {
  assert.deepEqual(
    [[], M, ['morning', 'evening'], ['rest'], ['leave']].map((day) => hoursOf(day as RosterEntry[])),
    [0, 8, 16, 0, 0],
  )
})

test('inOrder removes duplicates and sorts the entries in the order of the day', () => {
  assert.deepEqual(sortEntries(['night', 'morning', 'night']), ['morning', 'night'])
})

test('cautionsOf reports long hours, a missing day of rest and short rests', () => {
  for (const [marks, expected] of [
    ['-mmmmmrr', []],
    // 48 hours, one day off.
    ['-mmmmmmr', [{ kind: 'hours', hours: 48 }]],
    // 40 hours are allowed; eight-hour shifts cannot add up to exactly 44.
    ['-mmmmmr-', []],
    ['-mmmmmmm', [{ kind: 'hours', hours: 56 }, { kind: 'noRest' }]],
    // Leave counts as a day without work.
    ['-mmmmlrm', []],
    // The night shift starts at 24:00, when the evening shift ends; the morning shift starts eight hours later.
    ['-enr----', [{ kind: 'shortRest', on: '2026-05-19' }]],
    ['-em-----', []],
    ['-dn-----', [{ kind: 'shortRest', on: '2026-05-19' }]],
    // From the Sunday before the week to its Monday.
    ['en------', [{ kind: 'shortRest', on: '2026-05-18' }]],
    // Both shifts of a double day count.
    ['-xn-----', [{ kind: 'shortRest', on: '2026-05-19' }]],
  ] as const) {
    assert.deepEqual(cautionsOf(week(marks)), expected, marks)
  }
})

test('the hours are reported exactly if they exceed the legal maximum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.subarray(['morning', 'middle', 'evening', 'night'] as RosterEntry[]), {
        minLength: 8,
        maxLength: 8,
      }),
      (days) => {
        const cautions = cautionsOf(days.map((entries, at) => ({ on: DAYS[at] ?? '', entries })))
        const hours = days.slice(1).reduce((sum, entries) => sum + 8 * entries.length, 0)
        assert.equal(
          cautions.some(({ kind }) => kind === 'hours'),
          hours > MAX_WEEK_HOURS,
        )
      },
    ),
  )
})

test('a rest or a leave must be the only entry of a day', () => {
  for (const entries of [[], M, ['morning', 'night'], ['rest'], ['leave']])
    assertCombinable(entries as RosterEntry[])
  for (const entries of [
    ['morning', 'rest'],
    ['leave', 'rest'],
  ]) {
    assert.throws(() => assertCombinable(entries as RosterEntry[]), { code: 'INVALID' })
  }
})

test('a day can be planned from the first of last month to 92 days ahead', () => {
  assertPlannable('2026-04-01', '2026-05-19')
  assertPlannable('2026-08-19', '2026-05-19')
  for (const day of ['2026-03-31', '2026-08-20']) {
    assert.throws(() => assertPlannable(day, '2026-05-19'), { code: 'WRONG_STATE' })
  }
  // In January, last month is December of the previous year.
  assertPlannable('2025-12-01', '2026-01-31')
})

test('a person cannot be planned before joining or after leaving, but entries can always be removed', () => {
  const agent = { id: 1, name: '周小禾', hiredOn: '2026-05-18', leftOn: '2026-05-20' }
  const at = (on: string, entries = M) => assertEmployed(agent, { staffId: 1, on, entries })
  at('2026-05-18')
  at('2026-05-20')
  at('2026-05-21', [])
  assert.throws(() => at('2026-05-17'), { code: 'WRONG_STATE' })
  assert.throws(() => at('2026-05-21'), { code: 'WRONG_STATE' })
})

test('a team member may not plan a roster', () => {
  const member: Actor = { id: 4, role: 2, parentId: 3, companyCode: '001' }
  assert.throws(() => assertMayPlan(member), { code: 'FORBIDDEN' })
  assert.doesNotThrow(() => assertMayPlan({ ...member, parentId: null }))
})

const copy = (
  source: string,
  current: string,
  replace = false,
  agent: { hiredOn: string | null; leftOn: string | null } = { hiredOn: null, leftOn: null },
) => {
  const days = week(source).map(({ on, entries }, at) => ({
    on,
    source: entries,
    current: week(current)[at]?.entries ?? [],
  }))
  const { changes, unchanged } = copyWeek(agent, days, replace)
  return [
    changes.map(({ on }) => on.slice(8)).join(' '),
    unchanged.map(({ on, reason }) => `${on.slice(8)} ${reason}`),
  ]
}

test('a copy fills empty days, overwrites planned days only with replace, and never touches leave', () => {
  assert.deepEqual(copy('mmr', '---'), ['17 18 19', []])
  assert.deepEqual(copy('mmr', 'm-e'), ['18', ['19 standing']])
  assert.deepEqual(copy('mmr', 'm-e', true), ['18 19', []])
  assert.deepEqual(copy('mm', 'll', true), ['', ['17 leave', '18 leave']])
  assert.deepEqual(copy('ml', '--', true), ['17', ['18 leaveBefore']])
  assert.deepEqual(copy('-m', 'e-', true), ['18', []])
  assert.deepEqual(copy('mmm', '---', false, { hiredOn: '2026-05-18', leftOn: '2026-05-18' }), [
    '18',
    ['17 notYet', '19 gone'],
  ])
})

test('repeating a copy changes nothing, whatever the entries', () => {
  const day = fc.oneof(
    fc.constant([] as RosterEntry[]),
    fc.constantFrom(...Object.keys(entryNames)).map((entry) => [entry]),
  )
  const days = fc.array(fc.record({ source: day, current: day }), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(days, fc.boolean(), (generated, replace) => {
      const dated = generated.map((one, at) => ({ ...one, on: DAYS[at] ?? '' }))
      const { changes } = copyWeek({ hiredOn: null, leftOn: null }, dated, replace)
      const after = dated.map((one) => {
        const change = changes.find(({ on }) => on === one.on)
        return change ? { ...one, current: change.entries } : one
      })
      assert.deepEqual(copyWeek({ hiredOn: null, leftOn: null }, after, replace).changes, [])
    }),
  )
})
