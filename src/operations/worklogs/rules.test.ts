import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '#kit/calendar.ts'
import type { WorklogStatus } from './contract.ts'
import type { DayState } from './contractDay.ts'
import { keyedReplyRate, lineProblems, mergeLine } from './lines.ts'
import {
  afterStep,
  assertEditable,
  isEditable,
  mayReview,
  nextToReview,
  pauseUntil,
  type Step,
} from './rules.ts'
import { canStillSubmit, dayState, nextAtStores } from './shifts.ts'

const TODAY = '2026-05-19'
const STEPS = ['submit', 'withdraw', 'approve', 'return'] as const

/** The state machine of domain.md, written independently: status and step → status; all other steps are refused. */
const MODEL: Record<WorklogStatus, Partial<Record<Step, WorklogStatus>>> = {
  draft: { submit: 'submitted' },
  submitted: { withdraw: 'draft', approve: 'approved', return: 'returned' },
  returned: { submit: 'submitted' },
  approved: {},
}

test('model: random steps follow the state machine, and refused steps change nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 30 }), (tried) => {
      let status: WorklogStatus = 'draft'
      for (const step of tried) {
        const expected: WorklogStatus | undefined = MODEL[status][step]
        if (expected) status = afterStep(status, step)
        else assert.throws(() => afterStep(status, step), { code: 'WRONG_STATE' })
        assert.equal(status, expected ?? status)
      }
    }),
  )
})

test('model: drafts close after 7 days, returned logs never; submitted and approved logs are read-only', () => {
  const statuses = fc.constantFrom<WorklogStatus>('draft', 'submitted', 'approved', 'returned')
  fc.assert(
    fc.property(statuses, fc.integer({ min: 0, max: 60 }), fc.boolean(), (status, age, was) => {
      const wasReturned = was || status === 'returned'
      const log = { status, on: addDays(TODAY, -age), wasReturned }
      const isOpen = (status === 'draft' || status === 'returned') && (wasReturned || age <= 7)
      assert.equal(isEditable(log, TODAY), isOpen)
      if (isOpen) assert.doesNotThrow(() => assertEditable(log, TODAY))
      else assert.throws(() => assertEditable(log, TODAY), { code: 'WRONG_STATE' })
    }),
  )
})

test('users cannot review their own logs; a head reviews only those of the team', () => {
  const head = { id: 3, role: 2, parentId: null, companyCode: '001' }
  const admin = { id: 1, role: 1, parentId: null, companyCode: '002' }
  const log = { companyCode: '001', staffId: 4, headId: 3 }
  assert.ok(mayReview(head, log))
  assert.ok(!mayReview(head, { ...log, staffId: 3, headId: null }))
  assert.ok(!mayReview(head, { ...log, headId: 6 }))
  assert.ok(!mayReview(admin, log))
  assert.ok(!mayReview({ ...head, id: 4, parentId: 3 }, { ...log, staffId: 5 }))
})

const none = {
  consultUsers: null,
  handledUsers: null,
  unreplied: null,
  rate3minBp: null,
  frtSec: null,
  artSec: null,
  satisfied: null,
  evaluated: null,
}

test('golden: mergeLine returns the effective figures, and those of the other source if they differ', () => {
  const keyed = { source: 'keyed' as const, figures: { ...none, handledUsers: 30 } }
  const file = { figures: { ...none, handledUsers: 31 }, replyRateBp: 9900, pending: [] }
  const rows = [
    [mergeLine(null, null, 'unreplied'), 'empty', null, undefined],
    [mergeLine(keyed, null, 'unreplied'), 'keyed', 30, undefined],
    [mergeLine(null, file, 'unreplied'), 'imported', 31, undefined],
    [mergeLine(keyed, file, 'unreplied'), 'imported', 31, 30],
    [mergeLine({ ...keyed, figures: file.figures }, file, 'unreplied'), 'imported', 31, undefined],
  ] as const
  for (const [line, source, handled, other] of rows) {
    assert.deepEqual([line.source, line.handledUsers, line.other?.handledUsers], [source, handled, other])
  }
})

test('golden: a keyed reply rate is null if its denominator is 0 or missing', () => {
  const rate = (consultUsers: number | null, unreplied: number | null, rate3minBp: number | null = null) =>
    keyedReplyRate({ ...none, consultUsers, unreplied, rate3minBp }, 'unreplied')
  assert.deepEqual([rate(20, 1), rate(0, 0), rate(null, 1), rate(3, 1)], [9500, null, null, 6667])
  assert.equal(keyedReplyRate({ ...none, rate3minBp: 9430 }, 'within3min'), 9430)
  assert.deepEqual(Object.keys(lineProblems({ ...none, unreplied: 2 }, 'unreplied')), ['unreplied'])
})

test('golden: the state of a day with none, one or several shifts', () => {
  const log = (shift: 'morning' | 'evening', status: WorklogStatus) => ({ shift, status })
  assert.equal(dayState([], [], true), 'off')
  assert.equal(dayState(['morning'], [], true), 'missing')
  assert.equal(dayState(['morning'], [], false), 'due')
  assert.equal(dayState([], [], false), 'off')
  assert.equal(dayState(['morning'], [log('morning', 'submitted')], false), 'submitted')
  assert.equal(dayState(['morning'], [log('evening', 'submitted')], true), 'submitted')
  assert.equal(dayState(['morning', 'evening'], [log('morning', 'approved')], true), 'missing')
  assert.equal(
    dayState(['morning'], [log('morning', 'approved'), log('evening', 'returned')], true),
    'returned',
  )
})

test('golden: a day counts as not submitted while its author can still submit it', () => {
  const still = (
    state: DayState,
    { ago = 1, wasReturned = false, isEmployed = true, isClosed = false } = {},
  ) =>
    canStillSubmit({ on: addDays(TODAY, -ago), state, wasReturned }, { today: TODAY, isEmployed, isClosed })
  assert.deepEqual([still('missing'), still('draft'), still('returned')], [true, true, true])
  assert.deepEqual([still('submitted'), still('approved'), still('off')], [false, false, false])
  assert.equal(still('missing', { ago: 0 }), false)
  assert.deepEqual([still('missing', { ago: 7 }), still('missing', { ago: 8 })], [true, false])
  assert.deepEqual([still('returned', { ago: 30 }), still('draft', { ago: 30 })], [true, false])
  assert.equal(still('draft', { ago: 30, wasReturned: true }), true)
  assert.equal(still('missing', { isEmployed: false }), false)
  assert.equal(still('returned', { isClosed: true }), false)
})

test('a note goes to the people who serve the store next, and to no later shift', () => {
  const at = (staffId: number, on: string, shift: 'morning' | 'evening') => ({
    staffId,
    storeId: 1,
    on,
    shift,
  })
  const order = (shift: string) => ['morning', 'evening'].indexOf(shift)
  const slots = [at(1, TODAY, 'morning'), at(2, TODAY, 'evening'), at(3, '2026-05-20', 'morning')]
  const next = (staffId: number, shift: 'morning' | 'evening') =>
    nextAtStores(slots, { staffId, on: TODAY, shift }, order).map((slot) => slot.staffId)
  assert.deepEqual([next(1, 'morning'), next(2, 'evening')], [[2], [3]])
  assert.deepEqual(
    nextAtStores([at(1, '2026-05-20', 'morning')], { staffId: 1, on: TODAY, shift: 'morning' }, order),
    [],
  )
})

test('a person can be reminded again after an hour', () => {
  const now = new Date('2026-05-19T04:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  assert.ok(pauseUntil(ago(59), now))
  assert.equal(pauseUntil(ago(60), now), null)
  assert.equal(pauseUntil(null, now), null)
})

test('nextToReview returns the next log of the list, else an earlier one, else none', () => {
  const before = [5, 4, 3, 2]
  assert.equal(nextToReview(4, before, [5, 3, 2]), 3)
  // Another reviewer has handled 3 meanwhile; 6 is new.
  assert.equal(nextToReview(4, before, [6, 5, 2]), 2)
  assert.equal(nextToReview(2, before, [5, 4, 3]), 5)
  // Opened by a link: the log is not in the list.
  assert.equal(nextToReview(9, before, before), 5)
  // The response is older than the step.
  assert.equal(nextToReview(5, [5], [5]), undefined)
  assert.equal(nextToReview(5, [], []), undefined)
})
