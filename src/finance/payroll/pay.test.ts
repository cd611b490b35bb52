import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AttendanceFacts } from './pay.ts'
import { attendanceOf, basePay, commissionOf, owedDays, seniorityPay } from './pay.ts'

const whole = { daysInMonth: 31, employedDays: 31, owedDays: 22, loggedDays: 22, correctedHalves: 0 }

/** What comes of a base of ¥4,400 and ¥310 for seniority: attended half days of owed days, base, seniority. */
const CASES: [says: string, facts: Partial<AttendanceFacts>, result: [string, number, number]][] = [
  ['every day attended', {}, ['44/22', 440_000, 31_000]],
  ['20 of 22', { loggedDays: 20 }, ['40/22', 400_000, 31_000]],
  ['nobody was there', { loggedDays: 0 }, ['0/22', 0, 31_000]],
  ['more logs than days owed is all', { loggedDays: 25 }, ['44/22', 440_000, 31_000]],
  ['two days added', { loggedDays: 20, correctedHalves: 4 }, ['44/22', 440_000, 31_000]],
  ['half a day taken', { correctedHalves: -1 }, ['43/22', 430_000, 31_000]],
  [
    'taken from what counts, not from what is beyond it',
    { loggedDays: 25, correctedHalves: -2 },
    ['42/22', 420_000, 31_000],
  ],
  ['more added than there is', { loggedDays: 21, correctedHalves: 9 }, ['44/22', 440_000, 31_000]],
  ['more taken than there is', { loggedDays: 2, correctedHalves: -9 }, ['0/22', 0, 31_000]],
  [
    'no shifts to measure by: the days with the company',
    { owedDays: 0, loggedDays: 0 },
    ['62/31', 440_000, 31_000],
  ],
  [
    'the same less three days',
    { owedDays: 0, loggedDays: 0, correctedHalves: -6 },
    ['56/31', 397_419, 31_000],
  ],
  [
    'came on the 20th and attended all',
    { employedDays: 12, owedDays: 8, loggedDays: 8 },
    ['16/8', 170_323, 12_000],
  ],
  ['came on the 20th, half of it', { employedDays: 12, owedDays: 8, loggedDays: 4 }, ['8/8', 85_161, 12_000]],
  ['not with the company', { employedDays: 0, owedDays: 0, loggedDays: 0 }, ['0/0', 0, 0]],
]

for (const [says, facts, result] of CASES) {
  test(`pay: ${says}`, () => {
    const all = { ...whole, ...facts }
    const attendance = attendanceOf(all)
    assert.deepEqual(
      [
        `${attendance.attendedHalves}/${attendance.owedDays}`,
        basePay(440_000, all, attendance),
        seniorityPay(31_000, all),
      ],
      result,
    )
  })
}

test('commission is the sales × the rate, half up; what was given back takes as much away', () => {
  assert.equal(commissionOf(123_450, 100), 1_235)
  assert.equal(commissionOf(-123_450, 100), -1_235)
  assert.equal(commissionOf(99, 50), 0)
  assert.equal(commissionOf(1_000_000, 0), 0)
})

test('base pay lies between nothing and what is agreed, and a correction taken back leaves what was', () => {
  const facts = fc.record({
    daysInMonth: fc.constantFrom(28, 30, 31),
    employedDays: fc.integer({ min: 0, max: 28 }),
    owedDays: fc.integer({ min: 0, max: 28 }),
    loggedDays: fc.integer({ min: 0, max: 31 }),
    correctedHalves: fc.constant(0),
  })
  fc.assert(
    fc.property(
      facts,
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: -62, max: 62 }),
      (of, base, by) => {
        const pay = (halves: number) => basePay(base, of, attendanceOf({ ...of, correctedHalves: halves }))
        assert.ok(pay(by) >= 0 && pay(by) <= base)
        assert.ok(by > 0 ? pay(by) >= pay(0) : pay(by) <= pay(0))
        assert.equal(pay(by - by), pay(0))
      },
    ),
  )
})

test('in a week with a roster every expected day is owed, in one without only working days', () => {
  // 2026-05-01 to 05-05 are days off, Saturday 05-09 is worked.
  const special = new Map<string, 'holiday' | 'workday'>([
    ['2026-05-04', 'holiday'],
    ['2026-05-05', 'holiday'],
    ['2026-05-09', 'workday'],
  ])
  const week = ['04', '05', '06', '07', '08', '09', '10'].map((day) => `2026-05-${day}`)
  assert.deepEqual(owedDays(week, new Set(), special), [
    '2026-05-06',
    '2026-05-07',
    '2026-05-08',
    '2026-05-09',
  ])
  assert.deepEqual(owedDays(week, new Set(['2026-05-04']), special), week)
})
