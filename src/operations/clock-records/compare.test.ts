import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day } from '#kit/calendar.ts'
import type { PersonDay } from '#operations/duty/rules.ts'
import { type CompareFacts, compareDays } from './compare.ts'
import { countedHalves, proposalOf } from './proposals.ts'

const MONDAY = '2026-05-18'
const TIMES: Record<string, { starts: number; ends: number }> = {
  morning: { starts: 480, ends: 960 },
  middle: { starts: 720, ends: 1200 },
  evening: { starts: 960, ends: 0 },
  night: { starts: 0, ends: 480 },
  late: { starts: 23 * 60, ends: 7 * 60 },
  long: { starts: 540, ends: 1080 },
}

const minute = (time: string) => {
  const [, next, hours, rest] = /^(\+?)(\d+):(\d+)$/.exec(time) ?? []
  return (next ? 1440 : 0) + Number(hours) * 60 + Number(rest)
}

interface Case {
  /** Shifts by day, counted from Monday. */
  shifts?: Record<number, string[]>
  /** `+07:02` is on the next day. */
  punches?: Record<number, string[]>
  leave?: PersonDay['leave']
  logs?: number[]
  now?: number
}

const NONE = { morning: false, afternoon: false }

/** The days from Monday to Wednesday, as `18 late 25`. */
function compare({ shifts = {}, punches = {}, leave = NONE, logs = [], now }: Case) {
  const dayAt = (at: number) => addDays(MONDAY, at)
  const duty = [-1, 0, 1, 2, 3].map(
    (at): PersonDay => ({
      staffId: 1,
      on: dayAt(at),
      planned: true,
      leave: at === 0 ? leave : NONE,
      rests: false,
      shifts: shifts[at] ?? [],
      owed: shifts[at] ?? [],
      posts: [],
    }),
  )
  const records = new Map(
    Object.entries(punches).map(([at, times]) => [dayAt(Number(at)), times.map(minute)]),
  )
  const facts: CompareFacts = {
    duty,
    timesOf: (code) => TIMES[code],
    recordsOf: () => records,
    hasLog: (_staff: number, on: Day) => logs.some((at) => dayAt(at) === on),
    toleranceOn: () => 10,
    now: now ?? Number.POSITIVE_INFINITY,
  }
  return compareDays(facts, { from: MONDAY, to: addDays(MONDAY, 2) })
}
const texts = (of: Case) =>
  compare(of).map(({ on, states, halves }) => {
    const found = states.map(({ state, minutes }) => (minutes > 0 ? `${state} ${minutes}` : state))
    return `${on.slice(8)} ${found.join(' ')} ${halves}`
  })
const morning = (...times: string[]): Case => ({ shifts: { 0: ['morning'] }, punches: { 0: times } })

test('within the tolerance a day is normal; beyond it all minutes count', () => {
  assert.deepEqual(texts(morning('07:50', '16:20')), ['18 normal 2'])
  assert.deepEqual(texts(morning('08:10', '15:50')), ['18 normal 2'])
  assert.deepEqual(texts(morning('08:25', '16:00')), ['18 late 25 2'])
  assert.deepEqual(texts(morning('08:00', '15:30')), ['18 early 30 2'])
  assert.deepEqual(texts(morning('08:11', '15:49')), ['18 late 11 early 11 2'])
})

test('a day is rounded to half days by what was attended', () => {
  assert.deepEqual(texts(morning('10:01', '16:00')), ['18 late 121 1'])
  assert.deepEqual(texts(morning('14:30', '16:00')), ['18 late 390 0'])
})

test('one punch, or two at the same time, is 缺卡: half a day is proved', () => {
  assert.deepEqual(texts(morning('08:00')), ['18 missing 1'])
  assert.deepEqual(texts(morning('07:59', '08:01')), ['18 missing 1'])
  assert.deepEqual(texts(morning('16:03')), ['18 missing 1'])
  assert.deepEqual(texts(morning('08:30')), ['18 late 30 missing 1'])
})

test('旷工 is duty without clock, leave and log; with a log it is 缺卡; without a row nothing is known', () => {
  assert.deepEqual(texts(morning()), ['18 absent 0'])
  assert.deepEqual(texts({ ...morning(), logs: [0] }), ['18 missing 0'])
  assert.deepEqual(texts({ shifts: { 0: ['morning'] } }), ['18 unrecorded 0'])
})

test('D4: 23:00–07:00 belongs to the day on which it begins, whichever row has the end', () => {
  const shifts = { 0: ['late'] }
  assert.deepEqual(texts({ shifts, punches: { 0: ['22:58', '+07:02'] } }), ['18 normal 2'])
  assert.deepEqual(texts({ shifts, punches: { 0: ['22:58'], 1: ['07:02'] } }), ['18 normal 2'])
  assert.deepEqual(texts({ shifts, punches: { 0: ['22:58'], 1: ['06:30'] } }), ['18 early 30 2'])
  // The next shift begins in the evening; its punches stay its own.
  const twice = { 0: ['late'], 1: ['late'] }
  const punches = { 0: ['22:58'], 1: ['07:02', '23:30'], 2: ['07:00'] }
  assert.deepEqual(texts({ shifts: twice, punches }), ['18 normal 2', '19 late 30 2'])
})

test('a night shift from 00:00 takes the punch of the evening before', () => {
  assert.deepEqual(texts({ shifts: { 1: ['night'] }, punches: { 0: ['23:52'], 1: ['08:03'] } }), [
    '19 normal 2',
  ])
})

test('several shifts a day: those that touch are one, others need their own punches', () => {
  const touching = { shifts: { 0: ['morning', 'evening'] }, punches: { 0: ['08:00', '+00:01'] } }
  assert.deepEqual(texts(touching), ['18 normal 2'])
  const apart = { 0: ['night', 'evening'] }
  const all = ['00:00', '08:00', '16:00', '+00:00']
  assert.deepEqual(texts({ shifts: apart, punches: { 0: all } }), ['18 normal 2'])
  assert.deepEqual(texts({ shifts: apart, punches: { 0: all.slice(0, 2) } }), ['18 missing 1'])
})

test('punches at a break do not matter', () => {
  assert.deepEqual(texts({ shifts: { 0: ['long'] }, punches: { 0: ['09:00', '12:00', '13:00', '18:00'] } }), [
    '18 normal 2',
  ])
})

test('shifts that end at midnight and begin there share the punch between them', () => {
  const shifts = { 0: ['evening'], 1: ['night'] }
  assert.deepEqual(texts({ shifts, punches: { 0: ['16:00', '+00:02'], 1: ['08:00'] } }), [
    '18 normal 2',
    '19 normal 2',
  ])
})

test('a leave of the afternoon ends the morning at noon; a day of leave is 请假', () => {
  const leave = { morning: false, afternoon: true }
  assert.deepEqual(texts({ ...morning('08:00', '12:02'), leave }), ['18 normal 2'])
  assert.deepEqual(texts({ leave: { morning: true, afternoon: true }, punches: { 0: [] } }), ['18 leave 0'])
})

test('somebody who comes without a shift is 未排班到岗', () => {
  assert.deepEqual(texts({ punches: { 0: ['09:00', '18:00'] } }), ['18 unplanned 2'])
  assert.deepEqual(texts({ punches: { 0: ['09:00', '12:00'] } }), ['18 unplanned 1'])
  assert.deepEqual(texts({ punches: { 0: ['09:00'] } }), ['18 unplanned 0'])
  assert.deepEqual(texts({ punches: { 0: [] } }), [])
})

test('a day is compared once its shifts have ended', () => {
  const end = Date.parse(`${MONDAY}T16:00:00Z`) / 60_000
  assert.deepEqual(texts({ ...morning('08:00'), now: end - 1 }), [])
  assert.deepEqual(texts({ ...morning('08:00'), now: end }), ['18 missing 1'])
})

/** The half days that are proposed for Monday. */
const proposed = (of: Case, more: Partial<Parameters<typeof proposalOf>[1]> = {}) => {
  const [day] = compare(of)
  assert.ok(day)
  return proposalOf(day, { basis: 'log', log: 'none', takenHalves: 0, ...more })?.halfDays ?? null
}

test('a proposal is what the clock says minus what counts', () => {
  const worked = morning('08:00', '16:00')
  assert.equal(proposed(worked), 2, 'no log')
  assert.equal(proposed(worked, { log: 'approved' }), null)
  assert.equal(proposed(worked, { log: 'open' }), null, 'counts once it is approved')
  assert.equal(proposed({ ...morning(), logs: [0] }, { log: 'approved' }), -2, 'a log without a clock')
  assert.equal(proposed(morning('10:01', '16:00'), { log: 'approved' }), -1)
  assert.equal(proposed(morning()), null, 'an absence without a log counts nothing already')
  assert.equal(proposed(morning('08:00')), 1)
  assert.equal(proposed(morning('08:00'), { log: 'approved' }), null, 'a log confirms a missing punch')
})

test('a proposal that was taken is not made again, and is corrected if the log is approved later', () => {
  const worked = morning('08:00', '16:00')
  assert.equal(proposed(worked, { takenHalves: 2 }), null)
  assert.equal(proposed(worked, { takenHalves: 2, log: 'approved' }), -2)
})

test('nothing is taken away for a leave, a day without a record or a day without a shift', () => {
  assert.equal(proposed({ leave: { morning: true, afternoon: true } }, { log: 'approved' }), null)
  assert.equal(proposed({ shifts: { 0: ['morning'] } }, { log: 'approved' }), null)
  assert.equal(proposed({ punches: { 0: ['09:00'] } }, { log: 'approved' }), null)
  assert.equal(proposed({ punches: { 0: ['09:00', '18:00'] } }), 2)
})

test('by clock the clock counts, by both the lesser', () => {
  const worked = morning('08:00', '16:00')
  assert.equal(proposed(worked, { basis: 'clock' }), null)
  assert.equal(proposed(worked, { basis: 'both' }), 2, 'no log')
  assert.equal(proposed(morning('08:00'), { basis: 'clock', log: 'approved' }), 1)
  assert.deepEqual(
    [
      countedHalves('log', 1, 'approved'),
      countedHalves('clock', 1, 'none'),
      countedHalves('both', 1, 'approved'),
    ],
    [2, 1, 1],
  )
  assert.deepEqual([countedHalves('log', 2, 'open'), countedHalves('both', 2, 'none')], [0, 0])
})
