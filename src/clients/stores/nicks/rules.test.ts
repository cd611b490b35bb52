import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Actor } from '#access/can.ts'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { inChinese } from '#kit/text.ts'
import { assertBindable, type ExistingBinding, mayBind, planBinding } from './rules.ts'

const binding = (id: number, staffId: number, fromOn: string, toOn: string | null): ExistingBinding => ({
  id,
  staffId,
  staffName: `客服${staffId}`,
  fromOn,
  toOn,
})
const plan = (staffId: number, fromOn: string, existing: ExistingBinding[]) =>
  planBinding({ nick: '晨曦:小禾', staffId, fromOn }, existing)

test('planBinding binds an unbound nick without an end', () => {
  assert.deepEqual(plan(1, '2026-05-10', []), { step: 'insert', toOn: null })
})

test('planBinding does nothing if the nick is already bound to the person', () => {
  const existing = binding(7, 1, '2026-05-01', '2026-05-10')
  assert.deepEqual(plan(1, '2026-05-10', [existing]), { step: 'none', existing })
})

test('planBinding extends a later binding of the same person to an earlier first day', () => {
  const existing = binding(7, 1, '2026-05-10', null)
  assert.deepEqual(plan(1, '2026-04-01', [existing]), { step: 'extend', existing })
})

test('planBinding ends a new binding before the first day of another person’s binding', () => {
  assert.deepEqual(plan(1, '2026-05-01', [binding(7, 2, '2026-05-10', null)]), {
    step: 'insert',
    toOn: '2026-05-09',
  })
})

test('planBinding throws a conflict that names the holder of the day', () => {
  try {
    plan(1, '2026-05-12', [binding(7, 2, '2026-05-10', null)])
    assert.fail('bound')
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'CONFLICT')
    assert.equal(
      inChinese(error.sentence),
      '昵称“晨曦:小禾”自 2026-05-10 起已对应到客服2。如需改为他人，请先解除那条对应。',
    )
  }
})

test('planBinding in any order leaves at most one person per day, and rejects only days of another person', () => {
  const FIRST = '2026-05-01'
  const wish = fc.record({ staffId: fc.integer({ min: 1, max: 3 }), offset: fc.nat({ max: 15 }) })
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 10 }), (wishes) => {
      let existing: ExistingBinding[] = []
      wishes.forEach(({ staffId, offset }, index) => {
        const fromOn = addDays(FIRST, offset)
        existing = granted(existing, index, staffId, fromOn)
      })
      for (const on of daysFrom(FIRST, addDays(FIRST, 20))) {
        const holders = existing.filter((one) => one.fromOn <= on && (one.toOn === null || on <= one.toOn))
        assert.ok(holders.length <= 1, `${on}: ${JSON.stringify(holders)}`)
      }
    }),
  )
})

function granted(existing: ExistingBinding[], id: number, staffId: number, fromOn: string) {
  try {
    const made = plan(staffId, fromOn, existing)
    if (made.step === 'none') return existing
    if (made.step === 'insert') return [...existing, binding(id, staffId, fromOn, made.toOn)]
    return existing.map((one) => (one.id === made.existing.id ? { ...one, fromOn } : one))
  } catch (error) {
    assert.ok(error instanceof AppError)
    const holder = existing.find((one) => one.fromOn <= fromOn && (one.toOn === null || fromOn <= one.toOn))
    assert.ok(holder && holder.staffId !== staffId, 'refused only where somebody else has the day')
    return existing
  }
}

const actor = (role: number, parentId: number | null): Actor => ({
  id: 10,
  role,
  parentId,
  companyCode: '001',
})
const agent = (id: number, parentId: number | null) => ({
  id,
  parentId,
  companyCode: '001',
  role: 2,
  status: 'active',
})

test('mayBind: an agent binds their own nick, a head the team’s, an admin the company’s', () => {
  assert.equal(mayBind(actor(2, 5), agent(10, 5)), true)
  assert.equal(mayBind(actor(2, 5), agent(11, 5)), false)
  assert.equal(mayBind(actor(2, null), agent(11, 10)), true)
  assert.equal(mayBind(actor(2, null), agent(11, 5)), false)
  assert.equal(mayBind(actor(1, null), agent(11, 5)), true)
  assert.equal(mayBind(actor(4, null), agent(11, 5)), false)
})

test('assertBindable accepts an agent of the store’s company, including one who has left', () => {
  const admin = actor(1, null)
  assert.doesNotThrow(() => assertBindable(admin, { ...agent(11, 5), status: 'left' }, '001'))
  assert.throws(() => assertBindable(admin, agent(11, 5), '002'), { code: 'INVALID' })
  assert.throws(() => assertBindable(admin, { ...agent(11, null), role: 3 }, '001'), { code: 'INVALID' })
  assert.throws(() => assertBindable(admin, undefined, '001'), { code: 'INVALID' })
})
