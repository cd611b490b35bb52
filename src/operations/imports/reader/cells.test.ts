import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Reading } from '#kit/sheets/cells.ts'
import { dayFromName, readDay } from '#kit/sheets/days.ts'
import { inChinese } from '#kit/text.ts'
import { readCount, readMoney, readRate, readSeconds } from './cells.ts'

const valueIn = <T>(reading: Reading<T>) => ('value' in reading ? reading.value : JSON.stringify(reading))
const isProblem = (reading: Reading<unknown>) =>
  'problem' in reading && /[。]$/.test(inChinese(reading.problem))

test('空、-、--、— 是没有数，不是 0；延迟统计是待统计', () => {
  for (const read of [readCount, readMoney, readRate, readSeconds]) {
    for (const text of ['', '  ', '-', '--', '—', '－', '\u200b'])
      assert.deepEqual(read(text), { value: null })
    assert.deepEqual(read(' 延迟统计 '), { pending: true })
    for (const text of ['很多', '1,36', '#DIV/0!', '=1+1', '1e5', '٣']) assert.ok(isProblem(read(text)), text)
  }
})

test('人次', () => {
  for (const [text, value] of [
    ['1,367', 1367],
    ['1，367', 1367],
    ['377.0', 377],
    ['０', 0],
    ['+5', 5],
    ['-0', 0],
  ] as const) {
    assert.equal(valueIn(readCount(text)), value)
  }
  for (const text of ['-5', '1.5', '2147483648', '12人']) assert.ok(isProblem(readCount(text)), text)
})

test('金额按分记，超过两位小数不收', () => {
  const cases = [
    ['¥99,160.64', 9916064],
    ['￥1，000', 100000],
    ['610,560.7', 61056070],
    ['12.50 元', 1250],
    ['-12.50', -1250],
    ['-¥0.01', -1],
    ['1.500', 150],
    ['9007199254.99', 900719925499],
  ] as const
  for (const [text, value] of cases) assert.equal(valueIn(readMoney(text)), value)
  for (const text of ['1.005', '1.2万', '$5', '99999999999999']) assert.ok(isProblem(readMoney(text)), text)
})

test('比率按万分之一记，四舍五入', () => {
  const cases = [
    ['0.9971', 9971],
    ['99.71%', 9971],
    ['99.71 ％', 9971],
    ['1', 10000],
    ['100%', 10000],
    ['0', 0],
    ['0.99995', 10000],
    ['33.335%', 3334],
  ] as const
  for (const [text, value] of cases) assert.equal(valueIn(readRate(text)), value)
  for (const text of ['99.71', '100.1%', '-1%', '1.5']) assert.ok(isProblem(readRate(text)), text)
})

test('时长按秒记', () => {
  const cases = [
    ['34.83', 34.83],
    ['22秒', 22],
    ['8.77 s', 8.77],
    ['2分30秒', 150],
    ['2分钟', 120],
    ['7小时41分52秒', 27712],
    ['1天2小时', 93600],
    ['00:02:30', 150],
    ['02:30', 150],
  ] as const
  for (const [text, value] of cases) assert.equal(valueIn(readSeconds(text)), value)
  for (const text of ['-1', '30秒2分', '1:2:3:4']) assert.ok(isProblem(readSeconds(text)), text)
})

test('日期的各种写法', () => {
  const same = [
    '2026/5/15',
    '2026.5.15',
    '20260515',
    '2026年5月15日',
    '2026-05-15',
    '2026-05-15 08:30:00',
    '46157',
  ]
  for (const text of [...same, '46157.5', '2026/5/15 ~ 2026/5/15'])
    assert.equal(valueIn(readDay(text)), '2026-05-15')
  for (const text of ['2026-02-30', '20261301', '2026-05-01至2026-05-07', '昨天', '12']) {
    assert.ok(isProblem(readDay(text)), text)
  }
})

test('文件名里的日期：一个才算，两个不同的、不存在的、时间戳都不算', () => {
  for (const name of [
    '店_2026-05-15.xlsx',
    '客服数据_20260515 (1).xlsx',
    '赤兔_2026年5月15日.csv',
    'a_2026_05_15_b.csv',
  ]) {
    assert.equal(dayFromName(name), '2026-05-15')
  }
  for (const name of [
    '飞鸽.csv',
    '2026-05-01_2026-05-07.xlsx',
    '20260231.csv',
    '1778774400000.csv',
    '20260515103000.csv',
  ]) {
    assert.equal(dayFromName(name), null)
  }
})

test('写出来再读回去还是原来的数', () => {
  const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
  const cents = (n: number) =>
    `${n < 0 ? '-' : ''}¥${grouped(Math.floor(Math.abs(n) / 100))}.${String(Math.abs(n) % 100).padStart(2, '0')}`
  const percent = (n: number) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}%`
  const words = (n: number) => `${Math.floor(n / 3600)}小时${Math.floor(n / 60) % 60}分${n % 60}秒`
  const check = (
    max: number,
    min: number,
    read: (text: string) => Reading<number>,
    write: (n: number) => string,
  ) => fc.assert(fc.property(fc.integer({ min, max }), (n) => assert.equal(valueIn(read(write(n))), n)))
  check(2_147_483_647, 0, readCount, grouped)
  check(99_999_999_999, -99_999_999_999, readMoney, cents)
  check(10_000, 0, readRate, percent)
  check(9_000_000, 0, readSeconds, words)
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      assert.equal(valueIn(readDay(day.replaceAll('-', ''))), day)
      assert.equal(
        valueIn(readDay(`${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`)),
        day,
      )
    }),
  )
})

test('任何文字都读得出结果，不会出错', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const read of [readCount, readMoney, readRate, readSeconds, readDay]) read(text)
      dayFromName(text)
    }),
  )
})
