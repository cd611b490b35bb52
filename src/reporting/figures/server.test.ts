import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyKeyedLines } from '#operations/imports/queries.ts'
import { correctionInput } from '#testing/testCorrections.ts'
import { douyinFile, importWorld, taobaoFile } from '#testing/testImports.ts'

const world = await importWorld()
const { as, db, upload, commit, undo, storeId } = world
const STORE = storeId('晨曦家居旗舰店')
const PREFIX = '晨曦家居旗舰店:'
const ON = '2026-05-15'

type Counts = [consult: number, handled: number, unreplied: number]

async function importDay(on: string, nicks: Record<string, Counts>, who = 'agent') {
  const rows = Object.fromEntries(Object.entries(nicks).map(([nick, counts]) => [PREFIX + nick, counts]))
  const done = await commit(who, await upload(who, taobaoFile(rows), { on }))
  assert.equal(done.status, 200, done.body.errorMessage)
  return done
}

const explain = (who: string, query: string) => as(who).get(`/api/figures/explain?${query}`)
const day = (on: string, metric = 'volume') => `storeId=${STORE}&from=${on}&to=${on}&metric=${metric}`
const correct = async (
  who: string,
  on: string,
  to: Record<string, number | null>,
  { reason = '平台多算了测试号', ...more }: { nick?: string; reason?: string; on?: string } = {},
) => {
  const cell = await correctionInput(world, { storeId: STORE, on, ...more }, to)
  return as(who).post('/api/figure-corrections', { ...cell, reason })
}

/** Sum of a field over the rows of an explanation. */
function sumOf(data: { rows: Record<string, number | null>[] }, field: string) {
  return data.rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)
}

test('explain: a day is broken down to the lines of the file, which add up to the cell', async () => {
  const done = await importDay(ON, { 小雨: [10, 9, 1], 阿泽: [20, 18, 4] })
  const { status, data } = await explain('agent', day(ON))
  assert.deepEqual([status, data.value, data.reported, data.expected], [200, 30, 1, 1])
  assert.match(data.formula, /^咨询量 = Σ/)
  assert.equal(sumOf(data, 'value'), 30)
  const [first] = data.rows
  assert.deepEqual(
    [first.kind, first.name, first.value, first.file.batchId, first.file.row, first.file.fileName],
    ['nick', `${PREFIX}小雨`, 10, done.data.id, 2, '数据_2026-05-15.csv'],
  )
  const rate = (await explain('agent', day(ON, 'reply'))).data
  assert.deepEqual([rate.numerator, rate.denominator, rate.value], [25, 30, 8333])
  assert.deepEqual([sumOf(rate, 'numerator'), sumOf(rate, 'denominator')], [25, 30])
})

test("explain: a period is split into days, a customer into stores; a store's own row is a line of the file", async () => {
  await importDay('2026-05-16', { 小雨: [7, 7, 0] })
  const period = (await explain('head', `storeId=${STORE}&from=2026-05-13&to=2026-05-18`)).data
  assert.deepEqual([period.value, period.reported, period.expected, period.mayCorrect], [37, 2, 6, false])
  assert.equal(sumOf(period, 'value'), 37)
  await commit('agent3', await upload('agent3', douyinFile({ a: 30 }, 25)))
  const { customerId } = await db
    .selectFrom('store')
    .select('customerId')
    .where('id', '=', STORE)
    .executeTakeFirstOrThrow()
  const of = (who: string, more = '') =>
    as(who).get(`/api/figures/explain-customer?customerId=${customerId}&from=${ON}&to=${ON}${more}`)
  const { data } = await of('sales')
  assert.deepEqual(
    [data.subject, data.value, sumOf(data, 'value'), data.rows.length],
    ['customer', 55, 55, 2],
  )
  const customerStore = (await of('finance', `&storeId=${storeId('星澜美妆')}`)).data
  assert.deepEqual(
    [
      customerStore.rows.length,
      customerStore.rows[0].kind,
      customerStore.rows[0].value,
      customerStore.rows[0].file.row,
    ],
    [1, 'file', 25, 2],
  )
  assert.equal((await of('sales2')).status, 404)
  assert.equal((await of('finance', `&storeId=${storeId('宏远数码京东自营店')}`)).status, 404)
  assert.equal((await explain('agent2', day(ON))).status, 404)
  assert.equal((await explain('agent', `storeId=${STORE}&from=2026-05-16&to=2026-05-15`)).status, 400)
})

test('correct: a day is corrected with a reason, the rate follows, and the correction survives a repeat of the file', async () => {
  const on = '2026-05-14'
  await importDay(on, { 小雨: [10, 9, 1], 阿泽: [20, 18, 4] })
  const done = await correct('head', on, { consultUsers: 28, unreplied: 4 })
  assert.equal(done.status, 200, done.body.errorMessage)
  const { data } = await explain('agent', day(on))
  assert.deepEqual([data.value, sumOf(data, 'value'), data.rows.at(-1).kind], [28, 28, 'correction'])
  assert.deepEqual(data.corrections.map((one: { measure: string }) => one.measure).sort(), [
    'consultUsers',
    'replied',
    'replyBase',
    'unreplied',
  ])
  assert.equal((await explain('agent', day(on, 'reply'))).data.numerator, 24)
  await importDay(on, { 小雨: [10, 9, 1], 阿泽: [20, 18, 4] })
  assert.equal((await explain('agent', day(on))).data.value, 28)
})

test('correct: a file with other figures ends the correction, and undoing the import restores it', async () => {
  const on = '2026-05-13'
  await importDay(on, { 小雨: [10, 9, 1] })
  await correct('head', on, { consultUsers: 8, unreplied: 0 })
  const preview = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [12, 9, 1] }), { on })
  const [endedCorrection] = preview.data.groups[0].corrections
  assert.deepEqual(
    [endedCorrection.measure, endedCorrection.oldValue, endedCorrection.newValue, endedCorrection.stays],
    ['consultUsers', 10, 8, false],
  )
  const second = await commit('agent', preview)
  assert.equal((await explain('agent', day(on))).data.value, 12)
  const ended = (await as('head').get('/api/figure-corrections?standing=false')).data.items
  assert.ok(ended.some((one: { on: string; endedWhy: string }) => one.on === on && one.endedWhy === 'import'))
  assert.equal((await undo('agent', second)).status, 200)
  assert.equal((await explain('agent', day(on))).data.value, 8)
})

test('correct: a day without figures and a single nick can be corrected; revoking restores the figures', async () => {
  const on = '2026-05-12'
  const missing = await correct('head', on, { consultUsers: 40, unreplied: 2 })
  assert.equal((await explain('agent', day(on))).data.value, 40)
  const revoked = await as('head').post(`/api/figure-corrections/${missing.data.actId}/revoke`)
  assert.equal(revoked.status, 200, revoked.body.errorMessage)
  assert.equal((await explain('agent', day(on))).data.value, null)
  const again = await as('head').post(`/api/figure-corrections/${missing.data.actId}/revoke`)
  assert.deepEqual([again.status, again.body.errorCode], [409, 'WRONG_STATE'])
  await importDay(on, { 小雨: [10, 9, 1], 阿泽: [20, 18, 4] })
  await correct('head', on, { consultUsers: 15 }, { nick: `${PREFIX}小雨` })
  const { data } = await explain('agent', day(on))
  assert.deepEqual(
    [data.value, sumOf(data, 'value'), data.rows[0].corrected.includes('consultUsers')],
    [35, 35, true],
  )
})

test('correct: only heads and admins within reach may correct; invalid and empty corrections are refused', async () => {
  assert.equal((await correct('agent', ON, { consultUsers: 1 })).status, 403)
  assert.equal((await correct('head2', ON, { consultUsers: 1 })).status, 404)
  assert.equal((await correct('admin2', ON, { consultUsers: 1 })).status, 404)
  for (const [changes, more] of [
    [{}, {}],
    [{ consultUsers: 30, unreplied: 5 }, {}],
    [{ unreplied: 31 }, {}],
    [{ consultUsers: 29 }, { reason: ' ' }],
    [{ consultUsers: 29 }, { on: '2026-05-20' }],
  ] as const) {
    assert.equal((await correct('head', ON, changes, more)).status, 400, JSON.stringify([changes, more]))
  }
  const changes = { consultUsers: { from: null, to: 1 } }
  const unknown = { storeId: STORE, on: ON, nick: '没有的人', changes, reason: '没有这个人' }
  assert.equal((await as('head').post('/api/figure-corrections', unknown)).status, 404)
  // The store has figures on this day that the user has not seen.
  const { nick: _, ...withoutNick } = unknown
  const { status, body } = await as('head').post('/api/figure-corrections', withoutNick)
  assert.deepEqual([status, body.errorCode], [409, 'STALE'])
})

test('differences: keyed figures that differ from the file are listed for the head until checked', async () => {
  const on = '2026-05-11'
  await db.transaction().execute((within) =>
    applyKeyedLines(within, {
      companyCode: '001',
      worklogId: 77,
      at: world.clock.now,
      lines: [{ storeId: STORE, on, nick: `${PREFIX}小雨`, consultUsers: 12, handledUsers: 9, unreplied: 1 }],
    }),
  )
  await importDay(on, { 小雨: [10, 9, 1] })
  const list = async (who: string, checked = false) =>
    (await as(who).get(`/api/figures/differences?checked=${checked}`)).data
  const [found] = (await list('head')).items
  assert.deepEqual(found.sides, [{ measure: 'consultUsers', keyed: 12, imported: 10 }])
  assert.deepEqual([found.worklogIds, (await list('head2')).total], [[77], 0])
  const check = { storeId: STORE, on, nick: `${PREFIX}小雨`, note: '填报多数了两个测试号' }
  assert.equal((await as('head2').post('/api/figures/differences/check', check)).status, 404)
  assert.equal((await as('head').post('/api/figures/differences/check', check)).status, 200)
  assert.deepEqual([(await list('head')).total, (await list('head', true)).total], [0, 1])
  await importDay(on, { 小雨: [11, 9, 1] })
  assert.equal((await list('head')).total, 1)
  // A manual correction settles the difference.
  assert.equal((await correct('head', on, { consultUsers: 13 }, { nick: `${PREFIX}小雨` })).status, 200)
  assert.equal((await list('head')).total, 0)
})

test('explain: response times, satisfaction and conversion are broken down to the lines too', async () => {
  const on = '2026-05-09'
  const head = '旺旺昵称,咨询人数,接待人数,首次响应时长（秒）,旺旺评价量,满意评价量,询单人数,下单人数'
  const lines = [`${PREFIX}小雨,10,10,12,4,3,5,2`, `${PREFIX}阿泽,20,30,20,6,6,10,5`]
  const bytes = Buffer.from([head, ...lines].join('\n'))
  const staffId = world.staffId('agent')
  const bindings = ['小雨', '阿泽'].map((nick) => ({ nick: PREFIX + nick, staffId }))
  const uploaded = await upload('head', { name: '数据_2026-05-09.csv', bytes }, { on })
  assert.equal((await commit('head', uploaded, { bindings })).status, 200)
  const { data } = await explain('agent', day(on, 'firstResponse'))
  // (10 × 12 s + 30 × 20 s) ÷ 40 = 18 s, in hundredths of a second.
  assert.deepEqual([data.value, data.numerator, data.denominator], [1_800, 72_000, 40])
  assert.deepEqual(
    data.rows.map((row: { numerator: number; file: { row: number } }) => [row.numerator, row.file.row]),
    [
      [12_000, 2],
      [60_000, 3],
    ],
  )
  const ofAgent = async (metric: string) =>
    (
      await as('agent').get(
        `/api/figures/explain-agent?staffId=${staffId}&from=${on}&to=${on}&metric=${metric}`,
      )
    ).data
  const satisfaction = await ofAgent('satisfaction')
  assert.deepEqual([satisfaction.value, satisfaction.numerator, satisfaction.denominator], [9_000, 9, 10])
  assert.match(satisfaction.formula, /^满意率 = Σ/)
  const conversion = await ofAgent('conversion')
  assert.deepEqual([conversion.value, conversion.rows.length], [4_667, 2])
  assert.equal((await explain('agent', day(on, 'conversion'))).status, 400)
})

test('pending: figures that the platform is still counting are listed until they are imported', async () => {
  const bytes = Buffer.from('旺旺昵称,咨询人数,接待人数,询单人数\n晨曦家居旗舰店:小雨,9,9,延迟统计')
  await commit('agent', await upload('agent', { name: '数据_2026-05-10.csv', bytes }, { on: '2026-05-10' }))
  const { items } = (await as('head').get('/api/figures/pending')).data
  assert.deepEqual([items[0].on, items[0].pending, items[0].nicks], ['2026-05-10', ['inquiryUsers'], 1])
  assert.equal((await as('agent2').get('/api/figures/pending')).data.total, 0)
  const completeFile = Buffer.from('旺旺昵称,咨询人数,接待人数,询单人数\n晨曦家居旗舰店:小雨,9,9,3')
  await commit(
    'agent',
    await upload('agent', { name: '数据_2026-05-10.csv', bytes: completeFile }, { on: '2026-05-10' }),
  )
  assert.equal((await as('head').get('/api/figures/pending')).data.total, 0)
})
