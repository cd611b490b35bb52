import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Actor } from '#access/can.ts'
import { addDays, covers, daysFrom, overlaps } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { inChinese } from '#kit/text.ts'
import type { ExistingAssignment, NewAssignment } from './rules.ts'
import * as rules from './rules.ts'

const refused = (work: () => void) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error
  }
  return null
}

const FIRST = '2026-05-01'
const day = fc.nat({ max: 20 }).map((n) => addDays(FIRST, n))
const span = fc
  .tuple(day, fc.option(fc.nat({ max: 8 })))
  .map(([fromOn, length]) => ({ fromOn, toOn: length === null ? null : addDays(fromOn, length) }))
const assignment = fc
  .tuple(
    span,
    fc.record({
      staffId: fc.integer({ min: 1, max: 3 }),
      shift: fc.constantFrom('morning' as const, 'evening' as const),
      sharePercent: fc.integer({ min: 0, max: 60 }),
    }),
  )
  .map(([days, rest]) => ({
    ...days,
    ...rest,
    staffName: `客服${rest.staffId}`,
    duty: 'main' as const,
    insteadOf: null,
  }))

// Longer than every span with an end, so that spans without one differ.
const DAYS = daysFrom(FIRST, addDays(FIRST, 40))
const holds = (one: { fromOn: string; toOn: string | null }, on: string) =>
  one.fromOn <= on && (one.toOn === null || on <= one.toOn)

test('overlaps and covers agree with a check of every day', () => {
  fc.assert(
    fc.property(span, span, (a, b) => {
      assert.equal(
        overlaps(a, b),
        DAYS.some((on) => holds(a, on) && holds(b, on)),
      )
      assert.equal(
        covers(a, b),
        DAYS.every((on) => !holds(b, on) || holds(a, on)),
      )
    }),
  )
})

test('assertShares throws exactly if the shares of a day would exceed 100 %', () => {
  fc.assert(
    fc.property(assignment, fc.array(assignment, { maxLength: 6 }), (newAssignment, others) => {
      const sumOn = (on: string) =>
        others.filter((other) => holds(other, on)).reduce((sum, other) => sum + other.sharePercent, 0)
      const expected =
        newAssignment.sharePercent > 0 &&
        DAYS.some((on) => holds(newAssignment, on) && sumOn(on) + newAssignment.sharePercent > 100)
      assert.equal(refused(() => rules.assertShares(newAssignment, others)) !== null, expected)
    }),
  )
})

test('assertFree throws exactly for the same agent, shift and day', () => {
  fc.assert(
    fc.property(assignment, fc.array(assignment, { maxLength: 6 }), (newAssignment, others) => {
      const expected = others.some(
        (other) =>
          other.staffId === newAssignment.staffId &&
          other.shift === newAssignment.shift &&
          DAYS.some((on) => holds(other, on) && holds(newAssignment, on)),
      )
      assert.equal(refused(() => rules.assertShiftFree(newAssignment, others)) !== null, expected)
    }),
  )
})

const existingAssignment = (more: Partial<ExistingAssignment>): ExistingAssignment => ({
  staffId: 1,
  staffName: '周小禾',
  shift: 'morning',
  sharePercent: 60,
  fromOn: '2026-05-01',
  toOn: null,
  ...more,
})
const newAssignment = (more: Partial<NewAssignment>): NewAssignment => ({
  staffId: 2,
  duty: 'main',
  shift: 'morning',
  sharePercent: 50,
  insteadOf: null,
  fromOn: '2026-05-01',
  toOn: null,
  ...more,
})
const sentence = (error: AppError | null) => error && inChinese(error.sentence)

test('the error messages name the conflicting assignment', () => {
  const share = refused(() => rules.assertShares(newAssignment({}), [existingAssignment({})]))
  assert.equal(sentence(share), '2026-05-01 这家店铺的占比已有 周小禾 60%，只剩 40%，请调低占比。')
  const free = refused(() =>
    rules.assertShiftFree(newAssignment({ staffId: 1 }), [existingAssignment({ toOn: '2026-05-20' })]),
  )
  assert.equal(
    sentence(free),
    '周小禾 2026-05-01 至 2026-05-20 已在这家店铺上这个班次，请先结束那条分配，或换一个日期。',
  )
})

test('withDefaults gives a substitute no share unless one is set', () => {
  const input = { storeId: 1, staffId: 2, shift: 'morning', fromOn: '2026-05-01' } as const
  assert.equal(rules.withDefaults({ ...input, duty: 'substitute' }).sharePercent, 0)
  assert.equal(rules.withDefaults({ ...input, duty: 'second' }).sharePercent, 100)
  assert.equal(rules.withDefaults({ ...input, duty: 'second', sharePercent: 30 }).sharePercent, 30)
})

test('mayAssign: an admin assigns within the company, a head within the team, an agent a team mate', () => {
  const actor = (role: number, parentId: number | null, id = 10): Actor => ({
    id,
    role,
    parentId,
    companyCode: '002',
  })
  const agent = (id: number, parentId: number | null, companyCode = '002') => ({
    id,
    parentId,
    companyCode,
    role: 2,
    status: 'active',
  })
  assert.equal(rules.mayAssign(actor(1, null), agent(20, 5)), true)
  assert.equal(rules.mayAssign(actor(1, null), agent(20, 5, '001')), false)
  assert.equal(rules.mayAssign(actor(2, null), agent(20, 10)), true)
  assert.equal(rules.mayAssign(actor(2, null), agent(10, null)), true, 'the head alike')
  assert.equal(rules.mayAssign(actor(2, null), agent(20, 5)), false)
  assert.equal(rules.mayAssign(actor(2, 5), agent(20, 5)), true)
  assert.equal(rules.mayAssign(actor(2, 5), agent(10, 5)), false, 'not to oneself')
  assert.equal(rules.mayAssign(actor(2, 5), agent(20, 6)), false)
  assert.equal(rules.mayAssign(actor(3, null), agent(20, 5)), false)
})

test('assertHandover requires a substitution without a share, with an end, within a shift of the agent', () => {
  const ownAssignments = [existingAssignment({ staffId: 10 })]
  const handover = (more: Partial<NewAssignment>) =>
    refused(() =>
      rules.assertHandover(
        newAssignment({ duty: 'substitute', sharePercent: 0, toOn: '2026-05-02', ...more }),
        ownAssignments,
      ),
    )?.code ?? null
  assert.equal(handover({}), null)
  assert.equal(handover({ duty: 'main' }), 'FORBIDDEN')
  assert.equal(handover({ sharePercent: 1 }), 'FORBIDDEN')
  assert.equal(handover({ toOn: null }), 'INVALID')
  assert.equal(handover({ shift: 'night' }), 'INVALID')
  assert.equal(handover({ fromOn: '2026-04-30' }), 'INVALID')
})

test('assertEnd rejects a day before the first day, and a day not before the current last day', () => {
  const end = (toOn: string | null, day: string) =>
    refused(() => rules.assertEnd({ fromOn: '2026-05-05', toOn }, day))?.code ?? null
  assert.equal(end(null, '2026-05-05'), null)
  assert.equal(end(null, '2026-05-04'), 'INVALID')
  assert.equal(end('2026-05-10', '2026-05-09'), null)
  assert.equal(end('2026-05-10', '2026-05-10'), 'WRONG_STATE')
})
