import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { correctionInput } from '#testing/testCorrections.ts'
import { acceptAll, jdFile, setupWorld, tmallFile } from './testSetup.ts'
import { CUSTOMER_USES, STORE_USES } from './uses.ts'

const world = await setupWorld()
const { as, db, uploadAll, propose, run, staffId } = world
const DAY = '2026-05-18'

let number = 0
/** Sets up one store with one nick of 王一诺 from a file of a day; returns the run, the store and its customer. */
async function setUp(status = 'serving') {
  number += 1
  const name = `第${number}家茶铺京东自营店`
  const previews = await uploadAll('admin3', [jdFile(name, DAY, { [`茶铺${number}-王一诺`]: 9 })])
  const { stores, nicks } = (await propose('admin3', previews)).data
  const [{ nick, storeKey, staff }] = nicks
  const answer = await run('admin3', previews, {
    stores: acceptAll({ stores }, status),
    nicks: [{ nick, storeKey, staffId: staff.id }],
  })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  const store = await db.selectFrom('store').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  return { setup: answer.data.setup, store, customerId: store.customerId, nick, name, previews }
}

const undo = (id: number, version = 1) => as('admin3').post(`/api/imports/setup/${id}/undo`, { version })

/** Asserts that the undo is refused with the sentence, and that the list says so. */
async function assertRefused(id: number, sentence: string) {
  const answer = await undo(id)
  assert.deepEqual([answer.status, answer.body.errorMessage], [409, sentence])
  const shown = await as('admin3').get(`/api/imports/setup/${id}/undo/consequences`)
  assert.deepEqual([shown.status, shown.body.errorMessage], [409, sentence])
  const { items } = (await as('admin3').get('/api/imports/setups')).data
  const listed = items.find((one: { id: number }) => one.id === id)
  assert.deepEqual([listed.undoable, listed.whyNot], [false, sentence])
}

const ofStore = (name: string, what: string) =>
  `店铺“${name}”已有${what}，不能再撤销新建；不用的店铺请在店铺页停止服务。`
const ofCustomer = (name: string, what: string) => `客户“${name}”已有${what}，不能再撤销新建。`

test('an undo is refused with what uses the records, and possible again without it', async () => {
  const { setup, store, name } = await setUp()
  const assigned = await as('admin3').post('/api/store-assignments', {
    storeId: store.id,
    staffId: await staffId('member3'),
    fromOn: DAY,
  })
  assert.equal(assigned.status, 200, assigned.body.errorMessage)
  await assertRefused(setup.id, ofStore(name, '客服分配'))
  await db.deleteFrom('storeAssignment').where('storeId', '=', store.id).execute()
  assert.equal((await undo(setup.id)).status, 200)
})

test('a price, a bill, a note, another store: each is named', async () => {
  const priced = await setUp()
  await db.updateTable('company').set({ booksFrom: '2026-05-01' }).where('code', '=', '003').execute()
  const terms = { fromOn: DAY, pricing: { model: 'fixed', monthlyCents: 310_000 } }
  const answer = await as('finance3').post(`/api/stores/${priced.store.id}/terms`, terms)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  await assertRefused(priced.setup.id, ofStore(priced.name, '计费方式'))

  const noted = await setUp()
  const note = await as('admin3').post(`/api/customers/${noted.customerId}/notes`, { text: '月底对账' })
  assert.equal(note.status, 200, note.body.errorMessage)
  const customer = noted.name.replace('京东自营店', '')
  await assertRefused(noted.setup.id, ofCustomer(customer, '客户备注'))

  const owner = await setUp()
  const other = { customerId: owner.customerId, platform: 'tmall', name: `${owner.name}天猫店` }
  assert.equal((await as('admin3').post('/api/stores', other)).status, 200)
  await assertRefused(owner.setup.id, ofCustomer(owner.name.replace('京东自营店', ''), '别的店铺'))

  const billed = await setUp()
  const lines = [{ label: '加班', qty: 1, priceCents: 100, taxRateBp: 600 }]
  const draft = {
    customerId: billed.customerId,
    storeId: billed.store.id,
    kind: 'adjustment',
    month: '2026-05',
  }
  const bill = await as('finance3').post('/api/customer-bills', { ...draft, lines })
  assert.equal(bill.status, 200, bill.body.errorMessage)
  await assertRefused(billed.setup.id, ofStore(billed.name, '客户账单'))
})

test('a work log and a correction of the imported figures are named', async () => {
  const logged = await setUp()
  const log = await db
    .insertInto('worklog')
    .values({ companyCode: '003', staffId: await staffId('member3'), onDay: DAY, shift: 'morning' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { worklogId: log.id, storeId: logged.store.id, nick: logged.nick, source: 'imported' as const }
  await db.insertInto('worklogLine').values(line).execute()
  await assertRefused(logged.setup.id, ofStore(logged.name, '工作日志'))

  const corrected = await setUp()
  const cell = { storeId: corrected.store.id, on: DAY }
  const answer = await as('admin3').post('/api/figure-corrections', {
    ...(await correctionInput({ as: () => as('admin3') } as never, cell, { consultUsers: 8 })),
    reason: '同事测试',
  })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  await assertRefused(corrected.setup.id, ofStore(corrected.name, '数据更正'))
})

test('a later import is named; once that one is undone, the run can be undone', async () => {
  const { setup, name, store } = await setUp()
  const [later] = await uploadAll('admin3', [jdFile(name, '2026-05-17', { 甲: 3 })])
  const committed = await as('admin3').post(`/api/imports/${later.id}/commit`, { version: later.version })
  assert.equal(committed.status, 200, committed.body.errorMessage)
  await assertRefused(
    setup.id,
    `店铺“${name}”之后又导入过“${later.fileName}”，请先撤销那次导入，再撤销这一次。`,
  )
  const { id, version } = committed.data
  assert.equal((await as('admin3').post(`/api/imports/${id}/undo`, { version })).status, 200)
  const [open] = await uploadAll('admin3', [jdFile(name, '2026-05-16', { 甲: 3 })])
  assert.equal(open.storeId, store.id)
  assert.equal((await undo(setup.id)).status, 200)
  const preview = (await as('admin3').get(`/api/imports/${open.id}`)).data
  assert.deepEqual(
    [preview.storeId, preview.storeName, preview.version],
    [null, name, open.version + 1],
    'a preview of the deleted store has its name, and a new version',
  )
})

test('states, edits, nicks and claims that the store got meanwhile go with it, and are counted', async () => {
  const { setup, store, name, customerId } = await setUp()
  const { data } = await as('admin3').get(`/api/stores/${store.id}`)
  const paused = await as('admin3').post(`/api/stores/${store.id}/pause`, {
    version: data.version,
    on: '2026-05-19',
  })
  assert.equal(paused.status, 200, paused.body.errorMessage)
  const nick = { storeId: store.id, nick: '另一个', staffId: await staffId('agent3b'), fromOn: DAY }
  assert.equal((await as('admin3').post('/api/agent-accounts', nick)).status, 200)
  const shown = rowsByLabel((await as('admin3').get(`/api/imports/setup/${setup.id}/undo/consequences`)).data)
  assert.deepEqual(
    [shown.删去新建的店铺, shown.删去新建的客户, shown.删去的昵称对应, shown.删去的昵称认领],
    [1, 1, 2, 1],
  )
  assert.equal((await undo(setup.id)).status, 200)
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from store_state where store_id = ${store.id})
      + (select count(*) from store_day where store_id = ${store.id})
      + (select count(*) from nick_claim where store_id = ${store.id})
      + (select count(*) from customer where id = ${customerId}) as n`.execute(db)
  assert.deepEqual(rows, [{ n: 0 }])
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'via'])
    .where('entity', '=', 'store')
    .where('recordId', '=', String(store.id))
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  assert.deepEqual(lines.map(({ action, via }) => `${action} ${via}`).sort(), [
    'delete undo',
    'unbind undo',
    'unbind undo',
  ])
  const again = await uploadAll('admin3', [jdFile(name, DAY, { 甲: 3 })])
  assert.equal((await propose('admin3', again)).data.stores.length, 1, 'the name is free again')
})

test('an import of the run that was undone by itself is skipped; STALE for an old version', async () => {
  const { setup, previews } = await setUp()
  const batch = (await as('admin3').get(`/api/imports/${previews[0].id}`)).data
  const single = await as('admin3').post(`/api/imports/${batch.id}/undo`, { version: batch.version })
  assert.equal(single.status, 200, single.body.errorMessage)
  const stale = await undo(setup.id, 7)
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal((await undo(setup.id)).status, 200)
})

test('two runs at once, of the undo and of a price: one of them wins, the database stays whole', async () => {
  const { setup, store } = await setUp()
  const terms = { fromOn: '2026-05-19', pricing: { model: 'fixed', monthlyCents: 1 } }
  const [undone, priced] = await Promise.all([
    undo(setup.id),
    as('finance3').post(`/api/stores/${store.id}/terms`, terms),
  ])
  const exists = (await db.selectFrom('store').select('id').where('id', '=', store.id).execute()).length === 1
  assert.deepEqual([undone.status === 200, priced.status === 200], [!exists, exists])
})

test('a nick of an existing store whose binding was changed since is named', async () => {
  const file = tmallFile('晨曦家居旗舰店', '2026-05-11', { '晨曦家居旗舰店:周小禾': 9 })
  const previews = await uploadAll('admin', [file])
  const [{ nick, storeId, staff }] = (await propose('admin', previews)).data.nicks
  const { setup } = (await run('admin', previews, { nicks: [{ nick, storeId, staffId: staff.id }] })).data
  await db
    .updateTable('agentAccount')
    .set({ toOn: '2026-05-15', version: 2 })
    .where('nick', '=', nick)
    .execute()
  const answer = await as('admin').post(`/api/imports/setup/${setup.id}/undo`, { version: 1 })
  assert.equal(
    answer.body.errorMessage,
    `昵称“${nick}”的对应之后又改过，不能一次撤销；请在店铺的平台昵称里改。`,
  )
})

test('the database deletes states only together with their store, and never changes them', async () => {
  const { store } = await setUp()
  for (const statement of [
    `delete from store_state where store_id = ${store.id}`,
    `update store_state set from_on = from_on - 1 where store_id = ${store.id}`,
  ]) {
    await assert.rejects(sql.raw(statement).execute(db), /never rewritten/, statement)
  }
})

/** References that the undo removes, or that the database removes with the record. */
const REMOVED: Record<string, readonly string[]> = {
  store: [
    'agent_account',
    'agent_daily',
    'import_group',
    'import_replaced',
    'month_finding',
    'nick_claim',
    'store_daily',
    'store_day',
    'store_month',
    'store_state',
    'store_week',
    // Written for an issued bill, which is named.
    'customer_bill_price',
  ],
  customer: [
    'customer_owner',
    'customer_week',
    // Merging moves a customer's stores and bills; it has no use of its own.
    'customer',
    'customer_merge',
  ],
}

test('every foreign key to a store or a customer is a use that prevents the undo, or is removed', async () => {
  const { rows } = await sql<{ target: string; source: string }>`
    select distinct confrelid::regclass::text as target, conrelid::regclass::text as source
    from pg_constraint where contype = 'f' and confrelid in ('store'::regclass, 'customer'::regclass)`.execute(
    db,
  )
  const known = { store: Object.keys(STORE_USES), customer: Object.keys(CUSTOMER_USES) }
  for (const target of ['store', 'customer'] as const) {
    const sources = rows.filter((row) => row.target === target).map(({ source }) => source)
    // A warning refers to the customer's week.
    const expected = [...known[target], ...(REMOVED[target] ?? [])].filter((table) => table !== 'warning')
    assert.deepEqual(sources.sort(), expected.sort(), target)
  }
})
