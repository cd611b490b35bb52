import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { assertUndoable, type ExistingBinding, planTakeover } from './rules.ts'

const FIRST = '2026-05-01'
const binding = (id: number, staffId: number, fromOn: string, toOn: string | null): ExistingBinding => ({
  id,
  staffId,
  staffName: `客服${staffId}`,
  fromOn,
  toOn,
})
const holderOn = (bindings: readonly ExistingBinding[], on: string) =>
  bindings.find((one) => one.fromOn <= on && (one.toOn === null || on <= one.toOn))?.staffId

/** The bindings after a takeover, as `moveNick` writes them. */
function afterTakeover(
  bindings: readonly ExistingBinding[],
  staffId: number,
  fromOn: string,
): ExistingBinding[] {
  const plan = planTakeover({ staffId, fromOn }, bindings)
  if (!plan) return [...bindings]
  const remaining = bindings.filter((one) => !plan.removed.includes(one))
  const cut = remaining.map((one) => (one === plan.cut ? { ...one, toOn: addDays(fromOn, -1) } : one))
  return [...cut, binding(99, staffId, fromOn, null)]
}

test('planTakeover ends the holder’s binding, or replaces one that begins on the same day', () => {
  const existing = binding(1, 2, FIRST, null)
  assert.deepEqual(planTakeover({ staffId: 1, fromOn: '2026-05-10' }, [existing]), {
    holder: existing,
    cut: existing,
    removed: [],
  })
  assert.deepEqual(planTakeover({ staffId: 1, fromOn: FIRST }, [existing]), {
    holder: existing,
    cut: undefined,
    removed: [existing],
  })
  assert.equal(planTakeover({ staffId: 2, fromOn: '2026-05-10' }, [existing]), null)
})

test('planTakeover gives the nick to the claimant from the day on and does not change earlier days', () => {
  const spans = fc.array(
    fc.record({ staffId: fc.integer({ min: 1, max: 3 }), gap: fc.nat({ max: 4 }), days: fc.nat({ max: 6 }) }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(spans, fc.nat({ max: 25 }), fc.boolean(), (found, offset, isOpen) => {
      let next = FIRST
      const bindings = found.map(({ staffId, gap, days }, index) => {
        const fromOn = addDays(next, gap)
        const toOn = addDays(fromOn, days)
        next = addDays(toOn, 1)
        return binding(index, staffId, fromOn, isOpen && index === found.length - 1 ? null : toOn)
      })
      const fromOn = addDays(FIRST, offset)
      const isHeld = holderOn(bindings, fromOn) === 1
      const after = afterTakeover(bindings, 1, fromOn)
      for (const on of daysFrom(FIRST, addDays(FIRST, 60))) {
        const expected = on < fromOn || isHeld ? holderOn(bindings, on) : 1
        assert.equal(holderOn(after, on), expected, on)
      }
    }),
  )
})

test('assertUndoable accepts only a confirmation that changed something, for 30 days', () => {
  const decidedAt = new Date('2026-05-01T04:00:00Z')
  const claim = { status: 'confirmed', decidedAt, hasChanged: true }
  const at = (day: string) => new Date(`${day}T04:00:00Z`)
  assert.doesNotThrow(() => assertUndoable(claim, at('2026-05-31')))
  for (const [more, now] of [
    [{}, at('2026-06-01')],
    [{ status: 'undone' }, at('2026-05-02')],
    [{ hasChanged: false }, at('2026-05-02')],
  ] as const) {
    assert.throws(() => assertUndoable({ ...claim, ...more }, now), { code: 'WRONG_STATE' })
  }
})
