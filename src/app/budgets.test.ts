import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BUDGETS } from '#kit/budgets.ts'
import type { DayBudget, Endpoint } from '#kit/contract.ts'
import { spending } from '#kit/spending.ts'
import { NOON, PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { featuresWith } from './features.ts'
import { buildServer } from './server.ts'

const { app, as, db, clock } = await testApp(seedWorld, { budgetFactor: 1 })

const endpoints: Endpoint[] = featuresWith(SIGN_IN).flatMap((feature) =>
  feature.endpoints.map(({ endpoint }) => endpoint),
)
const route = ({ method, path }: Endpoint) => `${method} ${path}`

const HOUR_MS = 3_600_000
const later = (ms: number) => new Date(clock.now.getTime() + ms)

async function idOf(username: string): Promise<number> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Sets what a person has used since the beginning of the current day or hour. */
async function use(username: string, kind: keyof typeof BUDGETS, used: number): Promise<void> {
  const day = new Date('2026-05-18T16:00:00Z')
  const since =
    BUDGETS[kind].per === 'day' ? day : new Date(Math.floor(clock.now.getTime() / HOUR_MS) * HOUR_MS)
  const row = { staffId: await idOf(username), kind, since, used, usedBefore: 0, granted: 1 }
  await db
    .insertInto('budgetUse')
    .values(row)
    .onConflict((conflict) => conflict.columns(['staffId', 'kind']).doUpdateSet(row))
    .execute()
}

const EXPORT = { list: 'list.stores', module: '店铺', filters: [], columns: ['编号'], rows: 1 }

test('the budget of a day: a further export is refused with the time left, and possible after midnight', async () => {
  await use('finance', 'export', BUDGETS.export.max - 1)
  assert.equal((await as('finance').post('/api/exports', EXPORT)).status, 200)
  const { status, body, data } = await as('finance').post('/api/exports', EXPORT)
  assert.deepEqual([status, body.errorCode, body.showType], [429, 'TOO_MANY', 1])
  assert.equal(body.errorMessage, '您今天已导出和下载 300 次，请在 12 小时 0 分后再导出。')
  assert.equal(data.retryAfterSeconds, 12 * 3_600)
  // Others have their own.
  assert.equal((await as('admin').post('/api/exports', EXPORT)).status, 200)
  clock.now = later(12 * HOUR_MS)
  assert.equal((await as('finance').post('/api/exports', EXPORT)).status, 200)
  clock.now = NOON
})

test('a refusal has the header Retry-After', async () => {
  await use('sales2', 'export', BUDGETS.export.max)
  const payload = { type: 'account', username: 'sales2', password: PASSWORD }
  const authorization = (await as(null).post('/api/login/account', payload)).data.token
  const answer = await app.inject({
    method: 'POST',
    url: '/api/exports',
    headers: { authorization },
    payload: EXPORT,
  })
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, String(12 * 3_600)])
})

test('a budget survives a restart and holds on another node', async () => {
  await use('head', 'export', BUDGETS.export.max)
  const other = await buildServer({ db, clock: () => clock.now, keyFor: TEST_KEYS })
  after(() => other.close())
  const payload = { type: 'account', username: 'head', password: PASSWORD }
  const signedIn = await other.inject({ method: 'POST', url: '/api/login/account', payload })
  const headers = { authorization: signedIn.json().data.token }
  const answer = await other.inject({ method: 'POST', url: '/api/exports', headers, payload: EXPORT })
  assert.equal(answer.statusCode, 429)
})

test('writes of an hour are limited, reads are not; the hour before counts as far as it is less than an hour ago', async () => {
  const save = () => as('sales').patch('/api/preferences/locale', { value: 'zh-CN' })
  await use('sales', 'write', BUDGETS.write.max)
  const { status, body } = await save()
  assert.equal(status, 429)
  assert.match(body.errorMessage ?? '', /^您一小时内已保存 3600 次，请在 61 分钟后再试。$/)
  assert.equal((await as('sales').get('/api/preferences')).status, 200)
  clock.now = later(HOUR_MS)
  assert.equal((await save()).status, 429)
  clock.now = later(60_000)
  assert.equal((await save()).status, 200)
  clock.now = NOON
})

test('the bytes of bodies and files and the rows of files of an hour are limited', async () => {
  await use('agent', 'body', BUDGETS.body.maxOfMembers)
  const save = await as('agent').patch('/api/preferences/locale', { value: 'zh-CN' })
  assert.match(save.body.errorMessage ?? '', /提交的内容已达上限（3 MB）/)
  const file = { name: '7.csv', bytes: Buffer.from('日期,店铺名称\n') }
  await use('head2', 'file', BUDGETS.file.max)
  const upload = await as('head2').upload('/api/imports', file)
  assert.deepEqual([upload.status, upload.body.errorCode], [429, 'TOO_MANY'])
  const rows = spending(db, () => clock.now, 1)
  const head2 = { id: await idOf('head2'), role: 2, parentId: null, companyCode: '001' } as never
  await rows(head2, 'row', BUDGETS.row.max - 10)
  await rows(head2, 'row', 10)
  await assert.rejects(rows(head2, 'row', 1), { code: 'TOO_MANY' })
})

test('concurrent charges never exceed a budget, and take one statement per block', async () => {
  const person = { id: await idOf('admin2'), role: 1, parentId: null, companyCode: '001' } as never
  const nodes = [spending(db, () => clock.now, 1), spending(db, () => clock.now, 1)]
  const charge = (n: number) =>
    nodes[n % 2]?.(person, 'question').then(
      () => 1,
      () => 0,
    ) ?? 0
  const results = await Promise.all(Array.from({ length: BUDGETS.question.max + 40 }, (_, n) => charge(n)))
  assert.equal(
    results.reduce<number>((sum, result) => sum + result, 0),
    BUDGETS.question.max,
  )
})

test('an admin who views the console as somebody else uses their own budget', async () => {
  const [id, viewerId] = [await idOf('agent2'), await idOf('admin')]
  const viewed = { id, role: 2, parentId: 1, companyCode: '001', viewer: { id: viewerId } }
  await spending(db, () => clock.now, 1)(viewed as never, 'preview')
  const rows = await db
    .selectFrom('budgetUse')
    .select('staffId')
    .where('kind', '=', 'preview')
    .where('staffId', 'in', [id, viewerId])
    .execute()
  assert.deepEqual(rows, [{ staffId: viewerId }])
})

/** What an endpoint is by its path and summary; null if it has no budget of a day. */
function budgetOf({ method, path, summary, takes, audited }: Endpoint): DayBudget | null {
  if (/consequences$/.test(path) || (takes === 'file' && !audited)) return 'preview'
  if (
    /试算|合并预览|批量修改：|建议怎么建/.test(summary) &&
    !/^GET.*\/undo$/.test(route({ method, path } as Endpoint))
  )
    return 'preview'
  if (method !== 'GET' && /导出|付款文件（csv）|开始下载/.test(summary) && !/取消|作废/.test(summary))
    return 'export'
  if (method !== 'GET' && /草稿|日志：一人一天/.test(summary)) return 'draft'
  if (method === 'POST' && /^指出|^组员认领|^提醒|测试消息|^申请/.test(summary)) return 'question'
  return null
}

/** Endpoints whose summary names such a thing, although they have another budget or none. */
const OTHERS: Record<string, string> = {
  'POST /api/worklogs/:id/withdraw': 'a step of a log that was saved',
  'POST /api/reimbursement-bills/:id/withdraw': 'a step of a claim that was saved',
  'POST /api/reimbursement-bills/:id/attachments': 'a file of a draft; it counts with its bytes',
  'DELETE /api/attachments/:id': 'removes a file of a draft',
  'POST /api/customer-bills/:id/issue': 'ends a draft',
  'POST /api/customer-bills/:id/void': 'ends a draft',
  'POST /api/customer-bills/rerates/late/drop': 'takes drafts back',
  'GET /api/record-imports/existing': 'records that leave as a sheet, an export although it reads',
}

test('every endpoint for drafts, questions, previews and exports has a budget', () => {
  const found = endpoints
    .filter((endpoint) => !(route(endpoint) in OTHERS) && budgetOf(endpoint) !== endpoint.budget)
    .map(
      (endpoint) =>
        `${route(endpoint)}: ${endpoint.budget} instead of ${budgetOf(endpoint)} (${endpoint.summary})`,
    )
  assert.deepEqual(found, [])
  const routes = new Set(endpoints.map(route))
  assert.deepEqual(
    Object.keys(OTHERS).filter((name) => !routes.has(name)),
    [],
  )
})

/** Reads of reports and months that are light all the same. */
const LIGHT: Record<string, string> = {
  'GET /api/home': 'the first screen; its parts are limited',
  'GET /api/notices/unread': 'one count',
  'GET /api/figure-corrections': 'a page of a list',
  'GET /api/figure-questions': 'a page of a list',
  'GET /api/warnings': 'a page of a list',
  'GET /api/customers/:id/churn-risk': 'one customer',
}

/** Names of reads over many rows: reports, months, weeks and days of many people, whole files. */
const HEAVY =
  /^\/api\/(reports|monthly-financials|receivables|figures|rosters|duty)\b|\/(overview|calendar|days|forecast|volumes|existing|faults|problems|verification)$/

/** Reads with such a name that read one record, or a page of a list. */
const NOT_HEAVY = new Set(['GET /api/duty/needs'])

test('every read over many rows is in the lane of heavy work', () => {
  const found = endpoints
    .filter(({ method, path, isHeavy }) => method === 'GET' && HEAVY.test(path) && !isHeavy)
    .filter(({ path }) => !path.endsWith('/consequences'))
    .map(route)
    .filter((name) => !NOT_HEAVY.has(name) && !(name in LIGHT))
  assert.deepEqual(found, [])
})

test('every step that writes many records is in the lane of heavy work', () => {
  const steps =
    /\/(run|check|commit|propose|rerate|trial|mend|close)$|^\/api\/(bulk-edits|record-imports|imports|figure-files|clock\/files)\b.*\/undo$/
  const found = endpoints
    .filter(({ method, path, isHeavy }) => method === 'POST' && steps.test(path) && !isHeavy)
    .map(route)
    .sort()
  assert.deepEqual(found, [
    'POST /api/figures/differences/check',
    'POST /api/stores/:id/trial',
    'POST /api/system/status/check',
  ])
})
