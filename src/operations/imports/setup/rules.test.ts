import assert from 'node:assert/strict'
import { test } from 'node:test'
import { obstacleError } from './obstacles.ts'
import { brandOf, serviceStart, similarStores } from './rules.ts'

test('service begins on the first day in the files, but in no closed month; without a day today', () => {
  const books = { from: '2026-04', openFrom: '2026-04-01', today: '2026-05-19' }
  assert.equal(serviceStart(['2026-05-03', null, '2026-05-02'], books), '2026-05-02')
  assert.equal(serviceStart(['2026-03-28'], books), '2026-03-28', 'no month is closed yet')
  assert.equal(serviceStart([null], books), '2026-05-19')
  assert.equal(serviceStart([], { ...books, from: null, openFrom: '2026-05-01' }), '2026-05-19')
  assert.equal(
    serviceStart(['2026-04-28'], { ...books, from: null, openFrom: '2026-05-01' }),
    '2026-04-28',
    'the books have not begun',
  )
  const closed = { ...books, openFrom: '2026-05-01' }
  assert.equal(serviceStart(['2026-04-28', '2026-05-04'], closed), '2026-05-01')
  assert.equal(serviceStart(['2026-03-28'], closed), '2026-05-01', 'service would include the closed month')
  assert.equal(serviceStart(['2026-05-04'], closed), '2026-05-04')
})

test('similar stores: the same brand, then a part of it, then one different character; at most five', () => {
  const stores = [
    '晨曦家具旗舰店',
    '晨曦旗舰店',
    '木槿女装旗舰店',
    '晨曦家居官方旗舰店',
    '杭州晨曦家居专营店',
    '晨曦家居（抖音）',
    '晨曦家居小店',
    '晨曦家居',
  ].map((name, at) => ({ id: at + 1, name, brand: brandOf(name) }))
  const names = (name: string | null) => similarStores(name, stores).map((store) => store.name)
  assert.deepEqual(names('晨曦家居京东自营店'), [
    '晨曦家居官方旗舰店',
    '晨曦家居（抖音）',
    '晨曦家居小店',
    '晨曦家居',
    '晨曦旗舰店',
  ])
  assert.deepEqual(names('木槿女鞋旗舰店'), ['木槿女装旗舰店'])
  assert.deepEqual(names('星澜美妆'), [])
  assert.deepEqual(names(null), [])
})

test('the obstacles of an undo, in the order in which they are named', () => {
  const none = { closedMonth: null, later: null, uses: [], changedNick: null }
  assert.equal(obstacleError(none), null)
  const uses = [
    { kind: 'customer' as const, usedIn: 'store' as const, name: '晨曦家居' },
    { kind: 'store' as const, usedIn: 'store_terms' as const, name: '晨曦家居旗舰店' },
  ]
  const later = { storeName: '晨曦家居旗舰店', fileName: 'a.csv' }
  const codes = [
    { ...none, closedMonth: '2026-04', later, uses },
    { ...none, later, uses },
    { ...none, uses, changedNick: '小雨' },
    { ...none, changedNick: '小雨' },
  ].map((obstacles) => obstacleError(obstacles))
  assert.deepEqual(
    codes.map((error) => error?.code),
    ['PERIOD_CLOSED', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
  )
  assert.match(codes[1]?.message ?? '', /之后又导入过/)
  assert.deepEqual(codes[2]?.values, { name: '晨曦家居旗舰店', what: { sentence: '计费方式' } })
  assert.match(codes[3]?.message ?? '', /对应之后又改过/)
})
