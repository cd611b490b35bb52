import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, type Day, daysFrom, mondayOf } from '#kit/calendar.ts'
import { type AssignedPost, belongsTo, type DutyFacts, dutyOf, leaveOn } from './rules.ts'

const MONDAY = '2026-05-18'
const week = { from: MONDAY, to: addDays(MONDAY, 6) }

const SHIFTS = [
  { code: 'morning', starts: 480 },
  { code: 'middle', starts: 720 },
  { code: 'evening', starts: 960 },
  { code: 'night', starts: 0 },
]

const factsWith = (facts: Partial<DutyFacts>): DutyFacts => ({
  people: [person(1), person(2)],
  assignments: [],
  replacements: [],
  running: [{ storeId: 1, fromOn: week.from, toOn: week.to }],
  entries: [],
  leaves: [],
  away: [],
  shifts: SHIFTS,
  ...facts,
})
const person = (id: number) => ({ id, firstOn: '2026-01-01', leftOn: null })
const assigned = (staffId: number, shift = 'morning', more: Partial<AssignedPost> = {}): AssignedPost => ({
  staffId,
  storeId: 1,
  shift,
  duty: 'main',
  fromOn: '2026-01-01',
  toOn: null,
  insteadOf: null,
  ...more,
})
const standIn = (staffId: number, insteadOf: number, more: Partial<AssignedPost> = {}) =>
  assigned(staffId, 'morning', { duty: 'substitute', insteadOf, fromOn: week.from, toOn: week.to, ...more })
const leave = (staffId: number, fromOn: Day, toOn = fromOn, [fromNoon, toNoon] = [false, false]) => ({
  staffId,
  fromOn,
  fromNoon,
  toOn,
  toNoon,
})
const entry = (staffId: number, on: Day, text: string) => ({ staffId, on, entry: text })

const on = (facts: DutyFacts, day: Day) =>
  dutyOf(facts, { from: day, to: day }).map(
    ({ staffId, shifts, owed, posts }) =>
      `${staffId}: ${shifts} | ${posts.map(({ storeId, shift }) => `${storeId} ${shift}`)} | ${owed}`,
  )

test('D1: a person assigned in the morning and rostered in the evening covers the evening only', () => {
  const facts = factsWith({ assignments: [assigned(1)], entries: [entry(1, MONDAY, 'evening')] })
  assert.deepEqual(on(facts, MONDAY), ['1: evening | 1 evening | evening', '2:  |  | '])
})

test('D2: a leave beats the roster, and the stand-in is on duty and owes the log', () => {
  const stand = standIn(2, 1, { fromOn: MONDAY, toOn: MONDAY })
  const facts = factsWith({
    assignments: [assigned(1), stand],
    replacements: [stand],
    entries: [entry(1, MONDAY, 'morning')],
    leaves: [leave(1, MONDAY)],
  })
  assert.deepEqual(on(facts, MONDAY), ['1:  |  | ', '2: morning | 1 morning | morning'])
  // The week of the person on leave stays planned: the next day has no entry.
  assert.deepEqual(on(facts, addDays(MONDAY, 1)), ['1:  |  | ', '2:  |  | '])
})

test('D3: without a roster, a person is on duty on the days on which the store owes figures', () => {
  const running = [
    { storeId: 1, fromOn: MONDAY, toOn: addDays(MONDAY, 1) },
    { storeId: 1, fromOn: addDays(MONDAY, 3), toOn: week.to },
  ]
  const days = dutyOf(factsWith({ assignments: [assigned(1)], running }), week)
  assert.equal(days.filter(({ shifts }) => shifts.length > 0).length, 6)
})

test('a stand-in takes a person out of the store and shift, but not out of the others', () => {
  const stand = standIn(2, 1)
  const running = [1, 2].map((storeId) => ({ storeId, fromOn: week.from, toOn: week.to }))
  const both = [assigned(1), assigned(1, 'morning', { storeId: 2 }), stand]
  const facts = factsWith({ assignments: both, replacements: [stand], running })
  assert.deepEqual(on(facts, MONDAY), [
    '1: morning | 2 morning | morning',
    '2: morning | 1 morning | morning',
  ])
  const only = factsWith({ assignments: [assigned(1), stand], replacements: [stand] })
  assert.deepEqual(on(only, MONDAY)[0], '1:  |  | ')
  // The same if the roster plans the week.
  const planned = { ...only, entries: [entry(1, MONDAY, 'morning')] }
  assert.deepEqual(on(planned, MONDAY)[0], '1:  |  | ')
})

test('a stand-in works on a day for which the roster has a rest, but not on a leave', () => {
  const stand = standIn(2, 1)
  const facts = factsWith({
    assignments: [stand],
    replacements: [stand],
    entries: [entry(2, MONDAY, 'rest'), entry(2, addDays(MONDAY, 1), 'leave')],
  })
  assert.equal(on(facts, MONDAY)[1], '2: morning | 1 morning | morning')
  assert.equal(on(facts, addDays(MONDAY, 1))[1], '2:  |  | ')
})

test('a roster shift of a person without a store covers nothing, and the person is on duty', () => {
  const facts = factsWith({ entries: [entry(1, MONDAY, 'middle')] })
  assert.equal(on(facts, MONDAY)[0], '1: middle |  | middle')
})

test('a half day of leave takes away the shifts that begin in it', () => {
  const facts = factsWith({
    entries: [entry(1, MONDAY, 'morning'), entry(1, MONDAY, 'middle'), entry(1, MONDAY, 'evening')],
    leaves: [leave(1, MONDAY, MONDAY, [true, false])],
  })
  assert.equal(on(facts, MONDAY)[0], '1: morning |  | morning')
  assert.deepEqual(leaveOn([leave(1, MONDAY, MONDAY, [false, true])], MONDAY), {
    morning: true,
    afternoon: false,
  })
  assert.deepEqual(leaveOn([leave(1, MONDAY, addDays(MONDAY, 1), [true, true])], addDays(MONDAY, 1)), {
    morning: true,
    afternoon: false,
  })
})

// The model: the same sentences of domain-2 §7, person by person and without any index or shortcut.

interface World extends DutyFacts {
  assignments: AssignedPost[]
}

const within = (span: { fromOn: Day; toOn: Day | null }, day: Day) =>
  span.fromOn <= day && (span.toOn === null || day <= span.toOn)

function naiveShifts(world: World, staffId: number, day: Day) {
  const who = world.people.find(({ id }) => id === staffId)
  const gone = world.away.some((span) => span.staffId === staffId && within(span, day))
  if (!who || gone || day < who.firstOn || (who.leftOn && day > who.leftOn)) return null
  const runs = (store: number) => world.running.some((span) => span.storeId === store && within(span, day))
  const rows = world.assignments.filter(
    (one) => one.staffId === staffId && within(one, day) && runs(one.storeId),
  )
  const ofWeek = world.entries.filter(
    (one) => one.staffId === staffId && mondayOf(one.on) === mondayOf(day) && one.entry !== 'leave',
  )
  const codes = SHIFTS.map(({ code }) => code)
  const planned = ofWeek.length > 0
  const worked = codes.filter((code) =>
    planned
      ? ofWeek.some((one) => one.on === day && one.entry === code)
      : rows.some((row) => row.shift === code && row.insteadOf === null),
  )
  return { rows, planned, worked }
}

/** Whether a person is on duty at a store on a shift. */
function naiveDuty(world: World, staffId: number, storeId: number, day: Day, shift: string): boolean {
  const found = naiveShifts(world, staffId, day)
  if (!found || isAbsent(world, staffId, day, shift)) return false
  const here = found.rows.filter((row) => row.storeId === storeId)
  if (here.some((row) => row.shift === shift && row.insteadOf !== null)) return true
  const usual = here.filter((row) => row.insteadOf === null)
  if (usual.length === 0 || isReplaced(world, staffId, storeId, day, shift)) return false
  return naivelyPlaced(usual, found.worked, shift)
}

function naivelyPlaced(usual: readonly AssignedPost[], worked: readonly string[], shift: string): boolean {
  if (!worked.includes(shift)) return false
  if (usual.some((row) => row.shift === shift)) return true
  return !usual.some((row) => worked.includes(row.shift)) && worked[0] === shift
}

function isAbsent(world: World, staffId: number, day: Day, shift: string): boolean {
  if (world.entries.some((one) => one.staffId === staffId && one.on === day && one.entry === 'leave'))
    return true
  const begins = SHIFTS.find(({ code }) => code === shift)?.starts ?? 0
  return world.leaves.some((one) => {
    if (one.staffId !== staffId) return false
    const first = `${one.fromOn} ${one.fromNoon ? 'b' : 'a'}`
    const last = `${one.toOn} ${one.toNoon ? 'a' : 'b'}`
    const half = `${day} ${begins < 720 ? 'a' : 'b'}`
    return first <= half && half <= last
  })
}

const isReplaced = (world: World, staffId: number, storeId: number, day: Day, shift: string) =>
  world.assignments.some(
    (row) => row.insteadOf === staffId && row.storeId === storeId && row.shift === shift && within(row, day),
  )

const days = daysFrom(addDays(MONDAY, -2), addDays(MONDAY, 9))
const arbitraryDay = fc.constantFrom(...days)
const arbitraryPerson = fc.integer({ min: 1, max: 4 })
const arbitraryShift = fc.constantFrom(...SHIFTS.map(({ code }) => code))
const arbitrarySpan = fc.tuple(arbitraryDay, arbitraryDay).map(([a, b]) => {
  const [fromOn = a, toOn = b] = [a, b].sort()
  return { fromOn, toOn }
})
const arbitraryAssignment = fc
  .tuple(arbitraryPerson, fc.integer({ min: 1, max: 3 }), arbitraryShift, arbitrarySpan)
  .map(([staffId, storeId, shift, span]) => assigned(staffId, shift, { storeId, ...span }))
const arbitraryStandIn = fc
  .tuple(arbitraryAssignment, arbitraryPerson)
  .map(([row, insteadOf]) => ({ ...row, duty: 'substitute' as const, insteadOf }))
  .filter((row) => row.staffId !== row.insteadOf)

const arbitraryWorld: fc.Arbitrary<World> = fc
  .record({
    usual: fc.array(arbitraryAssignment, { maxLength: 8 }),
    standIns: fc.array(arbitraryStandIn, { maxLength: 3 }),
    running: fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 3 }), arbitrarySpan)
        .map(([storeId, span]) => ({ storeId, ...span })),
      { maxLength: 5 },
    ),
    entries: fc.array(
      fc
        .tuple(arbitraryPerson, arbitraryDay, fc.oneof(arbitraryShift, fc.constantFrom('rest', 'leave')))
        .map(([staffId, day, text]) => entry(staffId, day, text)),
      { maxLength: 6 },
    ),
    leaves: fc.array(
      fc
        .tuple(arbitraryPerson, arbitrarySpan, fc.boolean(), fc.boolean())
        .map(([id, { fromOn, toOn }, a, b]) => leave(id, fromOn, toOn, [a, b && !(a && fromOn === toOn)])),
      { maxLength: 3 },
    ),
    away: fc.array(
      fc.tuple(arbitraryPerson, arbitrarySpan).map(([staffId, span]) => ({ staffId, ...span })),
      { maxLength: 1 },
    ),
  })
  .map(({ usual, standIns, ...rest }) => ({
    ...rest,
    people: [1, 2, 3, 4].map(person),
    assignments: [...usual, ...standIns],
    replacements: standIns,
    shifts: SHIFTS,
  }))

/** Every person, store, day and shift. */
const places = days.flatMap((day) =>
  [1, 2, 3, 4].flatMap((staffId) =>
    [1, 2, 3].flatMap((storeId) => SHIFTS.map(({ code }) => ({ day, staffId, storeId, code }))),
  ),
)

/** `person store day shift` of every post that duty has. */
const postsOf = (world: World) =>
  dutyOf(world, { from: days[0] ?? '', to: days.at(-1) ?? '' }).flatMap(({ staffId, on: day, posts }) =>
    posts.map(({ storeId, shift }) => `${staffId} ${storeId} ${day} ${shift}`),
  )

test('for random assignments, rosters, leaves and stand-ins, duty is what the naive model says', () => {
  fc.assert(
    fc.property(arbitraryWorld, (world) => {
      const posts = new Set(postsOf(world))
      for (const { day, staffId, storeId, code } of places) {
        const key = `${staffId} ${storeId} ${day} ${code}`
        assert.equal(posts.has(key), naiveDuty(world, staffId, storeId, day, code), key)
      }
    }),
    { numRuns: 200 },
  )
})

test('whoever owes a log is on duty in its shift, and whoever covers a store is on duty in that shift', () => {
  fc.assert(
    fc.property(arbitraryWorld, (world) => {
      for (const { shifts, owed, posts, planned, leave: absent } of dutyOf(world, week)) {
        assert.ok(owed.every((shift) => shifts.includes(shift)))
        assert.ok(posts.every(({ shift }) => shifts.includes(shift)))
        if (planned) assert.deepEqual(owed, shifts)
        if (absent.morning && absent.afternoon) assert.deepEqual(shifts, [])
      }
    }),
  )
})

test('a store belongs to exactly one of the shifts that are worked, whatever shift it is assigned on', () => {
  const codes = SHIFTS.map(({ code }) => code)
  fc.assert(
    fc.property(fc.subarray(codes, { minLength: 1 }), fc.constantFrom(...codes), (worked, shift) => {
      const store = { storeId: 1, shifts: [shift] }
      assert.equal(worked.filter((one) => belongsTo(store, one, worked)).length, 1)
    }),
  )
})
