import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { unzipSync } from 'fflate'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { startService } from '#testing/testBills.ts'
import { type WecomRow, wecomFile } from '#testing/testClock.ts'
import { pathsOf } from '#testing/testReadPaths.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { exportWorker } from './exportWorker.ts'
import { featuresWith } from './features.ts'

const { as, db, clock } = await testApp(seedWorld)

const endpoints = featuresWith(SIGN_IN).flatMap(({ endpoints: all }) => all.map(({ endpoint }) => endpoint))
const readers = endpoints.filter(({ method }) => method === 'GET')

/** Amounts that occur nowhere else. */
const SALARY = 7_766_006
const FEE = 8_877_007
const PAY = 6_655_005
const asMoney = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
const PRICES = [SALARY, FEE].flatMap((cents) => [String(cents), String(cents / 100), asMoney(cents)])

const MOBILE = '13912345678'
const CARD = '6222020200112233445'
const SECRETS = [MOBILE, CARD, 'wangnvshi8', 'argon2', 'passwordHash', 'password_hash']

/** Names that occur in one company only: OWN in 001, FOREIGN in 002. */
const NAMES_IN_001 = ['晨曦', '星澜', '宏远', '何立', '沈佳', '周小禾', '赵晓冬']
const NAMES_IN_002 = ['恒月', '单雪', '顾明', '启明客服']

/** Names of fields that could contain a price. */
const PRICE_FIELDS =
  /"(storeSalary|monthlyFee|monthlyCents|baseCents|pricing|price|terms|lostMonthlyFee)\w*":/i
const PAY_FIELDS =
  /"(baseSalaryCents|seniorityPayCents|commissionRateBp|kpiBaseCents|payFrom|payReason|payeeBank|payeeCard)":(?!null)/

const COMPANY_001 = ['head', 'agent', 'sales', 'finance']
const ROLE_2 = ['head', 'agent']

const testInputs = {
  ids: Array.from({ length: 12 }, (_, n) => n + 1),
  words: ['晨曦', '恒月', 'cx', 'hengyue', 'dan', MOBILE, 'agent', 'sales-b'],
}

/**
 * Sets pay, cards and prices with the amounts above, which also fills the log, and stops a store, which proposes its
 * loss.
 */
async function agreePrices(): Promise<void> {
  await db.updateTable('staff').set({ payeeBank: '招商银行', payeeCard: CARD }).execute()
  const people = await db.selectFrom('staff').select(['id as staffId', 'companyCode']).execute()
  const pay = { fromOn: '2026-01-01', baseSalaryCents: PAY, seniorityPayCents: PAY, reason: `加到 ${PAY}` }
  const agreed = { ...pay, staffVersion: 1, createdAt: new Date(0) }
  await db
    .insertInto('staffPay')
    .values(people.map((person) => ({ ...person, ...agreed })))
    .execute()
  const stores = await db.selectFrom('store').select(['id', 'version', 'status', 'name']).execute()
  for (const { id, status } of stores) {
    const pricing = { model: 'fixed', monthlyCents: FEE }
    const terms = { fromOn: '2026-01-01', pricing, storeSalaryCents: SALARY }
    const answer = await as('admin').post(`/api/stores/${id}/terms`, terms)
    assert.ok(answer.status === 200 || status === 'stopped', answer.body.errorMessage)
  }
  const stopped = stores.find(({ name }) => name === '宏远数码京东自营店')
  const stop = { version: stopped?.version, stoppedOn: '2026-05-18', reason: 'price' }
  const answer = await as('admin').post(`/api/stores/${stopped?.id}/stop`, stop)
  assert.equal(answer.status, 200, answer.body.errorMessage)
}

/** Bills April at those prices: some bills stay drafts, two are issued. */
async function billApril(): Promise<void> {
  // April becomes the first month of the books, so that it can be closed and has consequences.
  await db.updateTable('company').set({ booksFrom: '2026-04-01' }).execute()
  for (const { id, companyCode } of await db.selectFrom('store').select(['id', 'companyCode']).execute()) {
    await startService(db, id, null, companyCode)
  }
  const proposed = await as('admin').post('/api/customer-bills/propose', { month: '2026-04' })
  assert.ok(proposed.data.created > 0)
  const issued = await as('admin').post('/api/customer-bills/issue', { ids: [1, 2] })
  assert.equal(issued.status, 200)
  await raisePrice()
}

/** Raises the price of an issued bill's store for past days, so that the bill differs from its month. */
async function raisePrice(): Promise<void> {
  const bill = await db
    .selectFrom('customerBill')
    .select('storeId')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const pricing = { model: 'fixed', monthlyCents: 2 * FEE }
  const terms = { fromOn: '2026-04-16', pricing, storeSalaryCents: SALARY, reason: '补录' }
  const raised = await as('admin').post(`/api/stores/${bill.storeId}/terms`, terms)
  assert.equal(raised.status, 200, raised.body.errorMessage)
  const found = await as('admin').post('/api/customer-bills/rerate', { month: '2026-04' })
  assert.equal(found.data.pending, 1)
}

interface RecordedAnswer {
  who: string
  path: string
  status: number
  text: string
}

/** Submits a work log with text. */
async function writeLog(): Promise<void> {
  const log = { on: '2026-05-19', shift: 'morning', summary: '全部回复', handover: '无' }
  assert.equal((await as('agent').post('/api/worklogs', log)).status, 200)
}

/** The reason of another team's leave, which heads of other teams and their members must not read. */
const ILLNESS = '阑尾手术后复诊'

/** An agent of the other team asks for a leave. */
async function askForLeave(): Promise<void> {
  const leave = { kind: 'sick', fromOn: '2026-05-25', toOn: '2026-05-26', reason: ILLNESS }
  assert.equal((await as('agent2').post('/api/leaves', leave)).status, 200)
}

/** What a file says about a member of another team, and the name of somebody whom nobody knows. */
const REMARK = '外勤补卡单 2026-05-18'
const STRANGER = '门禁访客乙'

/** An admin imports clock records of the other team. */
async function importClock(): Promise<void> {
  const rows: WecomRow[] = [
    { on: '2026-05-18', name: '赵晓冬', punches: ['08:41', '16:00'], result: REMARK },
    { on: '2026-05-18', name: STRANGER, account: 'fangke-yi', punches: ['09:00'] },
  ]
  const { data } = await as('admin').upload('/api/clock/files', wecomFile(rows))
  const written = await as('admin').post(`/api/clock/files/${data.id}/commit`, { version: data.version })
  assert.equal(written.status, 200, written.body.errorMessage)
}

const answers: RecordedAnswer[] = []

/** Calls every reading endpoint in every way as every user, once for all tests. */
async function readAll(): Promise<void> {
  for (const who of ['admin', 'admin2', ...COMPANY_001]) {
    for (const endpoint of readers) {
      for (const path of pathsOf(endpoint, testInputs)) {
        const { status, body } = await as(who).get(path)
        answers.push({ who, path, status, text: JSON.stringify(body) })
      }
    }
  }
}

// A single hook: several top-level hooks of a file do not wait for each other.
before(async () => {
  await agreePrices()
  await billApril()
  await writeLog()
  await askForLeave()
  await importClock()
  await readAll()
})

/** Fails if a response to one of these users contains one of the words, and lists all such responses. */
function assertNotReadable(people: readonly string[], words: readonly (string | RegExp)[]): void {
  const leaks = answers.flatMap(({ who, path, text }) =>
    people.includes(who)
      ? words
          .filter((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)))
          .map((word) => `${who} ${path}: ${word}`)
      : [],
  )
  assert.deepEqual(leaks, [])
}

/** Endpoints that need data which this world does not contain; their own tests call them. */
const SILENT = new Set([
  'GET /api/agent-accounts/claims/:id/confirm/consequences',
  'GET /api/agent-accounts/claims/:id/undo/consequences',
  'GET /api/exports/files/:id/parts/:no',
  'GET /api/bulk-edits/:id',
  'GET /api/bulk-edits/:id/rows',
  'GET /api/record-imports/:id/rows',
  'GET /api/customer-bills/rerates/late/consequences',
  'GET /api/imports/:id/problems',
  'GET /api/imports/setup',
  'GET /api/figure-questions/:questionId/imports',
  'GET /api/figure-questions/:questionId/figures',
  'GET /api/figure-files/:id/rows',
  'GET /api/figure-files/:id/faults',
  'GET /api/figure-checks/:id/findings',
  'GET /api/subscriptions/:id/deliveries',
  'GET /api/system/jobs/:name/runs',
  'GET /api/reimbursement-bills/:id',
  'GET /api/attachments/:id',
  'GET /api/leave-attachments/:id',
  'GET /api/reimbursement-bills/:id/vouchers',
  'GET /api/payout-vouchers/:id',
  'GET /api/bill-vouchers/:id',
  'GET /api/bank-rows/:id/bills',
  'GET /api/monthly-financials/:month/differences',
  // Consequences of writes for which this world has no data; the tests of each write call them.
  'GET /api/bulk-edits/:id/undo/consequences',
  'GET /api/churn-records/:id/confirm/consequences',
  'GET /api/customer-bills/:id/receipts/:receiptId/move/consequences',
  'GET /api/customer-bills/:id/receipts/:receiptId/reverse/consequences',
  'GET /api/customer-bills/:id/refund/consequences',
  'GET /api/customer-merges/:id/undo/consequences',
  'GET /api/figure-files/:id/undo/consequences',
  'GET /api/imports/:id/undo/consequences',
  'GET /api/imports/setup/:id/undo/consequences',
  'GET /api/monthly-financials/:month/reopen/consequences',
  'GET /api/record-imports/:id/undo/consequences',
  'GET /api/reimbursement-payouts/:id/drop/consequences',
  'GET /api/reports/payroll/corrections/:id/reverse/consequences',
  'GET /api/reports/payroll/corrections/consequences',
  'GET /api/stores/:id/go-live/consequences',
])

test('every reading endpoint responds to at least one user, except those that have no data here', () => {
  const silent = readers.filter((endpoint) => {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/?]+')}\\?`)
    return !answers.some(({ path, status }) => status === 200 && pattern.test(path))
  })
  assert.deepEqual(silent.map(({ method, path }) => `${method} ${path}`).toSorted(), [...SILENT].toSorted())
  assert.ok(answers.every(({ status }) => status < 500))
})

test('a leave is read by the own team and by role 1 of the company only', () => {
  assertNotReadable(['head', 'agent', 'sales', 'finance', 'admin2'], [ILLNESS])
  assert.ok(answers.some(({ who, text }) => who === 'admin' && text.includes(ILLNESS)))
})

test('a clock record is read by the person, the own team and role 1 of the company only', () => {
  assertNotReadable(['head', 'agent', 'sales', 'finance', 'admin2'], [REMARK, STRANGER, 'fangke-yi'])
  for (const word of [REMARK, STRANGER, 'fangke-yi']) {
    assert.ok(answers.some(({ who, text }) => who === 'admin' && text.includes(word)))
  }
})

test('the canary values are visible to users who may see them', () => {
  const sees = (who: string, word: string) =>
    answers.some((answer) => answer.who === who && answer.text.includes(word))
  assert.ok(sees('sales', String(FEE)) && sees('finance', String(SALARY)), 'prices')
  assert.ok(sees('finance', String(PAY)) || sees('admin', String(PAY)), 'pay')
  assert.ok(sees('admin', '恒月') && sees('admin2', '单雪') && sees('sales', '139****5678'))
})

test('role 2 gets no price and no salary of a store: no field and no amount, in no response and no error', () => {
  assertNotReadable(ROLE_2, [...PRICES, PRICE_FIELDS])
})

test('only admins and finance get pay data', () => {
  assertNotReadable([...ROLE_2, 'sales'], [String(PAY), asMoney(PAY), PAY_FIELDS])
})

test('no response contains a full mobile number, card number or contact, or anything of a password', () => {
  assertNotReadable(['admin', 'admin2', ...COMPANY_001], SECRETS)
})

test('no user gets a name of another company, in rows, counts, options, search results or errors', () => {
  assertNotReadable(COMPANY_001, NAMES_IN_002)
  assertNotReadable(['admin2'], NAMES_IN_001)
})

test('a total counts only the rows within reach: as many as are returned', () => {
  for (const { who, path, status, text } of answers) {
    const { data } = JSON.parse(text)
    if (status !== 200 || !Array.isArray(data?.items) || typeof data.total !== 'number') continue
    if (data.total <= 100) assert.equal(data.items.length, data.total, `${who} ${path}`)
  }
})

test('a file written in the background contains no more than the list', async () => {
  const worker = exportWorker({
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    isStopping: () => false,
    log: { error: (fault: unknown) => assert.fail(String(fault)) },
  } as unknown as Parameters<typeof exportWorker>[0])
  const fields = ['id', 'name', 'mobile', 'payeeCard', 'baseSalaryCents', 'storeSalaryCents', 'passwordHash']
  const columns = fields.map((field) => ({ title: field, type: 'text', from: { field } }))
  for (const who of ['head', 'agent', 'sales', 'admin2']) {
    for (const list of ['stores', 'customers', 'staff']) {
      const request = {
        list: `list.${list}`,
        path: `/api/${list}`,
        module: list,
        query: {},
        filters: [],
        columns,
      }
      const { status } = await as(who).post('/api/exports/files', { ...request, locale: 'zh-CN' })
      if (status === 403) continue
      assert.equal(status, 200)
      await worker.chores[0]?.work()
    }
    const files = (await as(who).get('/api/exports/files')).data
    assert.ok(files.length > 0 && files.every(({ state }: { state: string }) => state === 'done'))
    const text = await sheetsOf(who, files)
    const foreign = who === 'admin2' ? NAMES_IN_001 : NAMES_IN_002
    const prices = ROLE_2.includes(who) ? PRICES : []
    const closed = [...SECRETS, ...prices, ...(who === 'admin2' ? [] : [String(PAY)])]
    for (const word of [...foreign, ...closed.filter((secret) => secret !== 'passwordHash')]) {
      assert.ok(!text.includes(word), `${who}: ${word}`)
    }
  }
})

async function sheetsOf(who: string, files: { id: number }[]): Promise<string> {
  let text = ''
  for (const { id } of files) {
    const { data } = await as(who).get(`/api/exports/files/${id}/parts/1`)
    const sheets = unzipSync(Buffer.from(data.base64, 'base64'))
    for (const bytes of Object.values(sheets)) text += new TextDecoder().decode(bytes)
  }
  return text
}
