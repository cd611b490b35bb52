import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { rowsByLabel } from '#testing/testConsequences.ts'
import type { Proposed, ProposedNick } from './contract.ts'
import { acceptAll, douyinFile, jdFile, pddFile, setupWorld, tmallFile, weekUntil } from './testSetup.ts'

const world = await setupWorld()
const { as, db, uploadAll, propose, run, staffId } = world

const DAYS = weekUntil('2026-05-18')
const TMALL = ['晨曦家居旗舰店', '木槿女装旗舰店', '云栖母婴专营店']
const JD = ['晨曦家居京东自营店', '沐野户外京东自营店', '山止渔具京东专卖店']
const PDD = ['拾味烘焙官方店', '晨曦家居官方店', '好物百货']
const DOUYIN = ['星澜美妆（抖音）', '拾味烘焙旗舰店', '木槿女装']

/** The nicks of a store: one that contains a person's name, one that no rule assigns. */
const nicksOf = (store: string, n: number) => ({ [`${store}-王一诺`]: 20 + n, [`${store}-小${n}`]: 10 })
const storesOf = (names: string[]) => Object.fromEntries(names.map((store, n) => [store, nicksOf(store, n)]))

const files = [
  ...DAYS.flatMap((day) => TMALL.map((store, n) => tmallFile(store, day, nicksOf(store, n)))),
  ...DAYS.flatMap((day) => JD.map((store, n) => jdFile(store, day, nicksOf(store, n)))),
  pddFile(storesOf(PDD), DAYS),
  douyinFile(storesOf(DOUYIN), DAYS),
]

/** The number of rows of every table, without those that an undo leaves: logs, sequences, the run, the imports. */
async function content() {
  const tables = [
    'customer',
    'customer_owner',
    'store',
    'store_state',
    'store_day',
    'store_month',
    'agent_account',
  ]
  const figures = ['store_daily', 'agent_daily', 'import_replaced']
  const counts: Record<string, number> = {}
  for (const table of [...tables, ...figures]) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}

const previews = await uploadAll('admin3', files)
const before = await content()
const proposal = (await propose('admin3', previews)).data

test('a week of files of 12 stores on 4 platforms: each store once, with platform, customer, days and sums', () => {
  const { stores, days, mayCreate, admins, files: read } = proposal
  assert.deepEqual(
    [stores.length, days, mayCreate, admins],
    [12, { from: '2026-05-12', to: '2026-05-18' }, true, []],
  )
  const byName = new Map(stores.map((store: Proposed) => [store.name, store]))
  const expected: Record<string, [string, string, string]> = {
    晨曦家居旗舰店: ['tmall', 'fileName', '晨曦家居'],
    云栖母婴专营店: ['tmall', 'fileName', '云栖母婴'],
    沐野户外京东自营店: ['jd', 'fileName', '沐野户外'],
    山止渔具京东专卖店: ['jd', 'fileName', '山止渔具'],
    拾味烘焙官方店: ['pdd', 'column', '拾味烘焙'],
    好物百货: ['pdd', 'column', '好物百货'],
    '星澜美妆（抖音）': ['douyin', 'column', '星澜美妆'],
  }
  for (const [name, [platform, source, customerName]] of Object.entries(expected)) {
    const store = byName.get(name) as Proposed
    assert.deepEqual(
      [store.platform, store.source, store.customerName, store.customer],
      [platform, source, customerName, null],
    )
    assert.deepEqual([store.from, store.to, store.nicks, store.rows], ['2026-05-12', '2026-05-18', 2, 14])
  }
  const chenxi = byName.get('晨曦家居旗舰店') as {
    fileIds: number[]
    consultUsers: number
    platforms: string[]
  }
  assert.deepEqual(
    [chenxi.fileIds.length, chenxi.consultUsers, chenxi.platforms],
    [7, 7 * 30, ['taobao', 'tmall']],
  )
  const douyin = byName.get('木槿女装') as Proposed
  assert.deepEqual(
    [douyin.consultUsers, douyin.fileIds.length],
    [7 * 32, 1],
    'handled users without consult users',
  )
  assert.deepEqual(
    [read.length, read.every((file: { readyGroups: number }) => file.readyGroups === 0)],
    [44, true],
  )
})

test('each nick is listed once over all files: those without a person first, then by buyers handled', async () => {
  const { nicks, nicksTotal } = proposal
  assert.deepEqual([nicks.length, nicksTotal], [24, 24])
  const known = nicks.map(({ staff }: ProposedNick) => staff !== null)
  assert.deepEqual(known, [...Array(12).fill(false), ...Array(12).fill(true)])
  const [first] = nicks.filter(({ staff }: ProposedNick) => staff !== null)
  assert.deepEqual(
    [first.handledUsers, first.staff, first.reason],
    [7 * 22, { id: await staffId('member3'), name: '王一诺' }, 'name'],
  )
  assert.ok(nicks.every(({ storeKey, storeId }: ProposedNick) => storeKey && storeId === null))
})

test('one request creates customers, stores and bindings and imports the week', async () => {
  const nicks = proposal.nicks.flatMap(({ nick, storeKey, staff }: ProposedNick) =>
    staff ? [{ nick, storeKey, staffId: staff.id }] : [],
  )
  const answer = await run('admin3', previews, { stores: acceptAll(proposal), nicks })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  const { setup, files: done } = answer.data
  assert.deepEqual(
    [setup.customers, setup.stores, setup.nicks, setup.files, setup.storeDays, setup.undoable, setup.whyNot],
    [8, 12, 12, 44, 84, true, null],
  )
  assert.ok(
    done.every(
      (file: { status: string; leftGroups: number; restId: null }) =>
        file.status === 'committed' && file.leftGroups === 0 && file.restId === null,
    ),
  )
  const customers = await db.selectFrom('customer').selectAll().where('companyCode', '=', '003').execute()
  assert.equal(customers.length, 8, 'one customer for the stores of one brand')
  assert.ok(customers.every(({ status, contractStartOn }) => status === 'active' && contractStartOn === null))
  const page = (await as('admin3').get(`/api/customers/${customers[0]?.id}`)).data
  assert.equal(page.hadTrial, false)
  const stores = await db.selectFrom('store').selectAll().where('companyCode', '=', '003').execute()
  assert.ok(
    stores.every(
      ({ status, onlineOn, trialOn }) =>
        status === 'serving' && onlineOn === '2026-05-12' && trialOn === null,
    ),
  )
  const figures = await db.selectFrom('storeDaily').selectAll().where('companyCode', '=', '003').execute()
  assert.equal(figures.length, 84)
  const bound = await db.selectFrom('agentAccount').selectAll().where('companyCode', '=', '003').execute()
  assert.ok(
    bound.length === 12 && bound.every(({ fromOn, toOn }) => fromOn === '2026-05-12' && toOn === null),
  )
})

test('the log has a line for each record and one for the run', async () => {
  const lines = await db
    .selectFrom('audit')
    .select(['entity', 'action', 'via', sql<number>`count(*)`.as('n')])
    .where('companyCode', '=', '003')
    .where('entity', 'in', ['customer', 'store', 'import', 'import-setup'])
    .groupBy(['entity', 'action', 'via'])
    .orderBy('entity')
    .orderBy('action')
    .execute()
  assert.deepEqual(
    lines.map(({ entity, action, via, n }) => `${entity} ${action} ${via} ${n}`),
    [
      'customer create import 8',
      'import commit null 44',
      'import-setup create null 1',
      'store bind null 12',
      'store create import 12',
    ],
  )
})

test('the consequences of the undo list what it deletes, and one undo reverses all of it', async () => {
  const [{ id, version }] = (await as('admin3').get('/api/imports/setups')).data.items
  const shown = await as('admin3').get(`/api/imports/setup/${id}/undo/consequences`)
  assert.equal(shown.status, 200, shown.body.errorMessage)
  assert.deepEqual(rowsByLabel(shown.data), {
    删去新建的店铺: 12,
    删去新建的客户: 8,
    删去的昵称对应: 12,
    撤销导入的文件: 44,
    客服的数据删除: 168,
    店铺日数据变为缺数据: 84,
    涉及店铺: 12,
    涉及天数: 7,
  })
  const answer = await as('admin3').post(`/api/imports/setup/${id}/undo`, { version })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  assert.deepEqual([answer.data.status, answer.data.undoable, answer.data.whyNot], ['undone', false, null])
  assert.deepEqual(await content(), before)
  const { items } = (await as('admin3').get('/api/imports?status=undone&pageSize=100')).data
  assert.equal(items.length, 44)
  const names = new Set(
    items.flatMap(({ groups }: { groups: { storeName: string }[] }) =>
      groups.map(({ storeName }) => storeName),
    ),
  )
  assert.equal(names.size, 12, 'the list of imports still names the stores')
  const again = await as('admin3').post(`/api/imports/setup/${id}/undo`, { version: version + 1 })
  assert.deepEqual([again.status, again.body.errorCode], [409, 'WRONG_STATE'])
})
