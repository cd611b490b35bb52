import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#access/permissions.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { reports } from './contract.ts'
import type { VolumeDay } from './rows.ts'
import { reportScope } from './storeDays.ts'

const { as, db } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await seedFigures(database)
})

const paths = Object.values(reports).map(({ path }) => path)
const YESTERDAY = 'from=2026-05-18&to=2026-05-18'

const storesOf = async (username: string, query = YESTERDAY) => {
  const { data } = await as(username).get(`/api/reports/daily-store/stores?${query}`)
  const rows: VolumeDay[] = data.items
  return rows.map(({ storeName }) => storeName).sort()
}

const reach: [string, string[]][] = [
  ['admin', ['宏远数码京东自营店', '恒月母婴', '晨曦家居旗舰店', '星澜美妆']],
  ['admin2', ['恒月母婴']],
  ['head', ['晨曦家居旗舰店', '星澜美妆']],
  ['agent', ['晨曦家居旗舰店']],
  ['agent3', ['星澜美妆']],
  ['head2', ['宏远数码京东自营店']],
]

for (const [username, expected] of reach) {
  test(`${username} sees the reports of ${expected.join('、')}`, async () => {
    assert.deepEqual(await storesOf(username), expected.toSorted())
    for (const path of paths.filter((one) => one.endsWith('weekdays'))) {
      const rows: { name: string }[] = (await as(username).get(`${path}?${YESTERDAY}`)).data.rows
      assert.deepEqual(rows.map(({ name }) => name).sort(), expected.toSorted(), path)
    }
    for (const path of paths.filter((one) => !/(overview|weekdays)$/.test(one))) {
      const { data } = await as(username).get(`${path}?${YESTERDAY}`)
      assert.equal(data.total, expected.length, path)
      assert.equal(data.totals.expected, expected.length, path)
    }
    const { data } = await as(username).get(`/api/reports/daily-store/overview?${YESTERDAY}`)
    assert.equal(data.figures[0].expected, expected.length)
  })
}

test('the stores of a team or a person are one list of ids, and those of a company need no list (decision 146)', () => {
  const conditionOf = (role: number, parentId: number | null) => {
    const reach = reportScope({ id: 7, role, parentId, companyCode: '002' }, '2026-05-18')
    return db
      .selectFrom('store')
      .select('id')
      .where(reach)
      .compile()
      .sql.split(' where ')
      .slice(1)
      .join(' where ')
  }
  const outsideParentheses = (text: string): string => {
    const shorter = text.replaceAll(/\([^()]*\)/g, '')
    return shorter === text ? text.trim() : outsideParentheses(shorter)
  }
  // With `or` beside the list, PostgreSQL would expect half of all stores.
  for (const parentId of [null, 3]) {
    assert.equal(outsideParentheses(conditionOf(ROLES.agent, parentId)), 'store.id in')
  }
  assert.doesNotMatch(conditionOf(ROLES.admin, null), /select| or /)
})

test('sales and finance may not read any report; anonymous requests get 401', async () => {
  for (const path of paths) {
    assert.equal((await as('sales').get(path)).status, 403, path)
    assert.equal((await as('finance').get(path)).status, 403, path)
    assert.equal((await as(null).get(path)).status, 401, path)
  }
})

test("the company is a column and a filter only for the headquarters' admin", async () => {
  const { data } = await as('admin').get(`/api/reports/daily-store?${YESTERDAY}`)
  assert.ok(data.items.every((row: VolumeDay) => row.companyCode))
  for (const path of paths) {
    const response = await as('admin2').get(`${path}?${YESTERDAY}`)
    assert.equal(response.status, 200)
    assert.ok(!JSON.stringify(response.data).includes('companyCode'), path)
    assert.equal((await as('admin2').get(`${path}?companyCode=001`)).status, 403, path)
  }
})

test('a filter never extends the reach', async () => {
  const { data } = await as('admin').get(`/api/reports/daily-store?${YESTERDAY}&keyword=hongyuan`)
  assert.deepEqual(await storesOf('agent', `${YESTERDAY}&storeId=${data.items[0].storeId}`), [])
})

test('the agent of a stopped store still sees its rows up to the last day; other agents never see them', async () => {
  const store = { code: 'DP0005', companyCode: '001' }
  const { id } = await db
    .selectFrom('store')
    .select('id')
    .where('code', '=', store.code)
    .executeTakeFirstOrThrow()
  const staff = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'agent')
    .executeTakeFirstOrThrow()
  await db.updateTable('store').set({ stoppedOn: '2026-05-15' }).where('id', '=', id).execute()
  const assignment = { fromOn: '2026-01-01', toOn: '2026-05-15', storeId: id, staffId: staff.id }
  await db
    .insertInto('storeAssignment')
    .values({ companyCode: store.companyCode, ...assignment })
    .execute()
  await putFigures(db, store.code, { '2026-05-14': { consultUsers: 7 } })
  const query = `from=2026-05-13&to=2026-05-18&storeId=${id}&sort=on`
  const { data } = await as('agent').get(`/api/reports/daily-store?${query}`)
  assert.deepEqual(
    data.items.map((row: VolumeDay) => [row.on, row.volume]),
    [
      ['2026-05-13', null],
      ['2026-05-14', 7],
      ['2026-05-15', null],
    ],
  )
  assert.equal((await as('agent').get(`/api/stores/${id}`)).status, 404)
  assert.deepEqual(await storesOf('agent', query.replace('&sort=on', '')), ['晨曦旧店'])
  assert.deepEqual(await storesOf('agent3', query.replace('&sort=on', '')), [])
  assert.deepEqual(await storesOf('agent'), ['晨曦家居旗舰店'])
})

test('a store that is paused or has not begun owes no figures; existing figures are shown', async () => {
  const set = (changes: object) =>
    db.updateTable('store').set(changes).where('name', '=', '星澜美妆').execute()
  const rowsOf = async (): Promise<VolumeDay[]> =>
    (await as('agent3').get('/api/reports/daily-store?from=2026-05-16&to=2026-05-18')).data.items
  await set({ onlineOn: '2026-05-18', trialOn: null })
  assert.deepEqual(
    (await rowsOf()).map(({ on, missing }) => [on, missing]),
    [
      ['2026-05-18', true],
      ['2026-05-17', false],
    ],
  )
  await set({ onlineOn: '2026-05-18', trialOn: '2026-05-16' })
  assert.equal((await rowsOf()).length, 3)
  await set({ status: 'paused' })
  assert.deepEqual(
    (await rowsOf()).map(({ on, volume }) => [on, volume]),
    [['2026-05-17', 200]],
  )
  await set({ status: 'serving', onlineOn: '2026-01-01', trialOn: null })
})

const refused: [string, string, RegExp][] = [
  ['from=2026-05-18&to=2026-05-17', 'from', /开始日期不能晚于结束日期/],
  ['to=2026-05-20', 'to', /还没有 2026-05-20 的数据/],
  ['from=2025-01-01&to=2026-05-18', 'to', /一次最多查看 366 天，所选为 503 天/],
  ['from=2026-02-30', 'from', /开始日期格式不正确/],
  ['storeId=abc', 'storeId.0', /格式不正确/],
  ['platform=ebay', 'platform.0', /平台不在可选范围内/],
  ['role=1', 'role', /不认识的字段：role/],
]

for (const [query, field, sentence] of refused) {
  test(`invalid input is reported by field: ${query}`, async () => {
    for (const path of paths) {
      const { status, data } = await as('admin').get(`${path}?${query}`)
      assert.equal(status, 400, path)
      assert.match(data.fields[field], sentence, path)
    }
  })
}
