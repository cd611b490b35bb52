import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareWeek } from './comparison.ts'
import { churnRisk, type StoreReplies } from './score.ts'
import { storeWeeks, weekOf } from './testWeeks.ts'

/** Volumes of this week first, then backwards. */
const compared = (...volumes: number[]) => compareWeek([storeWeeks(1, volumes)], weekOf(0), new Set())

const replies = (target: number | null, now: number, before: number | null = now): StoreReplies => ({
  storeId: 1,
  targetBp: target,
  now: { part: now, base: 10_000 },
  before: before === null ? { part: 0, base: 0 } : { part: before, base: 10_000 },
})

const table: {
  what: string
  volumes?: number[]
  replies?: StoreReplies[]
  complaints?: number
  /** Overdue amount in 分, and its age in days. */
  arrears?: [cents: number, days: number]
  score: number
  level: string
  /** `part points value/of`, for the parts with points. */
  parts: string[]
}[] = [
  { what: 'no data', score: 0, level: 'low', parts: [] },
  { what: 'no problem', volumes: [700, 700, 690, 710, 700], score: 0, level: 'low', parts: [] },
  {
    what: '−10 %',
    volumes: [900, 1000, 1000, 1000, 1000],
    score: 8,
    level: 'low',
    parts: ['volume 8 -1000'],
  },
  {
    what: '−25 %',
    volumes: [750, 1000, 1000, 1000, 1000],
    score: 18,
    level: 'low',
    parts: ['volume 18 -2500'],
  },
  {
    what: '−40 %',
    volumes: [600, 1000, 1000, 1000, 1000],
    score: 28,
    level: 'middle',
    parts: ['volume 28 -4000'],
  },
  {
    what: '−60 %',
    volumes: [400, 1000, 1000, 1000, 1000],
    score: 35,
    level: 'middle',
    parts: ['volume 35 -6000'],
  },
  {
    what: 'a volume of 0',
    volumes: [0, 1000, 1000, 1000, 1000],
    score: 45,
    level: 'high',
    parts: ['silent 45 -10000'],
  },
  {
    what: 'four weeks of decline',
    volumes: [800, 850, 900, 1000, 1000],
    score: 18,
    level: 'low',
    parts: ['volume 8 -1579', 'decline 10 -2000'],
  },
  {
    what: 'a decline that is too small',
    volumes: [970, 980, 990, 1000, 1000],
    score: 0,
    level: 'low',
    parts: [],
  },
  {
    what: 'one of three stores below its target',
    replies: [replies(9500, 9400), replies(9500, 9500), replies(9000, 9800)],
    score: 6,
    level: 'low',
    parts: ['belowTarget 6 1/3'],
  },
  {
    what: 'half of the stores below their target; one without a target is never below',
    replies: [replies(9500, 9400), replies(null, 1000)],
    score: 12,
    level: 'low',
    parts: ['belowTarget 12 1/2'],
  },
  {
    what: 'a rate that fell by two points',
    replies: [replies(9000, 9500, 9700)],
    score: 8,
    level: 'low',
    parts: ['ratesFell 8 1/1'],
  },
  {
    what: 'a rate without an earlier one has not fallen; one without a denominator does not count',
    replies: [replies(9000, 9500, null), { ...replies(9500, 0), now: { part: 0, base: 0 } }],
    score: 0,
    level: 'low',
    parts: [],
  },
  { what: 'one complaint', complaints: 1, score: 8, level: 'low', parts: ['complaints 8 1'] },
  { what: 'two complaints', complaints: 2, score: 14, level: 'low', parts: ['complaints 14 2'] },
  { what: 'many complaints', complaints: 9, score: 20, level: 'middle', parts: ['complaints 20 9'] },
  {
    what: 'one day overdue',
    arrears: [10_000, 1],
    score: 5,
    level: 'low',
    parts: ['arrears 5 1/10000'],
  },
  {
    what: 'thirty days overdue',
    arrears: [90_000, 30],
    score: 5,
    level: 'low',
    parts: ['arrears 5 30/90000'],
  },
  {
    what: 'one day more, with a much larger amount',
    arrears: [9_000_000, 31],
    score: 10,
    level: 'low',
    parts: ['arrears 10 31/9000000'],
  },
  {
    what: 'sixty days overdue',
    arrears: [90_000, 60],
    score: 10,
    level: 'low',
    parts: ['arrears 10 60/90000'],
  },
  {
    what: 'more than sixty days overdue',
    arrears: [90_000, 61],
    score: 15,
    level: 'low',
    parts: ['arrears 15 61/90000'],
  },
  { what: 'less than 100 元, over a year overdue', arrears: [9_999, 400], score: 0, level: 'low', parts: [] },
  {
    what: 'all reasons together, up to 100',
    volumes: [300, 800, 900, 1000, 1100],
    replies: [replies(9500, 9000, 9600)],
    complaints: 3,
    arrears: [1_200_000, 75],
    score: 100,
    level: 'high',
    parts: [
      'volume 35 -6842',
      'decline 10 -7000',
      'belowTarget 12 1/1',
      'ratesFell 8 1/1',
      'complaints 20 3',
      'arrears 15 75/1200000',
    ],
  },
]

const owed = ([cents, days]: [number, number] = [0, 0]) => ({ cents, days })

for (const {
  what,
  volumes,
  replies: storeReplies = [],
  complaints = 0,
  arrears,
  score,
  level,
  parts,
} of table) {
  test(`the score: ${what}`, () => {
    const comparison = volumes ? compared(...volumes) : null
    const risk = churnRisk({ comparison, replies: storeReplies, complaints, arrears: owed(arrears) })
    assert.deepEqual([risk.score, risk.level], [score, level])
    const scoredParts = risk.parts.filter(({ points }) => points > 0)
    assert.deepEqual(
      scoredParts.map(
        ({ key, points, value, of }) => `${key} ${points} ${value}${of === null ? '' : `/${of}`}`,
      ),
      parts,
    )
  })
}

test('the score is the sum of its parts, from 0 to 100, and depends only on the facts', () => {
  const volume = fc.integer({ min: 0, max: 5000 })
  const rate = fc.integer({ min: 0, max: 10_000 })
  const facts = fc.record({
    volumes: fc.array(volume, { minLength: 5, maxLength: 9 }),
    rates: fc.array(fc.tuple(rate, rate, rate), { maxLength: 5 }),
    complaints: fc.nat(12),
    owed: fc.tuple(fc.nat(9_000_000), fc.nat(400)),
  })
  fc.assert(
    fc.property(facts, ({ volumes, rates, complaints, owed: late }) => {
      const riskFacts = {
        comparison: compared(...volumes),
        replies: rates.map(([target, now, before]) => replies(target, now, before)),
        complaints,
        arrears: owed(late),
      }
      const risk = churnRisk(riskFacts)
      assert.equal(
        risk.score,
        risk.parts.reduce((sum, { points }) => sum + points, 0),
      )
      assert.ok(risk.score >= 0 && risk.score <= 100)
      assert.deepEqual(churnRisk(riskFacts), risk)
    }),
  )
})
