import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreWeeks } from './comparison.ts'
import type { Thresholds } from './contract.ts'
import { checkWeek, type QuotaPart, quotaUse } from './findings.ts'
import { DEFAULT_THRESHOLDS } from './rules.ts'
import { storeWeeks, weekOf } from './testWeeks.ts'

const LONG_AGO = '2025-01-01'

interface Case {
  what: string
  stores?: StoreWeeks[]
  quota?: [volume: number, included: number, overageCents?: number][]
  beganOn?: string
  promotions?: string[]
  limits?: Partial<Thresholds>
  /** `kind level value`. */
  found: string[]
  normal?: string
}

const steady = (volume: number) => storeWeeks(1, [volume, 700, 700, 700, 700, 700])
const parts = (quota: Case['quota'] = []): QuotaPart[] =>
  quota.map(([volume, included, overageCents = 80], at) => ({
    storeId: at + 1,
    volume,
    included,
    overageCents,
  }))

const table: Case[] = [
  { what: 'an ordinary week', stores: [steady(690)], found: [], normal: 'fall zero missing' },
  { what: 'below 90 % of the quota', quota: [[629, 700]], found: [], normal: 'near over' },
  { what: '接近 from 90 %', quota: [[630, 700]], found: ['near yellow 9000'], normal: '' },
  { what: 'still 接近 at 99.99 %', quota: [[9999, 10_000]], found: ['near yellow 9999'] },
  { what: '超量 from 100 %', quota: [[700, 700]], found: ['over yellow 10000'] },
  { what: '超量 at 119.99 %', quota: [[11_999, 10_000]], found: ['over yellow 11999'] },
  { what: '超量 is red from 120 %', quota: [[840, 700]], found: ['over red 12000'] },
  {
    what: 'the quota is the sum over the stores that have one',
    quota: [
      [900, 700],
      [400, 700],
    ],
    found: ['near yellow 9286'],
  },
  { what: 'no day in service under a quota', quota: [[0, 0]], found: [], normal: '' },
  { what: '下降 at −40 %', stores: [steady(420)], found: ['fall yellow -4000'], normal: 'missing' },
  {
    what: 'no 下降 at −39.99 %',
    stores: [storeWeeks(1, [6001, 10_000, 10_000, 10_000, 10_000])],
    found: [],
    normal: 'fall zero missing',
  },
  {
    what: '下降 in two consecutive weeks is red',
    stores: [storeWeeks(1, [350, 400, 700, 700, 700, 700])],
    found: ['fall red -5000'],
  },
  {
    what: 'the week before fell, but this one recovered',
    stores: [storeWeeks(1, [650, 400, 700, 700, 700, 700])],
    found: [],
  },
  {
    what: 'a promotion week between two falls does not hide the first one',
    stores: [storeWeeks(1, [350, 2000, 400, 700, 700, 700, 700])],
    promotions: [weekOf(1)],
    found: ['fall red -5000'],
  },
  {
    what: 'after a promotion an ordinary week is compared with ordinary weeks',
    stores: [storeWeeks(1, [700, 2000, 700, 700, 700, 700])],
    promotions: [weekOf(1)],
    found: [],
  },
  {
    what: 'a promotion week raises nothing, not even 超量, and resolves nothing',
    stores: [steady(0)],
    quota: [[900, 700]],
    promotions: [weekOf(0)],
    found: [],
    normal: '',
  },
  { what: '归零 replaces 下降', stores: [steady(0)], found: ['zero red -10000'] },
  {
    what: 'one silent store among active ones',
    stores: [steady(700), storeWeeks(2, [0, 70, 70, 70, 70])],
    found: ['zero yellow -909'],
  },
  {
    what: 'a silent store with a low baseline',
    stores: [steady(700), storeWeeks(2, [0, 6, 6, 6, 6])],
    found: [],
  },
  { what: 'a volume and a baseline of 0 are not 归零', stores: [storeWeeks(1, [0, 0, 0, 0, 0])], found: [] },
  {
    what: '缺数据 from one missing day on; then the volume is not checked',
    stores: [storeWeeks(1, [100, 700, 700, 700, 700], { reported: 6 })],
    found: ['missing yellow 1'],
    normal: '',
  },
  {
    what: '缺数据 is red if a store reported nothing all week',
    stores: [steady(700), storeWeeks(2, [0, 70, 70, 70, 70], { reported: 0 })],
    found: ['missing red 7'],
    normal: 'fall zero',
  },
  {
    what: 'a paused store owes no figures',
    stores: [steady(700), storeWeeks(2, [0, 70, 70, 70, 70], { expected: 0, reported: 0 })],
    found: [],
    normal: 'fall zero missing',
  },
  {
    what: 'a customer of 27 days is too new for 接近 and 下降',
    stores: [steady(350)],
    beganOn: '2026-05-12',
    quota: [[640, 700]],
    found: [],
  },
  {
    what: 'a new customer can have 超量',
    stores: [storeWeeks(1, [900, 100, 0, 0, 0])],
    beganOn: '2026-05-12',
    quota: [[900, 700]],
    found: ['over red 12857'],
  },
  {
    what: 'a customer of 28 days is compared',
    stores: [steady(350)],
    beganOn: '2026-05-11',
    found: ['fall yellow -5000'],
  },
  {
    what: 'custom thresholds',
    stores: [steady(560)],
    quota: [[560, 700]],
    limits: { nearBp: 8000, fallBp: 2000 },
    found: ['near yellow 8000', 'fall yellow -2000'],
  },
  {
    what: 'fewer missing days than the threshold',
    stores: [storeWeeks(1, [100, 700, 700, 700, 700], { reported: 5 })],
    limits: { missingDays: 3 },
    found: [],
    normal: 'missing',
  },
]

for (const { what, stores = [], quota, beganOn = LONG_AGO, promotions, limits, found, normal } of table) {
  test(`a week: ${what}`, () => {
    const facts = { stores, quota: parts(quota), beganOn }
    const checked = checkWeek(facts, weekOf(0), new Set(promotions), { ...DEFAULT_THRESHOLDS, ...limits })
    assert.deepEqual(
      checked.findings.map(({ kind, level, value }) => `${kind} ${level} ${value}`),
      found,
    )
    if (normal !== undefined) assert.equal(checked.normal.join(' '), normal)
  })
}

test('the amount of 超量 is computed per store and agreement, as on the bill', () => {
  const use = quotaUse([
    { storeId: 1, volume: 900, included: 700, overageCents: 80 },
    { storeId: 2, volume: 300, included: 700, overageCents: 80 },
    { storeId: 3, volume: 101, included: 100, overageCents: 125 },
  ])
  assert.deepEqual(use, { volume: 1301, included: 1500, useBp: 8673, overageCents: 200 * 80 + 125 })
})

test("without any figures the week's volume is null, not 0", () => {
  const silent = storeWeeks(1, [0, 700, 700, 700, 700], { reported: 0 })
  const checked = checkWeek(
    { stores: [silent], quota: [], beganOn: LONG_AGO },
    weekOf(0),
    new Set(),
    DEFAULT_THRESHOLDS,
  )
  assert.equal(checked.volume, null)
})
