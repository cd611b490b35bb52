import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { beginBooks } from '#testing/testWorld.ts'
import {
  type Asked,
  acceptAll,
  chituFile,
  douyinFile,
  jdFile,
  pddFile,
  setupWorld,
  tmallFile,
} from './testSetup.ts'

const world = await setupWorld()
const { as, db, uploadAll, propose, run, staffId } = world

let number = 0
/** A store name of each test's own. */
function newName(end = '旗舰店'): string {
  number += 1
  return `第${number}家茶铺${end}`
}

async function prepared(who: string, files: Parameters<typeof uploadAll>[1]) {
  const previews = await uploadAll(who, files)
  const { data } = await propose(who, previews)
  return { previews, stores: data.stores, nicks: data.nicks }
}

const customersOf = async (company: string) =>
  (await db.selectFrom('customer').select('id').where('companyCode', '=', company).execute()).length

test('only admins may run and undo; the message names them', async () => {
  const { previews, stores } = await prepared('head3', [
    jdFile(newName('京东自营店'), '2026-05-18', { 甲: 3 }),
  ])
  const sentence = '只有管理员可以从文件新建店铺，请联系沈岚、方菲。'
  const answer = await run('head3', previews, { stores: acceptAll({ stores }) })
  assert.deepEqual([answer.status, answer.body.errorMessage], [403, sentence])
  assert.equal((await run('member3', previews, {})).body.errorMessage, sentence)
  for (const who of ['sales3', 'finance3']) assert.equal((await run(who, previews, {})).status, 403, who)
  assert.equal((await run('admin2', previews, {})).status, 404, 'a preview of another company')
  const done = await run('admin3', previews, { stores: acceptAll({ stores }) })
  assert.equal(done.status, 200, done.body.errorMessage)
  const { id, version } = done.data.setup
  for (const who of ['head3', 'member3']) {
    const undo = await as(who).post(`/api/imports/setup/${id}/undo`, { version })
    assert.deepEqual([undo.status, undo.body.errorMessage], [403, sentence], who)
    assert.equal((await as(who).get(`/api/imports/setup/${id}/undo/consequences`)).status, 403, who)
    assert.equal((await as(who).get('/api/imports/setups')).data.total, 0, who)
  }
  assert.equal((await as('admin2').post(`/api/imports/setup/${id}/undo`, { version })).status, 404)
  assert.equal((await as('second3').get('/api/imports/setups')).data.items[0].createdByName, '沈岚')
})

test('wrong input: all wrong fields, and nothing is written', async () => {
  const [one, two] = [newName(), newName()]
  const files = [tmallFile(one, '2026-05-18', { 甲: 3 }), tmallFile(two, '2026-05-18', { 乙: 3 })]
  const { previews, stores } = await prepared('admin3', files)
  const [first, second] = acceptAll({ stores })
  const existing = await customersOf('003')
  const stranger = await db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', '001')
    .executeTakeFirstOrThrow()
  const wrong = await run('admin3', previews, {
    stores: [
      { ...first, platform: 'jd', customer: { id: stranger.id } },
      { ...second, key: first?.key },
      { ...second, key: 'file:1', name: second?.name },
    ],
    nicks: [],
  })
  assert.deepEqual([wrong.status, wrong.body.errorCode], [400, 'INVALID'])
  assert.deepEqual(wrong.data.fields, {
    'stores.0.platform': '这些文件里只有淘宝、天猫的店铺。',
    'stores.0.customer': '客户不存在，或不在您可见的范围内。',
    'stores.1.key': '文件里没有这家店铺，请重新预检。',
    'stores.2.key': '文件里没有这家店铺，请重新预检。',
    'stores.2.name': '有两家店铺用了同一个平台和名称。',
  })
  const member = await staffId('member3')
  const nicks = await run('admin3', previews, {
    stores: [first, second],
    nicks: [
      { nick: '丙', storeKey: first?.key, staffId: member },
      { nick: '甲', storeKey: first?.key, staffId: await staffId('agent') },
      { nick: '甲', storeKey: second?.key, staffId: member },
    ],
  })
  assert.deepEqual(Object.keys(nicks.data.fields), ['nicks.0.nick', 'nicks.1.staffId', 'nicks.2.nick'])
  const leader = await run('admin3', previews, { stores: [{ ...first, leaderId: member }] })
  assert.deepEqual(leader.data.fields, { 'stores.0.leaderId': '请选择本公司在职的组长。' })
  const empty = await run('admin3', previews, { commit: false })
  assert.deepEqual([empty.status, empty.body.errorCode], [409, 'CONFLICT'])
  assert.equal(await customersOf('003'), existing)
  assert.equal((await run('admin3', previews, { stores: [first, second] })).status, 200)
  const { previews: more, stores: again } = await prepared('admin3', [
    douyinFile({ [newName()]: { a: 3 } }, ['2026-05-18']),
  ])
  const [last] = acceptAll({ stores: again })
  const taken = await run('admin3', more, {
    stores: [{ ...last, customer: { name: one.replace('旗舰店', '') } }],
  })
  assert.deepEqual(taken.data.fields, { 'stores.0.customer': '已有同名客户，请直接选择这位客户。' })
})

test('a store name that exists on the platform is refused at its field', async () => {
  const name = newName('')
  const { previews, stores } = await prepared('admin3', [
    chituFile('2026-05-18', { [`${name}:甲`]: 3, [`${name}:乙`]: 2 }),
  ])
  const [store] = acceptAll({ stores: stores.map((one: object) => ({ ...one, platform: 'tmall' })) })
  const [other] = (await prepared('admin3', [tmallFile(`${name}官方旗舰店`, '2026-05-18', { 丙: 3 })]))
    .previews
  const otherStores = (await propose('admin3', [other])).data.stores
  assert.equal((await run('admin3', [other], { stores: acceptAll({ stores: otherStores }) })).status, 200)
  const answer = await run('admin3', previews, {
    stores: [{ ...store, name: `${name} 官方旗舰店`, customer: { name: newName('') } }],
  })
  assert.deepEqual(answer.data.fields, { 'stores.0.name': '该平台上已有同名店铺，请核对后换一个名称。' })
})

test('state and first day: 试单 and 服务中 begin on the first day in the files, a leader is set', async () => {
  const [trial, pending] = [newName('京东自营店'), newName('京东自营店')]
  const { previews, stores } = await prepared('admin3', [
    jdFile(trial, '2026-05-17', { 甲: 3 }),
    jdFile(trial, '2026-05-16', { 甲: 3 }),
    jdFile(pending, '2026-05-16', { 乙: 3 }),
  ])
  const head = await staffId('head3')
  const chosen = acceptAll({ stores }).map((store) =>
    store.name === trial ? { ...store, status: 'trial', leaderId: head } : { ...store, status: 'pending' },
  )
  const done = await run('admin3', previews, { stores: chosen, commit: false })
  assert.deepEqual(
    done.data.files.map(({ status, leftGroups, version }: Record<string, unknown>) => [
      status,
      leftGroups,
      version,
    ]),
    [
      ['preview', 1, 2],
      ['preview', 1, 2],
      ['preview', 1, 2],
    ],
  )
  const rows = await db
    .selectFrom('store')
    .selectAll()
    .where('name', 'in', [trial, pending])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ status, trialOn, onlineOn, leaderId }) => [status, trialOn, onlineOn, leaderId]).sort(),
    [
      ['pending', null, null, null],
      ['trial', '2026-05-16', null, head],
    ],
  )
  const states = await db
    .selectFrom('storeState')
    .select(['status', 'fromOn'])
    .where(
      'storeId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('status')
    .execute()
  assert.deepEqual(states, [
    { status: 'pending', fromOn: '2026-05-19' },
    { status: 'trial', fromOn: '2026-05-16' },
  ])
  const read = (await as('admin3').get(`/api/imports/${previews[0].id}`)).data
  assert.deepEqual([read.storeName, read.blocks, read.version], [trial, [], 2])
  const committed = await as('admin3').post(`/api/imports/${previews[0].id}/commit`, { version: 2 })
  assert.equal(committed.status, 200, committed.body.errorMessage)
})

test('of two admins with the same previews the second gets STALE; an open page notices the new version', async () => {
  const { previews, stores } = await prepared('admin3', [
    jdFile(newName('京东自营店'), '2026-05-18', { 甲: 3 }),
  ])
  const answers = await Promise.all(
    ['admin3', 'second3'].map((who) => run(who, previews, { stores: acceptAll({ stores }), commit: false })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.errorCode, 'STALE')
  const [{ id, version }] = previews
  const commit = await as('admin3').post(`/api/imports/${id}/commit`, { version })
  assert.equal(commit.body.errorCode, 'STALE')
})

test('what stays unknown is left: a file of several stores is split, the rest stays a preview', async () => {
  const [known, unknown] = [newName(''), newName('')]
  const stores: Record<string, Asked> = { [known]: { 甲: 9 }, [unknown]: { 乙: 8 } }
  const { previews, stores: found } = await prepared('admin3', [
    pddFile(stores, ['2026-05-17', '2026-05-18']),
    chituFile('2026-05-18', { 小满: 5, 可可: 4 }),
  ])
  const chosen = acceptAll({ stores: found }).filter(({ name }) => name === known)
  const { data } = await run('admin3', previews, { stores: chosen })
  const [file, left] = data.files
  assert.deepEqual([file.status, file.committedGroups, file.leftGroups], ['committed', 2, 2])
  assert.deepEqual([left.status, left.committedGroups, left.leftGroups, left.restId], ['preview', 0, 1, null])
  const rest = (await as('admin3').get(`/api/imports/${file.restId}`)).data
  assert.deepEqual(
    [rest.status, rest.fileName, rest.groups.length, rest.agentTotal, rest.duplicateOf, rest.problemTotal],
    ['preview', '客服数据下载_20260518.csv', 2, 2, undefined, 0],
  )
  const batch = (await as('admin3').get(`/api/imports/${file.id}`)).data
  assert.deepEqual([batch.groups.length, batch.agentTotal], [2, 2])
  const next = (await propose('admin3', [{ id: file.restId }])).data.stores
  const rested = await run('admin3', [rest], { stores: acceptAll({ stores: next }) })
  assert.equal(rested.status, 200, rested.body.errorMessage)
  assert.deepEqual([rested.data.setup.storeDays, rested.data.files[0].status], [2, 'committed'])
  const { rows } = await sql<{ n: number }>`select count(*) as n from import_row r
    join import_group g on g.id = r.group_id where g.batch_id <> r.batch_id`.execute(db)
  assert.deepEqual(rows, [{ n: 0 }])
})

test('a file with shop ids: the id is saved, so that the next file finds the store', async () => {
  const header = '日期,店铺id,客服账号,已接待人数,接待会话量,全天首响时长'
  const file = (day: string) => ({
    name: '飞鸽客服数据.csv',
    bytes: Buffer.from([header, `${day},7788990011,a,3,4,20秒`].join('\n')),
  })
  const { previews, stores } = await prepared('admin3', [file('2026/5/18')])
  assert.deepEqual(
    [stores[0].name, stores[0].source, stores[0].hint],
    [null, 'none', '文件里只有店铺 ID 7788990011'],
  )
  const name = newName('')
  const chosen = [{ ...stores[0], name, customerName: name }]
  const done = await run('admin3', previews, { stores: acceptAll({ stores: chosen }) })
  assert.equal(done.status, 200, done.body.errorMessage)
  const [next] = await uploadAll('admin3', [file('2026/5/17')])
  assert.equal(next.storeName, name)
})

test('an existing store: its nicks are bound and its days imported without any new store', async () => {
  const file = tmallFile('晨曦家居旗舰店', '2026-05-18', { '晨曦家居旗舰店:周小禾': 9 })
  const { previews, stores, nicks } = await prepared('admin', [file])
  assert.deepEqual(stores, [])
  const [{ nick, storeId, staff }] = nicks
  const { data } = await run('admin', previews, { nicks: [{ nick, storeId, staffId: staff.id }] })
  assert.deepEqual([data.setup.stores, data.setup.nicks, data.setup.storeDays], [0, 1, 1])
  const { setup } = data
  const undone = await as('admin').post(`/api/imports/setup/${setup.id}/undo`, { version: setup.version })
  assert.equal(undone.status, 200, undone.body.errorMessage)
  const accounts = await db.selectFrom('agentAccount').select('id').where('nick', '=', nick).execute()
  assert.deepEqual(accounts, [])
})

test('POST /api/imports/setup and its undo write nothing into a closed month', async () => {
  await beginBooks(db, '2026-04')
  await closeMonth(db, '002')
  const [early, both] = [newName('京东自营店'), newName('京东自营店')]
  const { previews, stores } = await prepared('admin2', [
    jdFile(early, '2026-04-28', { 甲: 3 }),
    jdFile(both, '2026-04-29', { 乙: 3 }),
    jdFile(both, '2026-05-02', { 乙: 3 }),
  ])
  const { data } = await run('admin2', previews, { stores: acceptAll({ stores }) })
  assert.deepEqual(
    data.files.map(({ status, leftGroups }: Record<string, unknown>) => [status, leftGroups]),
    [
      ['preview', 1],
      ['preview', 1],
      ['committed', 0],
    ],
  )
  const rows = await db.selectFrom('store').selectAll().where('name', 'in', [early, both]).execute()
  assert.deepEqual(
    rows.map(({ onlineOn }) => onlineOn),
    ['2026-05-01', '2026-05-01'],
    'service begins in the first open month',
  )
  const { id, version } = data.setup
  const undo = () => as('admin2').post(`/api/imports/setup/${id}/undo`, { version })
  await closeMonth(db, '002', '2026-05')
  const refused = await undo()
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'PERIOD_CLOSED'])
  await openMonth(db, '002', '2026-05')
  assert.equal((await undo()).status, 200)
})
