import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAYS_TO_PAY } from '#billing/customer-bills/rules.ts'
import { addDays } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const now = clock.now
const { customerId, storeId } = idsIn(db)
const finance = as('finance')
const [chenxi, yuanshan] = [await customerId('杭州晨曦家居有限公司'), await customerId('宏远数码')]
const money = async (who = 'finance') => (await as(who).get('/api/home')).data.money
const total = async (path: string) => (await finance.get(path)).data.total

await db.updateTable('company').set({ booksFrom: '2026-04-01' }).where('code', '=', '001').execute()

/** Issues a bill 15 days before its due day. */
async function late(customer: number, cents: number, dueOn: string) {
  clock.now = new Date(`${addDays(dueOn, -DAYS_TO_PAY)}T04:00:00Z`)
  const bill = await createIssuedBill(finance, customer, cents, { month: '2026-04' })
  assert.equal(bill.dueOn, dueOn)
  clock.now = now
  return bill
}

await createDraft(finance, chenxi, 12_000, { month: '2026-04' })
await createDraft(finance, yuanshan, 3_000)
const paidInPart = await late(chenxi, 50_000, '2026-05-09')
await late(chenxi, 7_000, '2026-05-15')
await late(yuanshan, 9_000, '2026-05-18')
const paid = await createIssuedBill(finance, yuanshan, 40_000)
const receipt = { onDay: '2026-05-19', method: 'bank' }
await finance.post(`/api/customer-bills/${paidInPart.id}/receipts`, { ...receipt, amountCents: 20_000 })
await finance.post(`/api/customer-bills/${paid.id}/receipts`, { ...receipt, amountCents: 40_000 })
await as('sales').post(`/api/customers/${chenxi}/notes`, { text: '承诺 05-22 付' })

test('each money figure of the home page equals the total of its list', async () => {
  const { drafts, overdue, invoices } = await money()
  assert.deepEqual(drafts, {
    count: 2,
    cents: 15_000,
    oldestMonth: '2026-04',
    link: '/customer-bill-management?status=draft',
  })
  assert.equal(await total('/api/customer-bills?current=1&pageSize=1&status=draft'), drafts.count)
  assert.deepEqual([overdue.count, overdue.cents, overdue.customers, overdue.oldestDays], [3, 46_000, 2, 10])
  assert.equal(await total('/api/customer-bills?current=1&pageSize=1&overdue=yes'), overdue.count)
  assert.deepEqual([invoices.count, invoices.paid], [4, 1])
  assert.equal(await total('/api/customer-bills?current=1&pageSize=1&uninvoiced=yes'), invoices.count)
})

test('mismatched bills are counted as in their list, with the month that they block', async () => {
  const store = await storeId('晨曦家居旗舰店')
  const row = { companyCode: '001', storeId: store, monthOn: '2026-04-01', settledCents: 0, waivedCents: 0 }
  const priced = {
    pricedAtIssueCents: 10_000,
    pricedNowCents: 12_500,
    differenceCents: 2_500,
    causes: ['import'],
  }
  await db
    .insertInto('rerate')
    .values({ ...row, ...priced, state: 'pending', since: now, updatedAt: now })
    .execute()
  const { mismatched, closing } = await money()
  assert.deepEqual(mismatched, {
    count: 1,
    cents: 2_500,
    covers: 0,
    link: '/customer-bill-management/rerates?status=pending',
  })
  const list = (await finance.get('/api/customer-bills/rerates?current=1&pageSize=1&status=pending')).data
  assert.deepEqual([list.total, list.pendingCents], [mismatched.count, mismatched.cents])
  assert.deepEqual(closing.items.at(-1), {
    key: 'rerates',
    count: 1,
    link: '/customer-bill-management/rerates?month=2026-04&status=pending',
  })
  await db.deleteFrom('rerate').execute()
})

test('finance gets the revenue forecast, an admin also the result; without books there is none', async () => {
  assert.deepEqual((await money()).forecast, { month: '2026-05', withResult: false })
  assert.deepEqual((await money('admin')).forecast, { month: '2026-05', withResult: true })
  await db.updateTable('company').set({ booksFrom: null }).where('code', '=', '001').execute()
  assert.equal((await money()).forecast, null)
  await db.updateTable('company').set({ booksFrom: '2026-04-01' }).where('code', '=', '001').execute()
})

test('overdue customers are listed longest first, with the last contact', async () => {
  const { items } = (await money()).overdue
  assert.deepEqual(
    items.map((one: { customerId: number; bills: number; cents: number; days: number }) => [
      one.customerId,
      one.bills,
      one.cents,
      one.days,
    ]),
    [
      [chenxi, 2, 37_000, 10],
      [yuanshan, 1, 9_000, 1],
    ],
  )
  assert.deepEqual(items[0].contact, { on: '2026-05-19', text: '承诺 05-22 付' })
  assert.equal(items[1].contact, null)
})

test('collected contains the amount received this month and the amount due by its end', async () => {
  const { collected } = await money()
  assert.deepEqual(collected, { month: '2026-05', receivedCents: 60_000, owedCents: 46_000 })
})

test('closing counts the tasks of finance in the oldest open month, and is null once it is closed', async () => {
  const { closing } = await money()
  assert.deepEqual(closing, {
    month: '2026-04',
    covers: 4,
    items: [
      {
        key: 'draftBills',
        count: 1,
        link: '/customer-bill-management?month=2026-04&status=draft',
      },
    ],
  })
  await db.updateTable('company').set({ booksFrom: '2026-05-01' }).where('code', '=', '001').execute()
  assert.equal((await money()).closing, null)
})

test('each figure states how many records it covers', async () => {
  const { overdue, unclaimed, mismatched, closedMonths } = await money()
  assert.deepEqual([overdue.covers, unclaimed.covers, closedMonths], [3, 0, 0])
  assert.deepEqual(
    [mismatched.count, mismatched.covers],
    [0, 0],
    'bills of a customer as a whole have no price',
  )
})

test('an admin gets money figures too; an agent, a head and sales do not', async () => {
  assert.equal((await money('admin')).drafts.count, 2)
  for (const who of ['agent', 'head', 'sales']) assert.equal(await money(who), null, who)
})
