import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { testApp } from '#testing/testApp.ts'
import { taobaoFile } from '#testing/testImports.ts'
import { whileListening } from '#testing/testStatements.ts'
import { seedWorld } from '#testing/testWorld.ts'

/** The world of the tests, and the new company 003 with its admin only. */
const { as, db, clock } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await database.insertInto('company').values({ code: '003', name: '杭州青禾客服外包有限公司' }).execute()
  await addPerson(database, { username: 'new', name: '沈岚', role: 1 }, hash)
  await addPerson(database, { username: 'new-sales', name: '许岚', role: 3 }, hash)
  await addPerson(database, { username: 'new-finance', name: '钱进', role: 4 }, hash)
  const { id: parentId } = await addPerson(database, { username: 'new-head', name: '周宁', role: 2 }, hash)
  await addPerson(database, { username: 'new-agent', name: '王一诺', role: 2, parentId }, hash)
})

interface NewPerson {
  username: string
  name: string
  role: number
  parentId?: number
}

function addPerson(database: Database, person: NewPerson, passwordHash: string) {
  const row = { ...person, companyCode: '003', namePinyin: searchPinyin(person.name, true), passwordHash }
  return database
    .insertInto('staff')
    .values({ ...row, mustChangePassword: false })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const SETUP = '/api/setup'
const read = async (who = 'new') => (await as(who).get(SETUP)).data
const statesOf = ({ steps }: { steps: { key: string; state: string }[] }) =>
  Object.fromEntries(steps.map(({ key, state }) => [key, state]))
const waitsOf = async (who: string) =>
  (await read(who)).waits.map(({ key, isReady, count, by, bySelf }: Record<string, unknown>) => [
    key,
    isReady,
    count,
    by,
    bySelf,
  ])
const lastLine = () => db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

test('GET /api/setup: an admin of a new company gets seven steps with what is there now', async () => {
  const data = await read()
  assert.deepEqual(
    [data.companyName, data.state, data.version, data.fillsHome, data.next],
    ['杭州青禾客服外包有限公司', 'open', 0, true, 'company'],
  )
  assert.deepEqual(statesOf(data), {
    company: 'open',
    staff: 'done',
    stores: 'open',
    pricing: 'waiting',
    nicks: 'waiting',
    import: 'open',
    bill: 'waiting',
  })
  const waits = data.steps.map(({ waitsFor }: { waitsFor: string | null }) => waitsFor)
  assert.deepEqual(waits, [null, null, null, 'stores', 'stores', null, 'pricing'])
  const { staff, stores, bill } = data.facts
  assert.deepEqual(staff, { total: 5, agents: 1, heads: 1, sales: 1, finance: 1, admins: 1 })
  assert.deepEqual(stores, { customers: 0, stores: 0 })
  assert.deepEqual([bill.booksFrom, bill.month, bill.issued], [null, null, 0])
  assert.deepEqual(data.waits, [])
})

test('GET /api/setup: every other role gets what it waits for and from whom, and no steps', async () => {
  assert.deepEqual(await waitsOf('new-agent'), [
    ['stores', false, null, ['沈岚'], false],
    ['assigned', false, 0, ['周宁'], false],
    ['ownNicks', false, 0, ['周宁'], true],
    ['figures', false, null, ['沈岚'], true],
  ])
  assert.deepEqual(await waitsOf('new-head'), [
    ['members', true, 1, [], true],
    ['stores', false, null, ['沈岚'], false],
    ['teamStores', false, 0, ['沈岚'], false],
    ['figures', false, null, ['沈岚'], true],
  ])
  const salesKeys = (await waitsOf('new-sales')).map(([key]: [string]) => key)
  assert.deepEqual(salesKeys, ['customers', 'customerStores', 'pricing', 'figures'])
  const financeKeys = (await waitsOf('new-finance')).map(([key]: [string]) => key)
  assert.deepEqual(financeKeys, ['payee', 'customerStores', 'pricing', 'books', 'figures', 'bills'])
  for (const who of ['new-agent', 'new-head', 'new-sales', 'new-finance']) {
    const { steps, facts, fillsHome } = await read(who)
    assert.deepEqual([steps, facts, fillsHome], [[], null, true], who)
  }
})

test('GET /api/home: the set-up is part of the home page of every role of a new company', async () => {
  for (const who of ['new', 'new-agent', 'new-head', 'new-sales', 'new-finance']) {
    const { setup } = (await as(who).get('/api/home')).data
    assert.deepEqual(setup, await read(who), who)
  }
})

test('POST /api/setup/skip: a skipped step comes last, is logged, and can be taken up again', async () => {
  const skipped = await as('new').post(`${SETUP}/skip`, { step: 'company', version: 0 })
  assert.deepEqual([skipped.data.version, skipped.data.next], [1, 'stores'])
  assert.equal(statesOf(skipped.data).company, 'skipped')
  const { action, entity, companyCode, changes } = await lastLine()
  assert.deepEqual([action, entity, companyCode], ['skip-setup-step', 'company', '003'])
  assert.deepEqual(changes, { skipped: [[], ['company']] })
  assert.equal((await as('new').post(`${SETUP}/skip`, { step: 'stores', version: 0 })).status, 409)
  const again = { step: 'company', isSkipped: false, version: 1 }
  assert.equal(statesOf((await as('new').post(`${SETUP}/skip`, again)).data).company, 'open')
  assert.equal((await as('new').post(`${SETUP}/skip`, { step: 'lunch', version: 2 })).status, 400)
})

test('POST /api/setup/dismiss: hides the list from admins; the others still see what they wait for', async () => {
  const { data } = await as('new').post(`${SETUP}/dismiss`, { version: 2 })
  assert.deepEqual([data.state, data.version, data.fillsHome], ['dismissed', 3, false])
  assert.equal((await as('new').get('/api/home')).data.setup, null)
  assert.equal((await as('new-agent').get('/api/home')).data.setup.fillsHome, true)
  const resumed = await as('new').post(`${SETUP}/resume`, { version: 3 })
  assert.deepEqual([resumed.data.state, resumed.data.fillsHome], ['open', true])
})

test('the steps are for admins of the company itself', async () => {
  for (const step of ['skip', 'dismiss', 'resume', 'finish']) {
    for (const who of ['new-agent', 'new-head', 'new-sales', 'new-finance']) {
      const { status } = await as(who).post(`${SETUP}/${step}`, { step: 'staff', version: 4 })
      assert.equal(status, 403, `${who} ${step}`)
    }
  }
  assert.equal((await read('admin2')).companyName, '启明客服')
})

test('GET /api/setup: unconfirmed files are counted with the stores and nicks in them', async () => {
  for (const day of ['2026-05-17', '2026-05-18']) {
    const name = `晨曦家居旗舰店_客服数据_${day}.csv`
    const file = taobaoFile({ 小雨: [5, 5, 0], 若若: [3, 3, 0] }, name)
    const { status } = await as('new').upload('/api/imports', file)
    assert.equal(status, 200)
  }
  const { previews } = (await read()).facts.import
  assert.equal(previews.ids.length, 2)
  assert.deepEqual([previews.files, previews.stores, previews.nicks], [2, 1, 2])
  const { previews: ofOther } = (await read('admin2')).facts.import
  assert.deepEqual([ofOther.ids, ofOther.files], [[], 0])
})

test('POST /api/setup/finish: refused while a step is not done, afterwards nothing more is read', async () => {
  assert.equal((await as('new').post(`${SETUP}/finish`, { version: 4 })).status, 409)
  await completeSetup(db)
  const data = await read()
  assert.deepEqual([...new Set(Object.values(statesOf(data)))], ['done'])
  assert.deepEqual([data.next, data.fillsHome, data.companyName], [null, false, '青禾客服'])
  assert.deepEqual(
    [data.facts.pricing, data.facts.nicks, data.facts.import.from],
    [{ priced: 1, unpriced: 0 }, { known: 1, unmatched: 0 }, '2026-05-18'],
  )
  const finished = await as('new').post(`${SETUP}/finish`, { version: 4 })
  assert.equal(finished.data.state, 'finished')
  for (const who of ['new', 'new-agent', 'new-sales']) {
    assert.equal((await as(who).get('/api/home')).data.setup, null, who)
  }
  const { statements } = await whileListening(() => as('new-agent').get(SETUP))
  assert.ok(statements.length <= 2, statements.join('\n'))
})

/** Gives company 003 a short name, and a store with a price, a nick, figures and an issued bill. */
async function completeSetup(database: Database): Promise<void> {
  const at = { createdAt: clock.now, updatedAt: clock.now }
  const id = async (rows: Promise<{ id: number }>) => (await rows).id
  await sql`update company set short_name = '青禾客服', books_from = '2026-05-01' where code = '003'`.execute(
    database,
  )
  const owner = await database
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'new-sales')
    .executeTakeFirstOrThrow()
  const name = { name: '晨曦', nameKey: '晨曦', companyCode: '003', code: 'KH1' }
  const customerId = await id(
    database
      .insertInto('customer')
      .values({ ...name, ownerId: owner.id, status: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const kind = { platform: 'tmall', status: 'serving' } as const
  const store = { ...name, code: 'DP1', customerId, ...kind }
  const storeId = await id(
    database.insertInto('store').values(store).returning('id').executeTakeFirstOrThrow(),
  )
  const terms = { companyCode: '003', storeId, fromOn: '2026-05-01', createdAt: clock.now }
  await database
    .insertInto('storeTerms')
    .values({ ...terms, pricing: JSON.stringify({ model: 'fixed', monthlyCents: 1 }) })
    .execute()
  await database
    .insertInto('agentAccount')
    .values({ companyCode: '003', storeId, staffId: owner.id, nick: '小雨', fromOn: '2026-05-01' })
    .execute()
  const day = { companyCode: '003', storeId, onDay: '2026-05-18' }
  const figures = { ...day, source: 'imported' as const, consultUsers: 1 }
  await database.insertInto('storeDaily').values(figures).execute()
  await database
    .insertInto('customerBill')
    .values({
      companyCode: '003',
      customerId,
      storeId,
      kind: 'service',
      monthOn: '2026-05-01',
      fromOn: '2026-05-01',
      toOn: '2026-05-31',
      status: 'open',
      code: 'ZD1',
      totalCents: 1,
      dueOn: '2026-06-30',
      issuedOn: '2026-05-19',
      origin: 'keyed',
      ...at,
    })
    .execute()
}
