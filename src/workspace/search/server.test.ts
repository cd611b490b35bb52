import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { toSearchText } from './rules.ts'

const { as, db } = await testApp(seedWorld)

type Kind = 'staff' | 'customers' | 'stores'
const find = async (who: string, keyword: string) =>
  (await as(who).get(`/api/search?keyword=${encodeURIComponent(keyword)}`)).data
const names = async (who: string, kind: Kind, keyword: string) =>
  (await find(who, keyword))[kind]?.items.map(({ name }: { name: string }) => name)

test('search: finds stores and customers by name, pinyin, initials and code, best match first', async () => {
  for (const keyword of ['晨曦', 'chenxi', 'cx', '晨曦家居', 'ChenXiJiaju']) {
    assert.deepEqual(await names('admin', 'customers', keyword), ['杭州晨曦家居有限公司'], keyword)
    assert.equal((await names('admin', 'stores', keyword))?.[0], '晨曦家居旗舰店', keyword)
  }
  assert.deepEqual(await names('admin', 'customers', 'hzcx'), ['杭州晨曦家居有限公司'])
  assert.deepEqual(await names('admin', 'stores', 'dp0003'), ['宏远数码京东自营店'])
  assert.deepEqual(await names('admin', 'stores', 'DP0002'), ['星澜美妆'])
  assert.deepEqual(await names('admin', 'stores', '星'), ['星澜美妆'])
  assert.deepEqual(await names('admin', 'stores', '不存在'), [])
})

test('search: finds people by name, pinyin with the surname’s reading, user name and mobile', async () => {
  assert.deepEqual(await names('admin', 'staff', 'shanxue'), ['单雪'])
  assert.deepEqual(await names('admin', 'staff', 'zxh'), ['周小禾'])
  assert.deepEqual(await names('admin', 'staff', 'agent2'), ['赵晓冬'])
  assert.deepEqual(await names('head', 'staff', '13800000004'), ['周小禾'])
  assert.deepEqual(await names('head', 'staff', '1380000'), [])
})

test('search: finds only records that the lists show to the user', async () => {
  assert.deepEqual(await names('sales', 'customers', 'hongyuan'), [])
  assert.deepEqual(await names('sales', 'stores', 'hongyuan'), [])
  assert.deepEqual(await names('agent', 'stores', '晨曦'), ['晨曦家居旗舰店'])
  assert.deepEqual(await names('head', 'stores', '晨曦'), ['晨曦家居旗舰店'])
  assert.deepEqual(await names('sales', 'stores', '晨曦旧店'), ['晨曦旧店'])
  assert.deepEqual(await names('head', 'staff', '赵'), [])
  assert.deepEqual(Object.keys(await find('agent', '晨曦')), ['stores'])
  assert.deepEqual(Object.keys(await find('sales', '晨曦')), ['customers', 'stores'])
  assert.deepEqual(await names('admin2', 'customers', '晨曦'), [])
  assert.deepEqual(await names('admin', 'customers', '恒月'), ['恒月母婴'])
})

test('search: a complete mobile finds a customer only for users who may see it in full', async () => {
  assert.deepEqual(await names('sales', 'customers', '139 1234 5678'), ['杭州晨曦家居有限公司'])
  assert.deepEqual(await names('head', 'customers', '13912345678'), [])
  assert.deepEqual(await names('sales', 'customers', '139123'), [])
  assert.ok(!JSON.stringify(await find('sales', '13912345678')).includes('5678'))
})

test('search: returns at most six results per kind, and whether there are more', async () => {
  const { id, ownerId, companyCode } = await db
    .selectFrom('customer')
    .selectAll()
    .where('name', '=', '宏远数码')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 8 }, (_, n) => ({
    companyCode,
    ownerId,
    code: `KH-9${n}`,
    name: `青禾食品${n}号`,
    nameKey: `青禾食品${n}号`,
    namePinyin: `qingheshipin${n}hao qhsp${n}h`,
  }))
  await db.insertInto('customer').values(rows).execute()
  const { customers } = await find('sales2', '青禾')
  assert.deepEqual([customers.items.length, customers.more], [6, true])
  assert.deepEqual(await names('sales2', 'customers', '青禾食品3号'), ['青禾食品3号'])
  const recall = (await as('sales').get(`/api/search/recall?customerId=${id}`)).data
  assert.deepEqual(recall.customers, { items: [], more: false })
  const ownResult = (await as('sales2').get(`/api/search/recall?customerId=${id}`)).data
  assert.deepEqual(ownResult.customers.items[0].name, '宏远数码')
})

test('search: pattern characters are literal; an empty or too long keyword gets 400', async () => {
  for (const keyword of ['%', '_', '%%', '__', "';--", '\\', '旗%店']) {
    assert.deepEqual(await names('admin', 'stores', keyword), [], keyword)
  }
  assert.equal((await as('admin').get('/api/search?keyword=')).status, 400)
  assert.equal((await as('admin').get(`/api/search?keyword=${'x'.repeat(65)}`)).status, 400)
})

test('search: the index contains the terms of every part of a name', async () => {
  const rows = [
    { name: '杭州晨曦家居有限公司', pinyin: 'hangzhouchenxijiajuyouxiangongsi hzcxjjyxgs', code: 'kh202605' },
    { name: 'a2晨光b店', pinyin: 'a2chenguangbdian a2cgbd', code: 'DP1' },
    { name: '店', pinyin: '', code: '1' },
  ]
  for (const { name, pinyin, code } of rows) {
    const found = await sql<{
      grams: string[]
    }>`select search_grams(${name}, ${pinyin}, ${code}) as grams`.execute(db)
    const held = new Set(found.rows[0]?.grams)
    for (const word of [name, pinyin.split(' ')[0] ?? '', code.toLowerCase()]) {
      for (let from = 0; from < word.length; from += 1) {
        for (let to = from + 3; to <= word.length; to += 1) {
          const { grams } = toSearchText(word.slice(from, to))
          assert.ok(
            grams.every((gram) => held.has(gram)),
            `${word.slice(from, to)}: ${grams}`,
          )
        }
      }
      if (word) assert.ok(held.has(`=${word}`) || word === pinyin.split(' ')[0], word)
    }
  }
})
