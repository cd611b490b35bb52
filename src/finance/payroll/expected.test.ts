import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFrom } from '#kit/calendar.ts'
import { expectedBase, expectedCommission } from './expected.ts'
import type { PaySheet } from './sheets.ts'

const owed = daysFrom('2026-11-01', '2026-11-20')

const sheet = (more: Partial<PaySheet>): PaySheet => ({
  staffId: 1,
  daysInMonth: 30,
  employedDays: 30,
  agreedBaseCents: 400_000,
  agreedSeniorityCents: 0,
  measured: true,
  owedDays: 20,
  attendedHalves: 20,
  owed,
  logged: owed.slice(0, 10),
  countedHalves: 20,
  basis: 'log',
  unpaid: [],
  unpaidHalves: 0,
  correctedHalves: 0,
  baseCents: 200_000,
  seniorityCents: 0,
  storeCents: 0,
  commissionCents: 0,
  correctionCents: 0,
  agreed: [{ fromOn: '2026-11-01', toOn: '2026-11-30', days: 30, baseCents: 400_000, seniorityCents: 0 }],
  totalCents: 200_000,
  stores: [],
  ...more,
})

test('base pay counts attended days and all owed days ahead', () => {
  // Ten of twenty days are logged; on the 13th two are missed and eight are ahead.
  assert.equal(expectedBase(sheet({}), '2026-11-13'), 360_000)
  assert.equal(expectedBase(sheet({}), '2026-11-11'), 400_000)
  assert.equal(expectedBase(sheet({}), '2026-12-02'), 200_000, 'of a month that is over nothing is ahead')
  const corrected = sheet({ attendedHalves: 24, correctedHalves: 4 })
  assert.equal(expectedBase(corrected, '2026-11-11'), 400_000, 'never more than all')
})

test('base pay without shifts counts employed days', () => {
  const free = sheet({ measured: false, owedDays: 30, attendedHalves: 60, owed: [], logged: [] })
  assert.equal(expectedBase(free, '2026-11-13'), 400_000)
})

test('commission is the current amount ÷ known days × served days, rounded half up', () => {
  assert.equal(expectedCommission(10_000, { known: 20, served: 30 }), 15_000)
  assert.equal(expectedCommission(10_001, { known: 20, served: 25 }), 12_501)
  assert.equal(expectedCommission(10_000, { known: 0, served: 30 }), 10_000)
  assert.equal(expectedCommission(10_000, { known: 30, served: 30 }), 10_000)
})
