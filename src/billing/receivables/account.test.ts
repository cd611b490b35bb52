import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { addDays } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { issueBill, setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Statement } from './contract.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const { customerId } = idsIn(db)
const chenxi = await customerId('杭州晨曦家居有限公司')
const yuanshan = await customerId('宏远数码')
const finance = as('finance')
const FIRST = '2026-05-01'
const LAST = '2026-05-31'
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const bills: BillPage[] = []

/** A random operation on a day. It may be rejected; the account must stay consistent in either case. */
interface Operation {
  day: number
  verb: 'bill' | 'deposit' | 'receive' | 'byDeposit' | 'reverse' | 'refund' | 'void'
  which: number
  cents: number
}

async function perform({ day, verb, which, cents }: Operation): Promise<void> {
  const onDay = addDays(FIRST, day)
  await setClockTo(world, onDay)
  if (verb === 'bill' || verb === 'deposit') {
    const kind = verb === 'bill' ? 'adjustment' : 'deposit'
    bills.push(await issueBill(finance, chenxi, cents, { kind }))
    return
  }
  const target = bills[which % Math.max(bills.length, 1)]
  if (!target) return
  const { version, receipts }: BillPage = (await finance.get(url(target.id))).data
  const reason = '核对'
  if (verb === 'void') await finance.post(url(target.id, '/void'), { version, reason })
  else if (verb === 'refund') {
    const refund = await finance.post(url(target.id, '/refund'), { version, reason, amountCents: cents })
    if (refund.status === 200) bills.push(refund.data)
  } else if (verb === 'reverse') {
    const receiptId = receipts.find(({ reversed, reversesId }) => !reversed && !reversesId)?.id ?? 1
    await finance.post(url(target.id, `/receipts/${receiptId}/reverse`), { onDay, reason })
  } else {
    const method = verb === 'byDeposit' ? 'deposit' : 'bank'
    // Receipts may be dated up to three days before they are entered.
    const receivedOn = addDays(onDay, -(cents % 4))
    await finance.post(url(target.id, '/receipts'), { onDay: receivedOn, amountCents: cents, method })
  }
}

const statement = async (from: string, to: string): Promise<Statement> =>
  (await finance.get(`/api/receivables/customers/${chenxi}/statement?from=${from}&to=${to}`)).data

async function assertConsistent(cut: number): Promise<void> {
  await setClockTo(world, LAST)
  const middle = addDays(FIRST, cut)
  const fullStatement = await statement('2026-04-01', LAST)
  const [before, after] = [await statement('2026-04-01', middle), await statement(addDays(middle, 1), LAST)]
  for (const one of [fullStatement, before, after]) {
    assert.equal(one.closingCents, one.openingCents + sum(one.lines.map(({ amountCents }) => amountCents)))
    assert.equal(one.closingCents, one.openingCents + one.billedCents + one.settledCents)
    assert.equal(one.closingCents, one.lines.at(-1)?.balanceCents ?? one.openingCents)
    const { data } = await finance.get(`/api/receivables?on=${one.to}`)
    const row = data.items.find(({ id }: { id: number }) => id === chenxi)
    assert.equal((row?.owedCents ?? 0) + (row?.creditCents ?? 0), one.closingCents, one.to)
    assert.equal(row?.depositCents ?? 0, one.deposit.closingCents, one.to)
    assert.equal(one.deposit.closingCents, one.deposit.lines.at(-1)?.balanceCents ?? one.deposit.openingCents)
    assert.ok(one.deposit.closingCents >= 0 || one.to !== LAST)
  }
  // The month's accounts must reconcile and end with the closing balances of the statement.
  const ending = async (what: string) => {
    const { items, gaps } = (await finance.get(`/api/receivables/${what}?month=2026-05&pageSize=100`)).data
    assert.deepEqual(gaps, [], what)
    const row = items.find(({ id }: { id: number }) => id === chenxi)
    return (row?.closingCents ?? 0) + (row?.creditCents ?? 0)
  }
  assert.equal(await ending('roll'), fullStatement.closingCents)
  assert.equal(await ending('deposits'), fullStatement.deposit.closingCents)
  assert.deepEqual(
    [before.closingCents, before.deposit.closingCents],
    [after.openingCents, after.deposit.openingCents],
  )
  assert.deepEqual([...before.lines, ...after.lines], fullStatement.lines)
  assert.deepEqual([...before.deposit.lines, ...after.deposit.lines], fullStatement.deposit.lines)
  assert.equal(
    (await finance.get(`/api/customers/${chenxi}`)).data.receivableCents,
    fullStatement.closingCents,
  )
}

test('after random operations the closing balance equals opening plus movements, and no deposit is overdrawn', async () => {
  const operation: fc.Arbitrary<Operation> = fc.record({
    day: fc.integer({ min: 0, max: 30 }),
    verb: fc.constantFrom<Operation['verb']>(
      ...(['bill', 'bill', 'deposit', 'receive', 'receive', 'receive'] as const),
      ...(['byDeposit', 'byDeposit', 'reverse', 'refund', 'void'] as const),
    ),
    which: fc.nat({ max: 30 }),
    cents: fc.constantFrom(1, 3, 250, 500, 1_000),
  })
  const days = fc.array(operation, { minLength: 6, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(days, fc.integer({ min: 0, max: 29 }), async (operations, cut) => {
      for (const one of operations.toSorted((a, b) => a.day - b.day)) await perform(one)
      await assertConsistent(cut)
    }),
    { numRuns: 6 },
  )
  assert.ok(bills.length > 8)
})

test('fifty concurrent receipts use no more of a deposit than is held', async () => {
  await setClockTo(world, LAST)
  const deposit = await issueBill(finance, yuanshan, 10_000, { kind: 'deposit' })
  const onDay = LAST
  await finance.post(url(deposit.id, '/receipts'), { onDay, amountCents: 10_000, method: 'bank' })
  const owing: BillPage[] = []
  for (let n = 0; n < 50; n += 1) owing.push(await issueBill(finance, yuanshan, 1_000))
  const answers = await Promise.all(
    owing.map(({ id }) =>
      finance.post(url(id, '/receipts'), { onDay, amountCents: 1_000, method: 'deposit' }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  assert.equal((await finance.get(`/api/customers/${yuanshan}`)).data.depositCents, 0)
})

test('database triggers reject overdrawing a deposit by use, reversal or refund', async () => {
  const deposit = await issueBill(finance, yuanshan, 500, { kind: 'deposit' })
  await finance.post(url(deposit.id, '/receipts'), { onDay: LAST, amountCents: 500, method: 'bank' })
  const bill = await issueBill(finance, yuanshan, 9_000)
  const receipt = (billId: number, cents: number, method: string) =>
    sql`insert into bill_receipt (company_code, bill_id, on_day, amount_cents, method, created_at, created_by)
      values ('001', ${billId}, ${LAST}, ${cents}, ${method}, now(), 1)`.execute(db)
  await assert.rejects(receipt(bill.id, 501, 'deposit'), /more of a deposit than is held/)
  await assert.rejects(receipt(deposit.id, -501, 'bank'), /more of a deposit than is held/)
  await receipt(bill.id, 500, 'deposit')
  await assert.rejects(receipt(bill.id, 1, 'deposit'), /more of a deposit than is held/)
  const insertion = sql`with draft as (
      insert into customer_bill (company_code, customer_id, kind, month_on, from_on, to_on, total_cents, relates_to_id,
        created_at, updated_at)
      values ('001', ${yuanshan}, 'refund', '2026-05-01', '2026-05-01', '2026-05-31', -1, ${deposit.id}, now(), now())
      returning id)
    select id from draft`
  const id = (await insertion.execute(db)).rows[0] as { id: number }
  await assert.rejects(
    sql`update customer_bill set status = 'open', code = 'X', issued_on = ${LAST}, due_on = ${LAST}
      where id = ${id.id}`.execute(db),
    /more of a deposit than is held/,
  )
})
