import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { bindNicks, findAccounts } from './queries.ts'

const { as, db } = await testApp(seedWorld)
const { staffId, storeId } = idsIn(db)

const tmall = await storeId('晨曦家居旗舰店')
const jd = await storeId('宏远数码京东自营店')
const [agent, agent2, agent3] = [await staffId('agent'), await staffId('agent2'), await staffId('agent3')]
const admin = await staffId('admin')

const figuresRow = (store: number, nick: string, onDay: string) => ({
  companyCode: '001',
  storeId: store,
  nick,
  onDay,
  source: 'imported' as const,
  handledUsers: 10,
})
await db
  .insertInto('agentDaily')
  .values([
    ...['2026-05-15', '2026-05-16', '2026-05-18'].map((on) => figuresRow(tmall, '晨曦:小禾', on)),
    figuresRow(tmall, '晨曦:若彤', '2026-05-18'),
    figuresRow(jd, '宏远-01', '2026-05-17'),
  ])
  .execute()

const unmatched = async (who: string, query = '') => {
  const { data } = await as(who).get(`/api/agent-accounts/unmatched?${query}`)
  return data.items
}

test('GET /api/agent-accounts/unmatched: lists nicks within reach that have figures and no binding', async () => {
  const ofHead = await unmatched('head', 'sort=nick')
  assert.deepEqual(ofHead[0], {
    storeId: tmall,
    storeName: '晨曦家居旗舰店',
    platform: 'tmall',
    nick: '晨曦:小禾',
    firstOn: '2026-05-15',
    lastOn: '2026-05-18',
    days: 3,
    claims: [],
  })
  assert.equal(ofHead.length, 2)
  assert.equal((await unmatched('agent')).length, 2)
  assert.equal((await unmatched('agent3')).length, 0)
  assert.equal((await unmatched('admin2')).length, 0)
  assert.equal((await unmatched('admin')).length, 3)
  assert.equal((await unmatched('admin', `storeId=${jd}`)).length, 1)
  assert.equal((await as('sales').get('/api/agent-accounts/unmatched')).status, 403)
})

test('POST /api/agent-accounts: binds a nick from its first day with figures, with an audit line', async () => {
  const input = { storeId: tmall, nick: ' 晨曦:小禾 ', staffId: agent }
  const { status, data } = await as('head').post('/api/agent-accounts', input)
  assert.equal(status, 200)
  assert.equal(data.nick, '晨曦:小禾')
  assert.equal(data.fromOn, '2026-05-15')
  assert.equal(data.toOn, null)
  assert.equal(data.staffName, '周小禾')
  assert.equal((await unmatched('agent')).length, 1)
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.equal(line.action, 'bind')
  assert.equal(line.entity, 'store')
  assert.equal(line.recordId, String(tmall))
  assert.deepEqual(line.changes, {
    nick: [null, '晨曦:小禾'],
    staffId: [null, agent],
    fromOn: [null, '2026-05-15'],
  })
})

test('POST /api/agent-accounts: binds a nick without figures from today', async () => {
  const { data } = await as('admin').post('/api/agent-accounts', {
    storeId: jd,
    nick: '新号',
    staffId: agent2,
  })
  assert.equal(data.fromOn, '2026-05-19')
})

test('POST /api/agent-accounts: a nick has one person per day; an earlier day of the same person extends the binding', async () => {
  const call = (more: object) =>
    as('admin').post('/api/agent-accounts', { storeId: tmall, nick: '晨曦:小禾', ...more })
  const other = await call({ staffId: agent3, fromOn: '2026-05-18' })
  assert.equal(other.status, 409)
  assert.equal(other.body.errorCode, 'CONFLICT')
  assert.match(other.body.errorMessage ?? '', /自 2026-05-15 起已对应到周小禾/)
  assert.equal((await call({ staffId: agent })).status, 409, 'nothing is left to bind')
  const earlier = await call({ staffId: agent, fromOn: '2026-05-01' })
  assert.equal(earlier.data.fromOn, '2026-05-01')
  assert.equal(earlier.data.version, 2)
  assert.equal((await as('admin').get(`/api/agent-accounts?storeId=${tmall}`)).data.total, 1)
})

test('POST /api/agent-accounts: a head binds agents of their own team at stores within reach; an agent gets 403', async () => {
  const nick = { storeId: tmall, nick: '晨曦:若彤' }
  const bind = (who: string, more: object) => as(who).post('/api/agent-accounts', { ...nick, ...more })
  for (const staffId of [agent, agent3]) {
    const byMember = await bind('agent', { staffId })
    assert.equal(byMember.status, 403)
    assert.equal(byMember.body.errorMessage, '组员请认领昵称：组长或管理员确认后才算数。')
  }
  assert.deepEqual(Object.keys((await bind('head', { staffId: agent2 })).data.fields), ['staffId'])
  assert.equal((await bind('agent2', { staffId: agent2 })).status, 404)
  assert.equal((await bind('admin2', { staffId: agent3 })).status, 404)
  assert.equal((await bind('finance', { staffId: agent3 })).status, 403)
  assert.equal((await bind('head', { staffId: agent3 })).data.fromOn, '2026-05-18')
})

test('POST /api/agent-accounts: each invalid field gets its message', async () => {
  const { status, data } = await as('admin').post('/api/agent-accounts', { nick: '', fromOn: '昨天' })
  assert.equal(status, 400)
  assert.deepEqual(data.fields, {
    storeId: '请选择店铺',
    nick: '请输入平台昵称',
    staffId: '请选择客服',
    fromOn: '开始日期格式不正确',
  })
})

test('GET /api/agent-accounts: lists the stores within reach, filtered by store and person', async () => {
  const nicks = async (who: string, query = '') => {
    const { data } = await as(who).get(`/api/agent-accounts?${query}`)
    return data.items.map((row: { nick: string }) => row.nick)
  }
  assert.deepEqual((await nicks('head')).sort(), ['晨曦:小禾', '晨曦:若彤'].sort())
  assert.deepEqual(await nicks('sales2'), ['新号'])
  assert.deepEqual(await nicks('admin', `staffId=${agent3}`), ['晨曦:若彤'])
  assert.deepEqual(await nicks('admin2'), [])
})

const account = async (nick: string) =>
  db.selectFrom('agentAccount').selectAll().where('nick', '=', nick).executeTakeFirstOrThrow()

test('POST /api/agent-accounts/:id/unbind: sets the last day, after which the nick is free', async () => {
  const { id } = await account('晨曦:小禾')
  const { status, data } = await as('head').post(`/api/agent-accounts/${id}/unbind`, {
    version: 2,
    toOn: '2026-05-16',
  })
  assert.equal(status, 200)
  assert.equal(data.toOn, '2026-05-16')
  assert.deepEqual(
    (await unmatched('head')).map((row: { firstOn: string }) => row.firstOn),
    ['2026-05-18'],
  )
  const next = await as('head').post('/api/agent-accounts', {
    storeId: tmall,
    nick: '晨曦:小禾',
    staffId: agent3,
  })
  assert.equal(next.data.fromOn, '2026-05-18')
})

test('POST /api/agent-accounts/:id/unbind: fails with a stale version, before the first day, for other agents and out of reach', async () => {
  const { id, version } = await account('晨曦:若彤')
  const unbind = (who: string, more: object) =>
    as(who).post(`/api/agent-accounts/${id}/unbind`, { version, toOn: '2026-05-19', ...more })
  const stale = await unbind('head', { version: 9 })
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal(stale.data.current.nick, '晨曦:若彤')
  assert.deepEqual(Object.keys((await unbind('head', { toOn: '2026-05-17' })).data.fields), ['toOn'])
  assert.equal((await unbind('agent', {})).status, 403)
  assert.equal((await unbind('head2', {})).status, 404)
})

test('POST /api/agent-accounts/:id/unbind: deletes a wrong binding, which the audit log keeps', async () => {
  const { id, version } = await account('晨曦:若彤')
  const { status, data } = await as('admin').post(`/api/agent-accounts/${id}/unbind`, { version, toOn: null })
  assert.equal(status, 200)
  assert.equal(data, null)
  const left = await db.selectFrom('agentAccount').select('id').where('id', '=', id).executeTakeFirst()
  assert.equal(left, undefined)
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.equal(line.action, 'unbind')
  const changes = line.changes as Record<string, unknown>
  assert.deepEqual(
    [changes.nick, changes.staffId],
    [
      ['晨曦:若彤', null],
      [agent3, null],
    ],
  )
})

test('findAccounts returns the binding of the day, and before the first one the first binding', async () => {
  const holders = async (on: string) =>
    (await findAccounts(db, [tmall], on)).filter((row) => row.nick === '晨曦:小禾').map((row) => row.staffId)
  assert.deepEqual(await holders('2026-05-16'), [agent])
  assert.deepEqual(await holders('2026-05-17'), [], 'between two people it is nobody’s')
  assert.deepEqual(await holders('2026-05-18'), [agent3])
  assert.deepEqual(await holders('2026-04-01'), [agent])
  assert.deepEqual(await findAccounts(db, [], '2026-05-18'), [])
})

test('bindNicks binds several nicks and returns the changes; a repeat changes nothing', async () => {
  const wishes = ['批-1', '批-2'].map((nick) => ({
    companyCode: '001',
    storeId: jd,
    nick,
    staffId: agent2,
    fromOn: '2026-05-18',
  }))
  const bind = () => db.transaction().execute((tx) => bindNicks(tx, { staffId: admin, now: NOON }, wishes))
  assert.deepEqual(
    (await bind()).map((row) => [row.nick, row.previousFromOn]),
    [
      ['批-1', null],
      ['批-2', null],
    ],
  )
  assert.deepEqual(await bind(), [])
})
