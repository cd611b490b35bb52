import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareWeek, isComparedWithin, median } from './comparison.ts'
import { storeWeeks, weekOf } from './testWeeks.ts'

const NONE = new Set<string>()

test('the median of an even number of values is the mean of the middle two, rounded half up', () => {
  for (const [values, expected] of [
    [[700], 700],
    [[4, 1, 3], 3],
    [[700, 720, 680, 690], 695],
    [[1, 2, 3, 100], 3],
    [[0, 1], 1],
    [[0, 0, 0, 9000], 0],
  ] as const) {
    assert.equal(median(values), expected, String(values))
  }
})

/** `stores`: volumes of this week first, then backwards; null is a week with a missing day. */
const table: {
  what: string
  stores: (number | null)[][]
  promotions?: string[]
  expected: { volume: number; baseline: number; changeBp: number | null; stores: number } | null
}[] = [
  {
    what: 'four complete weeks before',
    stores: [[350, 700, 720, 680, 690]],
    expected: { volume: 350, baseline: 695, changeBp: -4964, stores: 1 },
  },
  {
    what: 'three complete weeks are too few',
    stores: [[350, 700, 720, 680]],
    expected: null,
  },
  {
    what: 'a week with a missing day is skipped, the one before it counts',
    stores: [[350, null, 700, 720, null, 680, 690]],
    expected: { volume: 350, baseline: 695, changeBp: -4964, stores: 1 },
  },
  {
    what: 'a promotion week is skipped',
    stores: [[350, 1400, 700, 720, 680, 690]],
    promotions: [weekOf(1)],
    expected: { volume: 350, baseline: 695, changeBp: -4964, stores: 1 },
  },
  {
    what: 'if this week lacks a day, there is nothing to compare',
    stores: [[null, 700, 720, 680, 690]],
    expected: null,
  },
  {
    what: 'two stores: the median of the sums, not the sum of the medians',
    stores: [
      [300, 100, 400, 100, 400],
      [300, 400, 100, 200, 100],
    ],
    expected: { volume: 600, baseline: 500, changeBp: 2000, stores: 2 },
  },
  {
    what: 'a store with a missing day is excluded on both sides',
    stores: [
      [300, 400, 400, 400, 400],
      [null, 900, 900, 900, 900],
    ],
    expected: { volume: 300, baseline: 400, changeBp: -2500, stores: 1 },
  },
  {
    what: 'a new store does not count as growth',
    stores: [
      [300, 400, 400, 400, 400],
      [900, 900],
    ],
    expected: { volume: 300, baseline: 400, changeBp: -2500, stores: 1 },
  },
  {
    what: 'a baseline of 0 has no change',
    stores: [[70, 0, 0, 0, 0]],
    expected: { volume: 70, baseline: 0, changeBp: null, stores: 1 },
  },
  {
    what: 'complete weeks more than twelve weeks back do not count',
    stores: [[350, ...Array<null>(10).fill(null), 700, 720, 680, 690]],
    expected: null,
  },
]

for (const { what, stores, promotions, expected } of table) {
  test(`the baseline: ${what}`, () => {
    const storesOfWeek = stores.map((volumes, at) => storeWeeks(at + 1, volumes))
    const found = compareWeek(storesOfWeek, weekOf(0), new Set(promotions))
    const { volume, baseline, changeBp } = found ?? {}
    assert.deepEqual(found && { volume, baseline, changeBp, stores: found.stores.length }, expected)
  })
}

test('a store paused during the week is excluded: it served six days only', () => {
  const paused = storeWeeks(1, [350, 700, 720, 680, 690], { expected: 6 })
  assert.equal(compareWeek([paused], weekOf(0), NONE), null)
})

test("if all weeks are complete, the baseline is the median of the customer's weekly sums", () => {
  const store = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 5, maxLength: 13 })
  fc.assert(
    fc.property(fc.array(store, { minLength: 1, maxLength: 6 }), (stores) => {
      const found = compareWeek(
        stores.map((volumes, at) => storeWeeks(at + 1, volumes)),
        weekOf(0),
        NONE,
      )
      const sums = [1, 2, 3, 4].map((k) => stores.reduce((sum, volumes) => sum + (volumes[k] ?? 0), 0))
      assert.equal(found?.baseline, median(sums))
      assert.equal(
        found?.volume,
        stores.reduce((sum, [volume = 0]) => sum + volume, 0),
      )
    }),
  )
})

test('weeks older than those that isComparedWithin() requires do not change the comparison', () => {
  const volume = fc.option(fc.integer({ min: 0, max: 1000 }), { freq: 4 })
  const store = fc.array(volume, { minLength: 1, maxLength: 16 })
  const back = fc.integer({ min: 0, max: 14 })
  const stores = fc.array(store, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(stores, fc.uniqueArray(back, { maxLength: 4 }), back, back, (all, promoted, week, read) => {
      const promotions = new Set(promoted.map(weekOf))
      const allWeeks = all.map((volumes, at) => storeWeeks(at + 1, volumes))
      const some = all.map((volumes, at) => storeWeeks(at + 1, volumes.slice(0, read + 1)))
      if (!isComparedWithin(some, weekOf(week), promotions, weekOf(read))) return
      const find = (storesOfWeek: typeof some) => compareWeek(storesOfWeek, weekOf(week), promotions)
      assert.deepEqual(find(some), find(allWeeks))
    }),
  )
})

test('isComparedWithin() is false if the week was not read or a store has only three complete weeks before it', () => {
  const three = storeWeeks(1, [350, 700, 720, 680])
  assert.equal(isComparedWithin([three], weekOf(0), NONE, weekOf(3)), false)
  assert.equal(isComparedWithin([storeWeeks(1, [350, 700, 720, 680, 690])], weekOf(0), NONE, weekOf(4)), true)
  assert.equal(isComparedWithin([three], weekOf(5), NONE, weekOf(3)), false)
})
