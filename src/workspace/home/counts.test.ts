import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsOf } from '#finance/reimbursement-bills/testClaims.ts'
import { testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { seedFigures } from '#testing/testFigures.ts'
import { beginBooks, idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import { SCREENS } from './rules.ts'
import { seedLogsWarningsAndQuestions, seedNicksImportsAndContracts } from './testHome.ts'

const world = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await putInService(database)
  await seedFigures(database)
  await database
    .updateTable('staff')
    .set({ payeeBank: '招商银行', payeeCard: '6222020200112233445' })
    .execute()
})
const { as, db, clock } = world
await seedNicksImportsAndContracts(db)
await seedLogsWarningsAndQuestions(db, clock.now)
await seedClaims()
await seedFollowUps()
await seedNickClaim()
await seedLeave()
await seedMoney()

/** A claim to be reviewed, one to be paid, and one that was returned. */
async function seedClaims(): Promise<void> {
  const { submitted, step } = claimsOf(world)
  await submitted('agent')
  await step('finance', await submitted('agent'), 'approve')
  await step('finance', await submitted('sales'), 'return', { note: '请补发票' })
}

/** A draft, a claim and a mismatched bill in the month to be closed, an overdue bill, and an unclaimed bank row. */
async function seedMoney(): Promise<void> {
  await beginBooks(db, '2026-04')
  const [finance, customerId] = [as('finance'), await idsIn(db).customerId('杭州晨曦家居有限公司')]
  await createDraft(finance, customerId, 12_000, { month: '2026-04' })
  await claimsOf(world).submitted('agent', undefined, '2026-04')
  const { now } = clock
  clock.now = new Date('2026-04-20T04:00:00Z')
  await createIssuedBill(finance, customerId, 30_000, { month: '2026-04' })
  clock.now = now
  await db
    .insertInto('rerate')
    .values({
      companyCode: '001',
      storeId: await idsIn(db).storeId('晨曦家居旗舰店'),
      monthOn: '2026-04-01',
      pricedAtIssueCents: 30_000,
      pricedNowCents: 31_000,
      settledCents: 0,
      waivedCents: 0,
      differenceCents: 1_000,
      state: 'pending',
      causes: ['import'],
      since: now,
      updatedAt: now,
    })
    .execute()
  const file = Buffer.from('交易日期,对方户名,收入金额,摘要\n2026-05-18,某某公司,88.00,货款\n')
  const { status, body } = await finance.upload('/api/bank-rows', { name: '流水.csv', bytes: file })
  assert.equal(status, 200, body.errorMessage)
}

/** A pending nick claim for the head. */
async function seedNickClaim(): Promise<void> {
  const storeId = await idsIn(db).storeId('晨曦家居旗舰店')
  const { status } = await as('agent').post('/api/agent-accounts/claims', { storeId, nick: '晨曦:小禾' })
  assert.equal(status, 200)
}

/** A leave for the head to decide on. */
async function seedLeave(): Promise<void> {
  const leave = { kind: 'sick', fromOn: '2026-05-25', toOn: '2026-05-25', reason: '复诊' }
  const { status } = await as('agent').post('/api/leaves', leave)
  assert.equal(status, 200)
}

/** A follow-up that is due and one that is not. */
async function seedFollowUps(): Promise<void> {
  const customerId = await idsIn(db).customerId('杭州晨曦家居有限公司')
  for (const dueOn of ['2026-05-19', '2026-05-20']) {
    await as('sales').post('/api/follow-ups', { customerId, dueOn, text: '问续约的意向' })
  }
}

/** The lists of a screen by its path; each must have as many rows as the home page counts. */
const LISTS: Record<string, string[]> = {
  [SCREENS.volumes]: ['/api/reports/daily-store', '/api/reports/daily-store/stores'],
  [SCREENS.rates]: [
    '/api/reports/daily-store-response-rate',
    '/api/reports/daily-store-response-rate/stores',
  ],
  [SCREENS.customers]: ['/api/customers'],
  [SCREENS.stores]: ['/api/stores'],
  [SCREENS.followUps]: ['/api/follow-ups'],
  [SCREENS.imports]: ['/api/imports'],
  [SCREENS.logs]: ['/api/worklogs'],
  [SCREENS.leaves]: ['/api/leaves'],
  [SCREENS.warnings]: ['/api/warnings'],
  [SCREENS.questions]: ['/api/figure-questions'],
  [SCREENS.claims]: ['/api/reimbursement-bills'],
  [SCREENS.bills]: ['/api/customer-bills'],
  [SCREENS.bank]: ['/api/bank-rows'],
  [SCREENS.rerates]: ['/api/customer-bills/rerates'],
}

interface Count {
  name: string
  count: number
  link: string
}

/** All counts of the home page at any depth, with their names. */
function countsIn(value: unknown, name = ''): Count[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, part]) =>
    countsIn(part, nameOf(part) ?? (Array.isArray(value) ? name : key)),
  )
  return 'link' in value && 'count' in value
    ? [{ ...(value as Omit<Count, 'name'>), name }, ...inside]
    : inside
}

/** Counts in a list are named by their `key`. */
function nameOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  return 'key' in part ? String(part.key) : undefined
}

async function totalsOf(username: string, { name, link }: Count): Promise<number[]> {
  const { pathname, searchParams } = new URL(link, 'http://console')
  const nicks = link === SCREENS.imports
  const claims = searchParams.get('view') === 'nicks'
  // The user's own logs open on the page of a day, which shows returned and missing logs.
  if (pathname === SCREENS.logs && searchParams.has('on')) {
    const { data } = await as(username).get(`/api/worklogs/day?${searchParams}`)
    const owed = data.days.filter(({ state }: { state: string }) => ['missing', 'draft'].includes(state))
    return [name === 'ownReturned' ? data.returned.length : owed.length]
  }
  const lists = nicks ? ['/api/agent-accounts/unmatched'] : LISTS[pathname]
  assert.ok(lists, `${link} opens no list that is known here`)
  // Pending claims come first in their list.
  const paths = claims
    ? ['/api/agent-accounts/claims?toDecide=true']
    : lists.map((list) => `${list}?${searchParams}`)
  const answers = await Promise.all((nicks ? lists : paths).map((list) => as(username).get(list)))
  return answers.map(({ status, data }) => {
    assert.equal(status, 200, link)
    return data.total
  })
}

const PEOPLE = ['admin', 'admin2', 'head', 'agent', 'agent3', 'head2', 'sales', 'sales2', 'finance']

/** Names of counts that were above 0 for some user, so that no count is compared only with an empty list. */
const counted = new Set<string>()

for (const username of PEOPLE) {
  test(`GET /api/home: every count of ${username} equals the total of the list that it links to`, async () => {
    const { status, data } = await as(username).get('/api/home')
    assert.equal(status, 200)
    const counts = countsIn(data)
    assert.ok(counts.length > 0)
    for (const count of counts) {
      for (const total of await totalsOf(username, count)) assert.equal(count.count, total, count.link)
      if (count.count > 0) counted.add(count.name)
    }
  })
}

test('GET /api/home: every kind of count is above 0 for some user', () => {
  assert.deepEqual([...counted].sort(), [
    'belowTarget',
    'byStatus',
    'claims',
    'claimsReturned',
    'claimsToDecide',
    'claimsToPay',
    'contractsDue',
    'contractsEnding',
    'customers',
    'draftBills',
    'drafts',
    'figureQuestions',
    'followUps',
    'invoices',
    'largestFalls',
    'leavesToDecide',
    'logsToReview',
    'mismatched',
    'missingBills',
    'nickClaims',
    'overdue',
    'ownOwed',
    'ownReturned',
    'rerates',
    'review',
    'stores',
    'storesWithoutFigures',
    'unclaimed',
    'unmatchedNicks',
    'unpriced',
    'waitingImports',
    'warnings',
  ])
})
