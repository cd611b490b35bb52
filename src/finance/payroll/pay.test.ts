import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import {
  type AttendanceFacts,
  attendanceOf,
  basePay,
  commissionOf,
  employedDays,
  owedDays,
  seniorityPay,
} from './pay.ts'

const fullMonth = { daysInMonth: 31, employedDays: 31, owedDays: 22, countedHalves: 44, correctedHalves: 0 }

/** For a base of ¥4,400 and seniority of ¥310: `attended half days/owed days`, base pay, seniority pay. */
const CASES: [says: string, facts: Partial<AttendanceFacts>, result: [string, number, number]][] = [
  ['every day attended', {}, ['44/22', 440_000, 31_000]],
  ['20 of 22', { countedHalves: 40 }, ['40/22', 400_000, 31_000]],
  ['no days attended', { countedHalves: 0 }, ['0/22', 0, 31_000]],
  ['more logs than owed days count as all', { countedHalves: 50 }, ['44/22', 440_000, 31_000]],
  ['two days added', { countedHalves: 40, correctedHalves: 4 }, ['44/22', 440_000, 31_000]],
  ['half a day deducted', { correctedHalves: -1 }, ['43/22', 430_000, 31_000]],
  [
    'days are deducted from the counted ones, not from excess logs',
    { countedHalves: 50, correctedHalves: -2 },
    ['42/22', 420_000, 31_000],
  ],
  ['additions stop at the owed days', { countedHalves: 42, correctedHalves: 9 }, ['44/22', 440_000, 31_000]],
  ['deductions stop at zero', { countedHalves: 4, correctedHalves: -9 }, ['0/22', 0, 31_000]],
  [
    'without shifts the employed days are owed and attended',
    { owedDays: 0, countedHalves: 0 },
    ['62/31', 440_000, 31_000],
  ],
  [
    'without shifts, three days deducted',
    { owedDays: 0, countedHalves: 0, correctedHalves: -6 },
    ['56/31', 397_419, 31_000],
  ],
  [
    'hired on the 20th, all 8 days attended',
    { employedDays: 12, owedDays: 8, countedHalves: 16 },
    ['16/8', 170_323, 12_000],
  ],
  ['hired on the 20th, 4 of 8', { employedDays: 12, owedDays: 8, countedHalves: 8 }, ['8/8', 85_161, 12_000]],
  ['not employed', { employedDays: 0, owedDays: 0, countedHalves: 0 }, ['0/0', 0, 0]],
]

for (const [says, facts, result] of CASES) {
  test(`pay: ${says}`, () => {
    const all = { ...fullMonth, ...facts }
    const attendance = attendanceOf(all)
    assert.deepEqual(
      [
        `${attendance.attendedHalves}/${attendance.owedDays}`,
        basePay([{ cents: 440_000, days: all.employedDays }], all.daysInMonth, attendance),
        seniorityPay([{ cents: 31_000, days: all.employedDays }], all.daysInMonth),
      ],
      result,
    )
  })
}

/** Golden cases of domain-2, section 4: May, 31 days. */
const may = { daysInMonth: 31, employedDays: 31, correctedHalves: 0 }
const raised = [
  { cents: 400_000, days: 14 },
  { cents: 450_000, days: 17 },
]

test('P1: base 4,000.00 for 14 days, 4,500.00 from 05-15, 26 of 26 days attended', () => {
  assert.equal(basePay(raised, 31, attendanceOf({ ...may, owedDays: 26, countedHalves: 52 })), 427_419)
})

test('P2: as P1, with 24.5 of 26 days attended', () => {
  const attendance = attendanceOf({ ...may, owedDays: 26, countedHalves: 52, correctedHalves: -3 })
  assert.equal(attendance.attendedHalves, 49)
  assert.equal(basePay(raised, 31, attendance), 402_761)
})

test('P3: base 4,200.00, hired on 05-20 (12 days), 9 of 9; seniority 200.00', () => {
  const days = employedDays('2026-05', { fromOn: '2026-05-20', toOn: null })
  assert.equal(days, 12)
  const attendance = attendanceOf({ ...may, employedDays: days, owedDays: 9, countedHalves: 18 })
  assert.equal(basePay([{ cents: 420_000, days }], 31, attendance), 162_581)
  assert.equal(seniorityPay([{ cents: 20_000, days }], 31), 7_742)
})

test('P4: sales of 12,345.67 at 1.5 %, and 9,876.54 at 2 % from 05-15', () => {
  const parts = [commissionOf(1_234_567, 150), commissionOf(987_654, 200)]
  assert.deepEqual(parts, [18_519, 19_753])
  assert.equal(sum(parts), 38_272)
})

test('days under an agreement are employed days without the days away', () => {
  const away = [{ fromOn: '2026-05-10', toOn: '2026-05-16' }]
  const person = { fromOn: '2026-05-06', toOn: '2026-05-30' }
  const under = (fromOn: string, toOn: string | null) =>
    employedDays('2026-05', person, away, { fromOn, toOn })
  assert.deepEqual([under('2026-04-01', '2026-05-14'), under('2026-05-15', null)], [4, 14])
  assert.equal(employedDays('2026-05', person, away), 18)
  assert.equal(under('2026-06-01', null), 0)
})

test('splitting an agreement into equal ones does not change the pay', () => {
  const attendance = attendanceOf({ ...may, owedDays: 22, countedHalves: 38 })
  const fullAmount = basePay([{ cents: 433_333, days: 31 }], 31, attendance)
  for (let days = 0; days <= 31; days += 1) {
    const cut = [
      { cents: 433_333, days },
      { cents: 433_333, days: 31 - days },
    ]
    assert.equal(basePay(cut, 31, attendance), fullAmount)
    assert.equal(seniorityPay(cut, 31), 433_333)
  }
})

test('commission is sales × rate, rounded half up; negative sales reduce it equally', () => {
  assert.equal(commissionOf(123_450, 100), 1_235)
  assert.equal(commissionOf(-123_450, 100), -1_235)
  assert.equal(commissionOf(99, 50), 0)
  assert.equal(commissionOf(1_000_000, 0), 0)
})

test('base pay is between 0 and the agreed amount, and reversing a correction restores it', () => {
  const facts = fc.record({
    daysInMonth: fc.constantFrom(28, 30, 31),
    employedDays: fc.integer({ min: 0, max: 28 }),
    owedDays: fc.integer({ min: 0, max: 28 }),
    countedHalves: fc.integer({ min: 0, max: 62 }),
    correctedHalves: fc.constant(0),
  })
  fc.assert(
    fc.property(
      facts,
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: -62, max: 62 }),
      (of, base, by) => {
        const agreed = [{ cents: base, days: of.employedDays }]
        const pay = (halves: number) =>
          basePay(agreed, of.daysInMonth, attendanceOf({ ...of, correctedHalves: halves }))
        assert.ok(pay(by) >= 0 && pay(by) <= base)
        assert.ok(by > 0 ? pay(by) >= pay(0) : pay(by) <= pay(0))
        assert.equal(pay(by - by), pay(0))
      },
    ),
  )
})

test('in a week with a roster every expected day is owed, otherwise only working days are', () => {
  // 2026-05-01 to 05-05 are public holidays; Saturday 05-09 is a working day.
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
