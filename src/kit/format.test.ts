import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  fileStamp,
  formatCount,
  formatDecimal,
  formatDuration,
  formatInstant,
  formatInstantShort,
  formatMinute,
  formatMoney,
  formatPoints,
  formatRate,
  formatText,
  joinFacts,
  moneyFigure,
  parseDecimal,
} from './format.ts'

test('counts have thousands separators, and unknown values are never 0', () => {
  assert.equal(formatCount(18737), '18,737')
  assert.equal(formatCount(0), '0')
  assert.equal(formatCount(null), '-')
  assert.equal(formatCount(Number.NaN), '-')
  assert.equal(formatCount(-1234.5), '-1,235')
})

test('counts look as the browser formats them', () => {
  const format = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 })
  const counts = fc.integer({ min: -1e15, max: 1e15 })
  fc.assert(fc.property(counts, (count) => assert.equal(formatCount(count), format.format(count))))
})

test('money is formatted exactly, with the minus before the currency sign', () => {
  assert.equal(formatMoney(1580000), '¥15,800.00')
  assert.equal(formatMoney(5), '¥0.05')
  assert.equal(formatMoney(-120000005), '-¥1,200,000.05')
  assert.equal(formatMoney(undefined), '-')
})

test('a headline amount is shown in 万元 from ten thousand 元 on', () => {
  assert.deepEqual(moneyFigure(999_999), { value: '9,999.99', unit: '元' })
  assert.deepEqual(moneyFigure(61_250_000), { value: '61.25', unit: '万元' })
  assert.deepEqual(moneyFigure(null), { value: '-', unit: '' })
})

test('typed amounts are parsed into exact units', () => {
  assert.equal(parseDecimal('15,800.5', 2), 1580050)
  assert.equal(parseDecimal(' ¥１２．３０ ', 2), 1230)
  assert.equal(parseDecimal('0.07', 2), 7)
  assert.equal(parseDecimal('.5', 2), 50)
  assert.equal(parseDecimal('-0', 2), 0)
  assert.equal(parseDecimal('97.84%', 2), 9784)
  for (const wrong of ['', '.', '1.234', '1e3', 'abc', '--1', '1.2.3', '99999999999999999']) {
    assert.equal(parseDecimal(wrong, 2), undefined, wrong)
  }
})

test('formatting and parsing an amount returns the same units', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (units) => {
      assert.equal(parseDecimal(formatDecimal(units, 2), 2), units)
    }),
  )
})

test('rates are formatted from basis points', () => {
  assert.equal(formatRate(9784), '97.84%')
  assert.equal(formatRate(13470, 1), '134.7%')
  assert.equal(formatRate(null), '-')
  assert.equal(formatPoints(-1110), '11.1 点')
  assert.equal(formatPoints(-288), '2.88 点')
})

test('durations are shown in seconds, minutes or hours', () => {
  assert.equal(formatDuration(18), '18 秒')
  assert.equal(formatDuration(185), '3 分 05 秒')
  assert.equal(formatDuration(7800), '2 小时 10 分')
  assert.equal(formatDuration(null), '-')
})

test('instants are formatted in Shanghai time in any time zone of the machine', () => {
  assert.equal(formatInstant('2026-05-18T17:00:05.000Z'), '2026-05-19 01:00:05')
  assert.equal(formatInstantShort('2026-05-18T17:00:05.000Z'), '05-19 01:00')
  assert.equal(formatMinute('2026-12-23T07:38:41.000Z'), '2026-12-23 15:38')
  assert.equal(formatInstant('nonsense'), '-')
  assert.equal(formatMinute('nonsense'), '-')
  assert.equal(fileStamp(new Date('2026-05-19T00:42:16Z')), '20260519_0842')
})

test('plain values are formatted as text', () => {
  assert.equal(formatText(null), '-')
  assert.equal(formatText(['售前', '夜班']), '售前、夜班')
  assert.equal(formatText([]), '-')
  assert.equal(formatText(true), '是')
  assert.equal(formatText(0), '0')
})

test('facts are joined by a dot that stays with the fact before it; empty ones are left out', () => {
  assert.equal(joinFacts(['8 个', '', false, null, '12 元']), '8 个\u00a0· 12 元')
  assert.equal(joinFacts([]), '')
})
