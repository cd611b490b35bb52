import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Statement } from '#billing/receivables/contract.ts'
import { addDays } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { issueBill, setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'

const world = await testApp(seedWorld)
const { as } = world
const finance = as('finance')
const [FIRST, TODAY] = ['2026-05-01', '2026-05-19']
await setClockTo(world, TODAY)
await finance.get('/api/currentUser')

/** A receipt: amount, method, day of the month, and whether it is reversed later. */
interface Part {
  cents: number
  method: 'bank' | 'alipay' | 'wechat' | 'cash' | 'deposit'
  day: number
  isReversed: boolean
}

const part: fc.Arbitrary<Part> = fc.record({
  cents: fc.integer({ min: 1, max: 9_999 }),
  method: fc.constantFrom('bank', 'alipay', 'wechat', 'cash', 'deposit'),
  day: fc.integer({ min: 1, max: 18 }),
  isReversed: fc.boolean(),
})

/** Step list of part indexes: the first occurrence is the receipt, the second its reversal. */
const stepsOf = (parts: readonly Part[]) =>
  parts.flatMap(({ isReversed }, at) => (isReversed ? [at, at] : [at]))

const paid = fc.array(part, { minLength: 1, maxLength: 7 }).chain((parts) => {
  const steps = stepsOf(parts)
  const order = fc.shuffledSubarray(steps, { minLength: steps.length })
  return fc.record({
    parts: fc.constant(parts),
    orders: fc.tuple(order, order),
    // Open amount of the bill, and unused deposit, after all receipts.
    left: fc.constantFrom(0, 1, 5_000),
    held: fc.constantFrom(0, 1, 5_000),
  })
})

let customers = 0

/** Creates a customer with a paid deposit and an issued bill, both on the first day. */
async function createCustomer(depositCents: number, totalCents: number) {
  await setClockTo(world, FIRST)
  customers += 1
  const { id: customerId } = (await as('admin').post('/api/customers', { name: `客户${customers}` })).data
  if (depositCents > 0) {
    const deposit = await issueBill(finance, customerId, depositCents, { kind: 'deposit' })
    await receive(deposit, { cents: depositCents, method: 'bank', day: 0, isReversed: false })
  }
  const bill = await issueBill(finance, customerId, totalCents)
  await setClockTo(world, TODAY)
  return { customerId, bill }
}

/** Adds a receipt and returns its id. */
async function receive({ id }: { id: number }, { cents, method, day }: Part): Promise<number> {
  const body = { onDay: addDays(FIRST, day), amountCents: cents, method }
  const answer = await finance.post(`/api/customer-bills/${id}/receipts`, body)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  const page: BillPage = answer.data
  return Math.max(...page.receipts.map((receipt) => receipt.id))
}

/** Runs the steps one by one and returns the final state. */
async function sequentially(parts: readonly Part[], order: readonly number[], amounts: [number, number]) {
  const { customerId, bill } = await createCustomer(...amounts)
  const receipts = new Map<number, number>()
  for (const at of order) {
    const receiptId = receipts.get(at)
    if (receiptId === undefined) receipts.set(at, await receive(bill, parts[at] as Part))
    else await reverse(bill, receiptId)
  }
  return endOf(customerId, bill)
}

/** Adds all receipts concurrently, then all reversals concurrently. */
async function concurrently(parts: readonly Part[], amounts: [number, number]) {
  const { customerId, bill } = await createCustomer(...amounts)
  await Promise.all(parts.map((one) => receive(bill, one)))
  const { receipts }: BillPage = (await finance.get(`/api/customer-bills/${bill.id}`)).data
  assert.equal(receipts.length, parts.length)
  const remaining = [...receipts]
  const wrong = parts
    .filter(({ isReversed }) => isReversed)
    .map(({ cents, method, day }) => {
      const onDay = addDays(FIRST, day)
      const at = remaining.findIndex(
        (one) => one.amountCents === cents && one.method === method && one.onDay === onDay,
      )
      return remaining.splice(at, 1)[0]?.id ?? 0
    })
  await Promise.all(wrong.map((id) => reverse(bill, id)))
  return endOf(customerId, bill)
}

async function reverse({ id }: { id: number }, receiptId: number): Promise<void> {
  const path = `/api/customer-bills/${id}/receipts/${receiptId}/reverse`
  const answer = await finance.post(path, { onDay: TODAY, reason: '录错' })
  assert.equal(answer.status, 200, answer.body.errorMessage)
}

/** Final state of the bill and the customer's account, without ids and without order within a day. */
async function endOf(customerId: number, { id }: { id: number }) {
  const page: BillPage = (await finance.get(`/api/customer-bills/${id}`)).data
  const span = `from=${FIRST}&to=${TODAY}`
  const account: Statement = (await finance.get(`/api/receivables/customers/${customerId}/statement?${span}`))
    .data
  const { receivableCents, depositCents } = (await finance.get(`/api/customers/${customerId}`)).data
  const byDay = (lines: readonly { onDay: string; what: string; amountCents: number }[]) =>
    lines.map(({ onDay, what, amountCents }) => `${onDay} ${what} ${amountCents}`).sort()
  return {
    status: page.status,
    receivedCents: page.receivedCents,
    refundableCents: page.refundableCents,
    receipts: page.receipts
      .map(({ onDay, method, amountCents, reversed }) => [onDay, method, amountCents, reversed].join(' '))
      .sort(),
    receivableCents,
    depositCents,
    closingCents: account.closingCents,
    lines: byDay(account.lines),
    depositLines: byDay(account.deposit.lines),
    depositClosingCents: account.deposit.closingCents,
  }
}

test('receipts and reversals end in the same state in any order and when sent concurrently', async () => {
  const property = fc.asyncProperty(paid, async ({ parts, orders: [one, other], left, held }) => {
    const centsOf = (which: (part: Part) => boolean) => sum(parts.filter(which).map(({ cents }) => cents))
    const amounts: [number, number] = [
      centsOf(({ method }) => method === 'deposit') + held,
      centsOf(() => true) + left,
    ]
    const end = await sequentially(parts, one, amounts)
    assert.deepEqual(await sequentially(parts, other, amounts), end)
    assert.deepEqual(await concurrently(parts, amounts), end)
    const received = centsOf(({ isReversed }) => !isReversed)
    const spent = centsOf(({ isReversed, method }) => !isReversed && method === 'deposit')
    const [depositCents, totalCents] = amounts
    assert.deepEqual(
      [end.status, end.receivedCents, end.receivableCents, end.depositCents],
      [
        received === totalCents ? 'paid' : received === 0 ? 'open' : 'partial',
        received,
        totalCents - received,
        depositCents - spent,
      ],
    )
    assert.deepEqual([end.closingCents, end.depositClosingCents], [end.receivableCents, end.depositCents])
  })
  await fc.assert(property, { numRuns: 12 })
})
