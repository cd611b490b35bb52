import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const finance = as('finance')
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const pay = (bill: { id: number }, amountCents: number, method: string) =>
  finance.post(url(bill.id, '/receipts'), { onDay: '2026-05-19', amountCents, method })
const heldOf = async (id: number) => (await finance.get(`/api/customers/${id}`)).data.depositCents

const customer = async (name: string): Promise<number> =>
  (await as('sales').post('/api/customers', { name })).data.id

/** Merges one customer into another; returns a function that undoes it. */
async function mergeCustomers(keptId: number, otherId: number) {
  const versionOf = async (id: number) => (await as('sales').get(`/api/customers/${id}`)).data.version
  const [version, otherVersion] = [await versionOf(keptId), await versionOf(otherId)]
  const done = await as('sales').post(`/api/customers/${keptId}/merge`, {
    version,
    otherId,
    otherVersion,
    take: [],
  })
  assert.equal(done.status, 200, done.body.errorMessage)
  const [line] = (await as('sales').get(`/api/customers/${keptId}/merges`)).data.items
  return () => as('sales').post(`/api/customer-merges/${line.id}/undo`)
}

test('a merge cannot be undone while the deposit of one customer pays a bill of the other', async () => {
  const [kept, other] = [await customer('云岚服饰'), await customer('云岚服饰二部')]
  const deposit = await createIssuedBill(finance, other, 8_000, { kind: 'deposit' })
  await pay(deposit, 8_000, 'bank')
  const bill = await createIssuedBill(finance, kept, 6_000)
  const undo = await mergeCustomers(kept, other)
  const paid: BillPage = (await pay(bill, 5_000, 'deposit')).data
  assert.equal(paid.receivedCents, 5_000)
  const refused = await undo()
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'CONFLICT'])
  assert.deepEqual(refused.data.changed, [{ kind: 'bills', id: bill.id, name: bill.code }])
  assert.equal(await heldOf(kept), 3_000)
  const reversal = { onDay: '2026-05-19', reason: '撤销合并' }
  const receiptId = paid.receipts[0]?.id ?? 0
  await finance.post(url(bill.id, `/receipts/${receiptId}/reverse`), reversal)
  const done = await undo()
  assert.equal(done.status, 200, done.body.errorMessage)
  assert.deepEqual([await heldOf(kept), await heldOf(other)], [0, 8_000])
})

test('the database rejects moving a bill if that overdraws a deposit', async () => {
  const [one, two] = [await customer('听松茶业'), await customer('听松茶业批发部')]
  const deposit = await createIssuedBill(finance, one, 5_000, { kind: 'deposit' })
  await pay(deposit, 5_000, 'bank')
  const bill = await createIssuedBill(finance, one, 5_000)
  await pay(bill, 4_000, 'deposit')
  const move = (id: number) =>
    db.updateTable('customerBill').set({ customerId: two }).where('id', '=', id).execute()
  await assert.rejects(move(deposit.id), /more of a deposit than is held/)
  await assert.rejects(move(bill.id), /more of a deposit than is held/)
  // Moving both in one transaction overdraws no deposit.
  await db.transaction().execute(async (both) => {
    for (const id of [deposit.id, bill.id])
      await both.updateTable('customerBill').set({ customerId: two }).where('id', '=', id).execute()
  })
  assert.deepEqual([await heldOf(one), await heldOf(two)], [0, 1_000])
})
