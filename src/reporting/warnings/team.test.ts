import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { unzipSync } from 'fflate'
import { exportWorker } from '#app/exportWorker.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import {
  addStore,
  customerIdOf,
  enterState,
  includeDaily,
  LAST_WEEK,
  putWeek,
  putWeeks,
  storeIdOf,
} from '#testing/testWarnings.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)

const chenxi = await customerIdOf(db, '杭州晨曦家居有限公司')
const [tmall, douyin] = [await storeIdOf(db, 'DP0001'), await storeIdOf(db, 'DP0002')]
const others = await addStore(db, { customerId: chenxi, leader: 'head2', code: 'DP0900' })

/**
 * Gives the third store of 晨曦, which belongs to head2, six weeks of volumes and a lower last week, and runs that week.
 */
async function runWithVolumes(daily: number, fallenTo: number): Promise<void> {
  await putWeeks(db, others, { upTo: '2026-05-04', count: 6, daily })
  await putWeek(db, others, LAST_WEEK, Array<number>(7).fill(fallenTo))
  const { status, body } = await as('admin').post('/api/warnings/run', { week: LAST_WEEK })
  assert.equal(status, 200, body.errorMessage)
}

before(async () => {
  for (const id of [tmall, douyin]) await enterState(db, id, 'serving', '2026-01-01')
  for (const id of [tmall, douyin, others]) await includeDaily(db, id, 40)
  await putWeeks(db, tmall, { upTo: '2026-05-04', count: 6, daily: 100 })
  await putWeeks(db, douyin, { upTo: '2026-05-04', count: 6, daily: 100 })
  await putWeek(db, tmall, LAST_WEEK, [50, 50, 50, 50, 50, 50, 50])
  await putWeek(db, douyin, LAST_WEEK, [40, 40, 40, 40, 40, 40, 40])
  await runWithVolumes(1000, 300)
})

interface Row {
  id: number
  kind: string
  level: string
  value: number | null
  score: number | null
  risk: string
  volume: number | null
  baseline: number | null
  changeBp: number | null
  quota: number | null
  otherStores: number
  version: number
}

const list = async (who: string): Promise<Row[]> => (await as(who).get('/api/warnings')).data.items
const fallOf = async (who: string): Promise<Row> => {
  const row = (await list(who)).find(({ kind }) => kind === 'fall')
  assert.ok(row, `${who} sees the fall`)
  return row
}

test("a head gets the figures of the team's stores; kind, level and risk are those of the whole customer", async () => {
  const [forHead, forAdmin] = [await fallOf('head'), await fallOf('admin')]
  assert.deepEqual(
    [forHead.kind, forHead.level, forHead.risk],
    [forAdmin.kind, forAdmin.level, forAdmin.risk],
  )
  assert.deepEqual([forAdmin.value, forAdmin.baseline, forAdmin.volume], [-6750, 8400, 2730])
  assert.deepEqual([forHead.value, forHead.baseline, forHead.volume], [-5500, 1400, 630])
  assert.deepEqual([forHead.quota, forAdmin.quota], [560, 840])
  assert.deepEqual([forHead.otherStores, forHead.score, forAdmin.otherStores], [1, null, 0])
  const other = await fallOf('head2')
  assert.deepEqual([other.value, other.baseline, other.volume, other.otherStores], [-7000, 7000, 2100, 2])
})

test("a head's page: bars, stores and reasons cover the team's stores", async () => {
  const { id } = await fallOf('head')
  const page = (await as('head').get(`/api/warnings/${id}`)).data
  assert.deepEqual(
    page.weeks.slice(-2).map(({ volume }: { volume: number }) => volume),
    [1400, 630],
  )
  assert.deepEqual(
    page.stores.map(({ storeId }: { storeId: number }) => storeId),
    [tmall, douyin],
  )
  assert.deepEqual(page.riskParts[0], { key: 'volume', points: 28, value: -5500, of: null })
  const forAdmin = (await as('admin').get(`/api/warnings/${id}`)).data
  assert.deepEqual(forAdmin.riskParts[0], { key: 'volume', points: 35, value: -6750, of: null })
})

async function assignOthersTo(username: string): Promise<void> {
  const head = db.selectFrom('staff').select('id').where('username', '=', username)
  await db.updateTable('store').set({ leaderId: head }).where('id', '=', others).execute()
}

test('a head whose team has all stores gets the whole customer, including the score', async () => {
  await assignOthersTo('head')
  const [forHead, forAdmin] = [await fallOf('head'), await fallOf('admin')]
  assert.deepEqual({ ...forHead, overageCents: 0 }, { ...forAdmin, overageCents: 0 })
  await assignOthersTo('head2')
})

test("a warning about another team's store has no value for the head", async () => {
  await putWeek(db, tmall, LAST_WEEK, Array<number>(7).fill(100))
  await putWeek(db, douyin, LAST_WEEK, Array<number>(7).fill(100))
  await runWithVolumes(1000, 300)
  const forHead = await fallOf('head')
  assert.deepEqual([forHead.value, forHead.changeBp, forHead.volume], [null, 0, 1400])
  const risk = (await as('head').get(`/api/customers/${chenxi}/churn-risk`)).data
  const open = risk.open.find(({ kind }: Row) => kind === 'fall')
  assert.deepEqual([open.value, risk.risk.score, risk.course], [null, null, []])
  await putWeek(db, tmall, LAST_WEEK, [50, 50, 50, 50, 50, 50, 50])
  await putWeek(db, douyin, LAST_WEEK, [40, 40, 40, 40, 40, 40, 40])
})

/**
 * A head must not be able to infer another team's volumes: the head's responses are identical for different volumes,
 * except for the version and times of corrections.
 */
test("no response to a head depends on another team's volumes", async () => {
  await runWithVolumes(1000, 300)
  const first = await responsesFor('head')
  await runWithVolumes(1700, 531)
  const second = await responsesFor('head')
  assert.deepEqual(second, first)
  const admins = await responsesFor('admin')
  await runWithVolumes(1000, 300)
  assert.notDeepEqual(await responsesFor('admin'), admins)
})

const PATHS = [
  '/api/warnings?pageSize=100',
  '/api/warnings?sort=score',
  '/api/warnings?kind=fall',
  '/api/warnings/overview',
  ...['score', '-score', 'volume', '-volume', 'changeBp', '-changeBp', 'useBp', '-useBp'].map(
    (sort) => `/api/reports/weekly-warning-customer?sort=${sort}`,
  ),
  `/api/customers/${chenxi}`,
  `/api/customers/${chenxi}/churn-risk`,
  `/api/customers/${chenxi}/warning-thresholds`,
  '/api/home',
  '/api/search?keyword=晨曦',
  '/api/notices',
  `/api/audit-logs?entity=customer&recordId=${chenxi}`,
]

/** All responses about warnings for a user. */
async function responsesFor(who: string): Promise<Record<string, string>> {
  const responses: Record<string, string> = {}
  for (const path of PATHS) {
    const { status, data } = await as(who).get(path)
    responses[path] = `${status} ${stableText(data)}`
  }
  for (const { id, version } of await list(who)) {
    responses[`page ${id}`] = stableText((await as(who).get(`/api/warnings/${id}`)).data)
    const stale = await as(who).post(`/api/warnings/${id}/handle`, { version: version + 1 })
    assert.equal(stale.status, 409)
    responses[`stale ${id}`] = stableText(stale.body)
  }
  responses.run = stableText((await as(who).post('/api/warnings/run', { week: LAST_WEEK })).data)
  responses.export = await exported(who)
  await db.deleteFrom('notice').where('kind', '=', 'exportDone').execute()
  return responses
}

/** Removes the fields that reveal only that something was corrected. */
function stableText(data: unknown): string {
  return JSON.stringify(data, (key, value) =>
    ['version', 'updatedAt', 'ranAt', 'at', 'traceId'].includes(key) ? undefined : value,
  )
}

/** The sheet of a background export of the list. */
async function exported(who: string): Promise<string> {
  const worker = exportWorker({
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    isStopping: () => false,
    log: { error: (fault: unknown) => assert.fail(String(fault)) },
  } as unknown as Parameters<typeof exportWorker>[0])
  const fields = ['kind', 'value', 'volume', 'baseline', 'changeBp', 'useBp', 'score', 'overageCents']
  const columns = fields.map((field) => ({ title: field, type: 'text', from: { field } }))
  const request = { list: 'list.warnings', path: '/api/warnings', module: '预警', query: {}, filters: [] }
  const made = await as(who).post('/api/exports/files', { ...request, columns, locale: 'zh-CN' })
  assert.equal(made.status, 200, made.body.errorMessage)
  await worker.chores[0]?.work()
  const { data } = await as(who).post(`/api/exports/files/${made.data.id}/download`)
  const parts: Buffer[] = []
  for (let no = 1; no <= data.parts; no += 1) {
    const part = await as(who).get(`/api/exports/files/${made.data.id}/parts/${no}`)
    parts.push(Buffer.from(part.data.base64, 'base64'))
  }
  return new TextDecoder().decode(unzipSync(Buffer.concat(parts))['xl/worksheets/sheet1.xml'])
}
