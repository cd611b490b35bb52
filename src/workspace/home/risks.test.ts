import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAYS_TO_PAY } from '#billing/customer-bills/rules.ts'
import { addDays } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { beginBooks, idsIn, seedWorld } from '#testing/testWorld.ts'
import type { RiskRow } from './queries.ts'
import { rankRisks } from './risks.ts'

const row = (customerId: number, why: RiskRow['why']): RiskRow => {
  return { customerId, customerName: `客户 ${customerId}`, why, value: 1, warningId: null }
}
const fixed = (customerId: number, monthlyCents: number) => {
  return { customerId, pricing: { model: 'fixed' as const, monthlyCents }, meanVolume: null }
}

test('each customer is listed once with the most urgent reason, sorted by monthly fee', () => {
  const found = [row(1, 'ending'), row(2, 'overdue'), row(2, 'fall'), row(3, 'ending'), row(1, 'overdue')]
  const ranked = rankRisks(found, [fixed(1, 500_000), fixed(2, 300_000), fixed(2, 400_000)])
  assert.deepEqual(
    ranked.map(({ customerId, why, feeCents }) => [customerId, why, feeCents]),
    [
      [2, 'fall', 700_000],
      [1, 'overdue', 500_000],
      [3, 'ending', 0],
    ],
  )
})

test('an admin gets customers overdue for more than a week; finance, who does not manage months, gets null', async () => {
  const { as, db, clock } = await testApp(seedWorld)
  const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
  await beginBooks(db, '2026-04')
  const finance = as('finance')
  // Signs in before the clock is set back to issue the bill.
  assert.equal((await finance.get('/api/home')).data.money.atRisk, null)
  const { now } = clock
  const dueOn = '2026-05-10'
  clock.now = new Date(`${addDays(dueOn, -DAYS_TO_PAY)}T04:00:00Z`)
  await createIssuedBill(finance, chenxi, 50_000, { month: '2026-04' })
  clock.now = now
  await db.updateTable('customer').set({ contractEndOn: null }).execute()
  const home = await as('admin').get('/api/home')
  assert.equal(home.status, 200, JSON.stringify(home.body))
  const { money } = home.data
  assert.deepEqual(
    money.atRisk.items.map(({ customerId, why, value, link }: RiskRow & { link: string }) => [
      customerId,
      why,
      value,
      link,
    ]),
    [[chenxi, 'overdue', 9, `/customer-management/${chenxi}`]],
  )
})
