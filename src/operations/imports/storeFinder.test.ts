import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StoreFacts, type StoreHints, storeFinder } from './storeFinder.ts'

function store(
  id: number,
  name: string,
  platform: StoreFacts['platform'],
  platformShopId: string | null = null,
): StoreFacts {
  return { id, companyCode: '001', name, nameKey: name, platform, platformShopId }
}

const chenxi = store(1, '晨曦家居旗舰店', 'tmall', '5501')
const taobao = store(2, '北屿女装', 'taobao')
const douyin = store(3, '晨曦家居', 'douyin')
const on = '2026-05-15'

/** Returns the ids of the rows' stores. */
async function storeIdsOf(
  rows: { nick?: string; storeName?: string; storeShopId?: string }[],
  more: Partial<StoreHints> = {},
) {
  const hints: StoreHints = {
    format: 'taobao',
    fileName: '数据.xlsx',
    storesOn: () => [chenxi, taobao, douyin],
    storesOfNick: new Map([
      ['老李', new Set([2])],
      ['两家', new Set([1, 2])],
    ]),
    chosen: undefined,
    ...more,
  }
  const dated = rows.map((row) => ({ ...row, on }))
  const storeOf = await storeFinder(hints, dated)
  return dated.map((row) => storeOf(row)?.id)
}

test('a store column decides by shop id or name, even if the store is on another platform', async () => {
  const rows = [
    { storeShopId: '5501' },
    { storeName: '北屿女装' },
    { storeName: '晨曦家居' },
    { storeName: '谁' },
  ]
  assert.deepEqual(await storeIdsOf(rows), [1, 2, 3, undefined])
})

test('without a column, a known nick decides, then the main account, then the rest of the file', async () => {
  assert.deepEqual(await storeIdsOf([{ nick: '老李' }]), [2])
  assert.deepEqual(await storeIdsOf([{ nick: '晨曦家居旗舰店:小雨' }, { nick: '无名' }]), [1, 1])
  assert.deepEqual(await storeIdsOf([{ nick: '晨曦家居：小雨' }]), [1])
  assert.deepEqual(await storeIdsOf([{ nick: '老李' }, { nick: '晨曦家居旗舰店:小雨' }, { nick: '无名' }]), [
    2,
    1,
    undefined,
  ])
  assert.deepEqual(await storeIdsOf([{ nick: '两家' }]), [undefined])
})

test("the file's name decides if nothing else does; of nested names, the longer one", async () => {
  assert.deepEqual(await storeIdsOf([{ nick: '无名' }], { fileName: '北屿女装_日报.xlsx' }), [2])
  const nested = [chenxi, store(4, '晨曦家居', 'taobao')]
  const names = { storesOn: () => nested, fileName: '晨曦家居旗舰店.xlsx' }
  assert.deepEqual(await storeIdsOf([{ nick: '无名' }], names), [1])
  assert.deepEqual(await storeIdsOf([{ nick: '无名' }], { fileName: '北屿女装和晨曦家居旗舰店.xlsx' }), [
    undefined,
  ])
})

test('a choice overrides a single name, and takes only unnamed rows if the file names several stores', async () => {
  assert.deepEqual(await storeIdsOf([{ nick: '老李' }, { nick: '无名' }], { chosen: chenxi }), [1, 1])
  assert.deepEqual(await storeIdsOf([{ storeName: '谁' }], { chosen: chenxi }), [1])
  const several = [{ storeName: '谁' }, { storeName: '北屿女装' }, { nick: '无名' }]
  assert.deepEqual(await storeIdsOf(several, { chosen: chenxi }), [undefined, 2, 1])
})

test('a choice is not used for a row of a day on which it is out of reach', async () => {
  assert.deepEqual(await storeIdsOf([{ nick: '无名' }], { chosen: chenxi, storesOn: () => [taobao] }), [
    undefined,
  ])
})
