import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDemo, seedDemo } from '#demo/seed.ts'
import { type Answer, NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { type Item, lists } from '#testing/testLists.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { whileListening } from '#testing/testStatements.ts'
import { featuresWith } from './features.ts'

// Number of SQL statements per read, including those of the session. The test fails for a read that sends more than
// before; if a read sends fewer, update its number.

const { as } = await testApp(async (database) => {
  const demo = await makeDemo(() => NOON)
  await database.transaction().execute((tx) => seedDemo(tx, () => NOON, TEST_KEYS, demo))
})

/** For the first page of 20 rows. */
const PAGES: Record<string, number> = {
  '/api/agent-accounts': 3,
  '/api/agent-accounts/claims': 3,
  '/api/agent-accounts/unmatched': 3,
  '/api/bank-rows': 7,
  '/api/bulk-edits': 3,
  '/api/churn-records': 3,
  '/api/clock/days': 9,
  '/api/clock/files': 3,
  '/api/clock/people': 5,
  '/api/companies': 3,
  '/api/customer-bills': 4,
  '/api/customer-bills/rerates': 4,
  '/api/customer-mentions': 3,
  '/api/currentUser/sign-ins': 3,
  '/api/customers': 4,
  '/api/figure-checks': 3,
  '/api/figure-corrections': 3,
  '/api/figure-files': 3,
  '/api/figure-questions': 5,
  '/api/figures/differences': 3,
  '/api/figures/pending': 3,
  '/api/follow-ups': 3,
  '/api/holidays': 3,
  '/api/import-aliases': 2,
  '/api/imports': 3,
  '/api/leaves': 3,
  '/api/imports/setups': 3,
  '/api/notices': 3,
  '/api/outside-documents': 3,
  '/api/promotion-periods': 3,
  '/api/receivables': 3,
  '/api/receivables/bills': 4,
  '/api/receivables/bridge': 26,
  '/api/receivables/deposits': 26,
  '/api/receivables/forecast': 104,
  '/api/receivables/roll': 26,
  '/api/record-imports': 3,
  '/api/reimbursement-bills': 6,
  '/api/reports/daily-customer': 4,
  '/api/reports/daily-customer/customers': 3,
  '/api/reports/daily-customer/rows': 4,
  '/api/reports/daily-store': 4,
  '/api/reports/daily-store-response-rate': 4,
  '/api/reports/daily-store-response-rate/stores': 3,
  '/api/reports/daily-store/stores': 3,
  '/api/reports/daily-worker': 3,
  '/api/reports/daily-worker/agents': 2,
  '/api/reports/daily-worker/rows': 3,
  '/api/reports/payroll': 133,
  '/api/reports/weekly-warning-customer': 4,
  '/api/sign-ins': 3,
  '/api/staff': 3,
  '/api/store-assignments': 3,
  '/api/stores': 3,
  '/api/warnings': 3,
  '/api/worklogs': 5,
}

/** For a record by its id, taken from the first page of its list; null if the demo has none. */
const RECORDS: Record<string, number | null> = {
  '/api/bulk-edits/:id': 2,
  '/api/churn-records/:id': 6,
  '/api/clock/files/:id': 2,
  '/api/customer-bills/:id': 5,
  '/api/customer-bills/rerates/:id': 12,
  '/api/customers/:id': 3,
  '/api/figure-files/:id': 2,
  '/api/leaves/:id': 6,
  '/api/imports/:id': 12,
  '/api/record-imports/:id': 2,
  '/api/reimbursement-bills/:id': 10,
  '/api/staff/:id': 2,
  '/api/stores/:id': 2,
  '/api/warnings/:id': 8,
  '/api/worklogs/:id': 5,
}

/** Returns the second response and its number of statements: the first call fills the program's caches. */
async function statementsOf(path: string): Promise<{ answer: Answer; count: number }> {
  await as('admin').get(path)
  const { answer, statements } = await whileListening(() => as('admin').get(path))
  return { answer, count: statements.length }
}

const page = (path: string) => `${path}?current=1&pageSize=20`

/** Records that are read by `/:id` below the path of a list. */
const records = featuresWith(SIGN_IN)
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method, gives }) => method === 'GET' && gives === 'json')
  .filter(({ path }) => lists.some((list) => path === `${list.path}/:id`))

test('a page of 20 rows sends the expected number of statements', async () => {
  const sent: Record<string, number> = {}
  for (const { path } of lists) {
    const { answer, count } = await statementsOf(page(path))
    assert.equal(answer.status, 200, `${path}: ${answer.body.errorMessage}`)
    sent[path] = count
  }
  assert.deepEqual(sent, PAGES)
})

test('a record by its id sends the expected number of statements', async () => {
  const sent: Record<string, number | null> = {}
  for (const { path } of records) {
    const list = path.slice(0, -'/:id'.length)
    const { data } = await as('admin').get(page(list))
    const [first] = (data?.items ?? []) as Item[]
    sent[path] = null
    if (!first) continue
    const { answer, count } = await statementsOf(`${list}/${first.id}`)
    assert.equal(answer.status, 200, `${path}: ${answer.body.errorMessage}`)
    sent[path] = count
  }
  assert.deepEqual(sent, RECORDS)
})
