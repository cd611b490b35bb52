import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixture } from '#testing/testImports.ts'
import type { Proposed, ProposedNick } from './contract.ts'
import { acceptAll, chituFile, douyinFile, jdFile, setupWorld, tmallFile } from './testSetup.ts'

const { as, db, uploadAll, propose, run, staffId } = await setupWorld()

const DAY = '2026-05-18'
const brief = ({ stores }: { stores: Proposed[] }) =>
  stores.map(({ name, platform, source, hint }) => [name, platform, source, hint])

test('a 赤兔 file: the store that the nicks begin with; without such a start the store has no name', async () => {
  const files = [
    chituFile(DAY, { '云栖母婴:小雨': 20, '云栖母婴:若若': 10 }),
    chituFile(DAY, { 小满: 5, 可可: 4 }, '赤兔_客服绩效_20260518 (1).csv'),
  ]
  const previews = await uploadAll('admin3', files)
  const { data } = await propose('admin3', previews)
  assert.deepEqual(brief(data), [
    ['云栖母婴', null, 'nicks', '昵称以“云栖母婴”开头'],
    [null, null, 'none', null],
  ])
  assert.deepEqual(
    data.stores.map(({ key }: Proposed) => key),
    ['taobao:云栖母婴', `file:${previews[1].id}`],
  )
  const full = await uploadAll('admin3', [tmallFile('云栖母婴旗舰店', '2026-05-17', { '云栖母婴:小雨': 9 })])
  const merged = (await propose('admin3', [previews[0], ...full])).data.stores
  assert.equal(merged.length, 1, 'the same store as one whose full name another file contains')
  assert.deepEqual(
    [merged[0].name, merged[0].source, merged[0].platform, merged[0].fileIds.length, merged[0].nicks],
    ['云栖母婴旗舰店', 'fileName', 'tmall', 2, 2],
  )
})

test('the fixtures of real exports', async () => {
  const names = [
    '晨曦家居旗舰店_旺旺账号咨询接待能力明细_2026-05-15.xlsx',
    '客服数据_20260515.xlsx',
    '客服数据下载_20991231.xlsx',
    '赤兔_客服绩效_2026年5月15日.csv',
    '飞鸽客服数据.csv',
  ]
  const previews = await uploadAll('admin3', names.map(fixture))
  const { data } = await propose('admin3', previews)
  assert.deepEqual(data.stores.map(({ name, source }: Proposed) => `${name} ${source}`).sort(), [
    'null none',
    '恒月母婴 nicks',
    '星澜美妆 column',
    '晨曦家居旗舰店 fileName',
    '绿野鲜生专营店 column',
  ])
})

test('two files with the figures of one store and day count once', async () => {
  const rows = { '青柠数码旗舰店:小雨': 30 }
  const previews = await uploadAll('admin3', [
    tmallFile('青柠数码旗舰店', DAY, rows),
    tmallFile('青柠数码旗舰店', DAY, { ...rows, '青柠数码旗舰店:小满': 5 }),
  ])
  const { stores, nicks } = (await propose('admin3', previews)).data
  assert.deepEqual([stores.length, stores[0].consultUsers, stores[0].nicks, stores[0].rows], [1, 35, 2, 3])
  assert.deepEqual(
    nicks.map(({ nick, handledUsers, fileIds }: ProposedNick) => [nick, handledUsers, fileIds]),
    [
      ['青柠数码旗舰店:小雨', 30, previews.map(({ id }) => id)],
      ['青柠数码旗舰店:小满', 5, [previews[1].id]],
    ],
  )
})

test('the customer: the only one with the same name, or of stores of the same brand; stores that may be meant', async () => {
  const files = [
    jdFile('晨曦家居京东自营店', DAY, { 晨曦客服01: 9 }),
    tmallFile('晨曦家具旗舰店', DAY, { '晨曦家具旗舰店:甲': 8 }),
    tmallFile('星澜美妆旗舰店', DAY, { '星澜美妆旗舰店:甲': 7 }),
  ]
  const previews = await uploadAll('admin', files)
  const { stores } = (await propose('admin', previews)).data
  const found = stores.map(({ name, customer, customerName, similar }: Proposed) => [
    name,
    customer?.name ?? null,
    customerName,
    similar.map((one) => one.name),
  ])
  assert.deepEqual(found, [
    ['晨曦家居京东自营店', '杭州晨曦家居有限公司', null, []],
    ['晨曦家具旗舰店', null, '晨曦家具', ['晨曦家居旗舰店']],
    ['星澜美妆旗舰店', '杭州晨曦家居有限公司', null, []],
  ])
})

test('the person of a nick: by name, by the same nick elsewhere, by 花名; none if two may be meant', async () => {
  const [first] = await uploadAll('admin3', [
    tmallFile('白露茶铺旗舰店', DAY, {
      '白露茶铺旗舰店:小雨': 9,
      'feige-a@白露': 8,
      '白露茶铺旗舰店:值班': 7,
      '白露茶铺旗舰店:可可': 6,
    }),
  ])
  const { stores } = (await propose('admin3', [first])).data
  const [member, other] = [await staffId('member3'), await staffId('agent3b')]
  const storeKey = stores[0].key
  const done = await run('admin3', [first], {
    stores: acceptAll({ stores }),
    nicks: [
      { nick: '白露茶铺旗舰店:小雨', storeKey, staffId: member },
      { nick: 'feige-a@白露', storeKey, staffId: other },
      { nick: '白露茶铺旗舰店:值班', storeKey, staffId: other },
    ],
  })
  assert.equal(done.status, 200, done.body.errorMessage)
  const previews = await uploadAll('admin3', [
    douyinFile(
      {
        白露茶铺: {
          '白露茶铺:小雨': 9,
          'feige-a@白露': 8,
          '白露茶铺:值班': 7,
          '许若南-夜': 6,
          '王一诺-许若南': 5,
          '白露茶铺:可可': 4,
        },
      },
      [DAY],
    ),
  ])
  const { data } = await propose('admin3', previews)
  assert.deepEqual(
    data.nicks.map(({ nick, staff, reason }: ProposedNick) => [nick, staff?.name ?? null, reason]),
    [
      ['白露茶铺:值班', null, null],
      ['王一诺-许若南', null, null],
      ['白露茶铺:可可', null, null],
      ['白露茶铺:小雨', '王一诺', 'flowerName'],
      ['feige-a@白露', '许若南', 'bound'],
      ['许若南-夜', '许若南', 'name'],
    ],
  )
  assert.equal(data.stores[0].customer.name, '白露茶铺', 'of the brand that the first file created')
  const known = await uploadAll('admin3', [
    tmallFile('白露茶铺旗舰店', '2026-05-17', { '白露茶铺旗舰店:小雨': 3, '白露茶铺旗舰店:可可': 2 }),
  ])
  const again = (await propose('admin3', known)).data
  assert.deepEqual([again.stores, again.files[0].readyGroups], [[], 1])
  assert.deepEqual(
    again.nicks.map(({ nick, storeKey: key, storeName }: ProposedNick) => [nick, key, storeName]),
    [['白露茶铺旗舰店:可可', null, '白露茶铺旗舰店']],
    'a nick of a known store; one with an owner is not listed',
  )
})

test('heads and agents see what is in their files and who may create it, not the customers or other people', async () => {
  const rows = { '晨曦家居京东:周小禾': 9, '晨曦家居京东:赵晓冬': 8 }
  const [own] = await uploadAll('head', [jdFile('晨曦家居京东自营店', '2026-05-16', rows)])
  const { data } = await propose('head', [own])
  assert.deepEqual([data.mayCreate, data.admins, data.stores[0].customer], [false, ['林知远'], null])
  assert.deepEqual(
    data.nicks.map(({ staff }: ProposedNick) => staff?.name ?? null),
    [null, '周小禾'],
    'a person of another team is not proposed',
  )
  assert.equal((await propose('agent', [own])).status, 404)
  assert.equal((await propose('head2', [own])).status, 404)
  assert.equal((await propose('admin3', [own])).status, 404)
  for (const who of ['sales', 'finance']) assert.equal((await propose(who, [own])).status, 403, who)
  assert.equal((await as('head').get('/api/imports/setup')).status, 400)
})

test('a message about an unknown store fits its reader; a preview names the day until which it is kept', async () => {
  const file = jdFile('宏远数码京东旗舰店', '2026-05-14', { 客服01: 3 })
  const nameless = chituFile('2026-05-14', { 小满: 5, 可可: 4 })
  const messages: Record<string, string[]> = {}
  for (const who of ['admin', 'head', 'agent']) {
    const previews = await uploadAll(who, [file, nameless])
    messages[who] = previews.map(({ blocks }) => blocks[0].message)
    assert.equal(previews[0].keptUntil, '2026-06-02')
  }
  const [admin, others] = [
    '文件里没有写是哪家店铺，昵称也还认不出。请选择店铺，或在下面新建。',
    '文件里没有写是哪家店铺，昵称也还认不出。请选择店铺；系统里没有的，请林知远新建。',
  ]
  assert.deepEqual(messages, { admin: [admin, admin], head: [others, others], agent: [others, others] })
  const named = douyinFile({ 未登记的店: { a: 3 } }, ['2026-05-14'])
  const [ofAdmin] = await uploadAll('admin', [named])
  assert.equal(ofAdmin.blocks[0].message, '系统里还没有店铺“未登记的店”，可在下面新建，或选择已有的店铺。')
  const [ofAgent] = await uploadAll('agent', [named])
  assert.equal(
    ofAgent.blocks[0].message,
    '“未登记的店”不在您负责的店铺里，或系统里还没有这家店铺。请选择店铺，或请林知远新建。',
  )
  const { items } = (await as('admin').get('/api/imports?status=preview&pageSize=100')).data
  assert.ok(
    items.length > 0 && items.every(({ keptUntil }: { keptUntil: string }) => keptUntil === '2026-06-02'),
  )
})

test("the headquarters' admin imports files of another company's stores, and creates nothing for it", async () => {
  const files = [
    tmallFile('恒月母婴', '2026-05-11', { '恒月母婴:赵晓冬': 9 }),
    tmallFile('雾凇茶铺旗舰店', '2026-05-11', { 甲: 9 }),
  ]
  const previews = await uploadAll('admin', files)
  const { data } = await propose('admin', previews)
  assert.deepEqual(
    data.stores.map(({ name }: Proposed) => name),
    ['雾凇茶铺旗舰店'],
  )
  assert.deepEqual(
    data.nicks.map(({ nick }: ProposedNick) => nick),
    ['甲'],
  )
  const done = await run('admin', previews, { stores: acceptAll(data) })
  assert.deepEqual([done.data.setup.stores, done.data.setup.storeDays], [1, 2])
  const created = await db
    .selectFrom('store')
    .select('companyCode')
    .where('name', '=', '雾凇茶铺旗舰店')
    .executeTakeFirstOrThrow()
  assert.equal(created.companyCode, '001')
})

test('a nick that is bound elsewhere meanwhile has its owner in every stored preview', async () => {
  const nick = '晨曦家居旗舰店:阿泽'
  const files = ['2026-05-12', '2026-05-13'].map((day) => tmallFile('晨曦家居旗舰店', day, { [nick]: 3 }))
  const previews = await uploadAll('admin', files)
  assert.deepEqual((await propose('admin', previews)).data.nicksTotal, 1)
  const { storeId } = previews[0]
  const bound = await as('head').post('/api/agent-accounts', {
    storeId,
    nick,
    staffId: await staffId('agent'),
    fromOn: '2026-05-13',
  })
  assert.equal(bound.status, 200, bound.body.errorMessage)
  for (const { id } of previews) {
    const { data } = await as('admin').get(`/api/imports/${id}`)
    assert.deepEqual([data.unmatchedNicks, data.agents[0].staffName], [[], '周小禾'])
  }
  assert.deepEqual((await propose('admin', previews)).data.nicks, [])
  const [{ id, version }] = previews
  assert.equal((await as('admin').post(`/api/imports/${id}/commit`, { version })).status, 200)
  const accounts = await db
    .selectFrom('agentAccount')
    .select(['fromOn', 'nick'])
    .where('nick', '=', nick)
    .execute()
  assert.deepEqual(accounts, [{ fromOn: '2026-05-12', nick }], 'as the preview showed')
})
