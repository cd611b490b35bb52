import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileRows } from './fileRows.ts'
import { Places } from './places.ts'
import type { FileRow } from './rows.ts'

const ROWS: FileRow[] = [
  { row: 2, nick: '小雨', storeName: '甲店', on: '2026-05-01', pending: [], consultUsers: 5, unreplied: 0 },
  { row: 3, nick: '小雨', storeName: '甲店', on: '2026-05-02', pending: ['frtSec'], consultUsers: null },
  { row: 4, storeShopId: '123', on: null, pending: [], salesCents: -100_000_000_000_000, frtSec: 22.5678 },
  { row: 5, nick: '', on: null, pending: ['frtSec', 'artSec'], rate3minBp: 9_850 },
]

test('行放进去什么样，取出来还是什么样：没有值的、没有这一列的、还没统计的都分得清', () => {
  const rows = new FileRows()
  assert.deepEqual(
    ROWS.map((row) => rows.add(row)),
    [0, 1, 2, 3],
  )
  assert.deepEqual([...rows], ROWS)
  assert.deepEqual(rows.at(2), ROWS[2])
  assert.deepEqual(rows.nameAt(0), { nick: '小雨', storeName: '甲店' })
  assert.throws(() => rows.at(10_000), RangeError)
})

test('几千行分成几份报出位置，名称和日期只报一次，合起来还是原来的位置', () => {
  const rows = new FileRows()
  const expected = Array.from({ length: 4_500 }, (_, index) => ({
    index,
    row: index + 2,
    // New names and days occur in every part, and old ones again.
    nick: `客服${index % 2_100}`,
    storeName: `店${index % 3}`,
    on: index % 2 === 0 ? '2026-05-01' : index < 3_000 ? null : '2026-05-02',
  }))
  for (const { index, ...place } of expected) rows.add({ ...place, pending: [], consultUsers: index })
  const parts = [...rows.places()]
  assert.deepEqual(
    parts.map((part) => part.places.length),
    [2_000, 2_000, 500],
  )
  const names = new Set(expected.map(({ nick, storeName }) => `${nick} ${storeName}`))
  assert.equal(
    parts.reduce((sum, part) => sum + part.names.length, 0),
    names.size,
  )
  assert.deepEqual(
    parts.flatMap(({ days }) => days),
    ['2026-05-01', null, '2026-05-02'],
  )
  const places = new Places()
  for (const part of parts) places.add(part)
  assert.deepEqual([...places], expected)
})

test('昵称里数据库存不了的字符，报位置时去掉', () => {
  const rows = new FileRows()
  rows.add({ row: 2, nick: '小\0雨\ud800', on: null, pending: [] })
  assert.deepEqual([...rows.places()][0]?.names, [{ nick: '小雨\ufffd' }])
})

test('名称里有换行，也不会和别的名称混在一起', () => {
  const rows = new FileRows()
  const names = [
    { nick: '小雨', storeName: '甲\n乙' },
    { nick: '小雨\n甲', storeName: '乙' },
    { nick: '小雨', storeName: '甲', storeShopId: '乙' },
  ]
  for (const [index, name] of names.entries()) rows.add({ row: index + 2, ...name, on: null, pending: [] })
  assert.deepEqual(
    names.map((_, index) => rows.nameAt(index)),
    names,
  )
})
