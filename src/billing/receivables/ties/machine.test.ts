import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { taxRateOf } from '#billing/customer-bills/rules.ts'
import { addDays, lastDayOf, monthAfter, monthBefore, monthOf } from '#kit/calendar.ts'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { findSnapshotTies, readTies } from './queries.ts'

// Random operations over four months. Each month is closed early in the next one: every closing must reconcile, and a
// closed month must not change afterwards.

const world = await testApp(seedWorld)
const { as, db } = world
const admin = as('admin2')
const companyCode = '002'
const customerId = await idsIn(db).customerId('恒月母婴')
await db.updateTable('company').set({ booksFrom: '2026-05-01' }).where('code', '=', companyCode).execute()
const { close } = closingsOf(world)

const FIRST = '2026-05-01'
/** A month is closed after this many days of the next month. */
const CLOSED_ON = 6
const path = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const reason = '核对'

interface Operation {
  /** Days to advance before the operation. */
  wait: number
  verb:
    | 'bill'
    | 'back'
    | 'ahead'
    | 'deposit'
    | 'receive'
    | 'byDeposit'
    | 'reverse'
    | 'refund'
    | 'void'
    | 'lose'
    | 'redate'
  which: number
  cents: number
}

const bills: number[] = []

async function make(kind: string, month: string, cents: number): Promise<void> {
  const line = { label: '服务', qty: 1, priceCents: cents, taxRateBp: taxRateOf(kind) }
  const draft = await admin.post('/api/customer-bills', { customerId, kind, month, lines: [line] })
  if (draft.status !== 200) return
  const { id, version } = draft.data
  const issued = await admin.post(path(id, '/issue'), { version })
  if (issued.status === 200) bills.push(id)
}

async function perform(operation: Operation, today: string): Promise<void> {
  const { verb, which, cents } = operation
  const month = monthOf(today)
  if (verb === 'bill') return make('extra', month, cents)
  if (verb === 'back') return make('adjustment', monthBefore(month), which % 2 === 0 ? cents : -cents)
  if (verb === 'ahead') return make('service', monthAfter(month), cents)
  if (verb === 'deposit') return make('deposit', month, cents)
  const id = bills[which % Math.max(bills.length, 1)]
  if (id !== undefined) await changeBill(id, operation, today)
}

/** Performs an operation on an existing bill. */
async function changeBill(id: number, { verb, which, cents }: Operation, today: string): Promise<void> {
  const { version, receipts }: BillPage = (await admin.get(path(id))).data
  // Receipts may be dated some days before they are entered, also before their bill is issued.
  const onDay = addDays(today, -(which % 9))
  const receiptId = receipts.find(({ reversed, reversesId }) => !reversed && reversesId === null)?.id ?? 1
  if (verb === 'void') await admin.post(path(id, '/void'), { version, reason })
  else if (verb === 'lose')
    await admin.post(path(id, '/writeoff'), { version, onDay, amountCents: cents, reason })
  else if (verb === 'reverse') await admin.post(path(id, `/receipts/${receiptId}/reverse`), { onDay, reason })
  else if (verb === 'redate') {
    await admin.post(path(id, `/receipts/${receiptId}/redate`), { version, day: onDay, reason })
  } else if (verb === 'refund') {
    const refund = await admin.post(path(id, '/refund'), { version, reason, amountCents: cents })
    if (refund.status === 200) bills.push(refund.data.id)
  } else {
    const method = verb === 'byDeposit' ? 'deposit' : 'bank'
    await admin.post(path(id, '/receipts'), {
      onDay,
      amountCents: cents,
      method,
      beforeIssue: true,
      beforeIssueReason: '预付',
    })
  }
}

const closed: string[] = []

async function closeUpTo(today: string): Promise<void> {
  for (;;) {
    const month = closed.length === 0 ? monthOf(FIRST) : monthAfter(closed.at(-1) ?? '')
    if (today < addDays(lastDayOf(month), CLOSED_ON)) return
    const answer = await close('admin2', month)
    assert.equal(answer.status, 200, `${month}: ${answer.body.errorMessage}`)
    closed.push(month)
  }
}

test('every month closes with accounts that reconcile, and a closed month does not change', async () => {
  const operation: fc.Arbitrary<Operation> = fc.record({
    wait: fc.integer({ min: 0, max: 3 }),
    verb: fc.constantFrom<Operation['verb']>(
      ...(['bill', 'bill', 'back', 'ahead', 'ahead', 'deposit', 'receive', 'receive', 'receive'] as const),
      ...(['byDeposit', 'reverse', 'refund', 'void', 'void', 'lose', 'redate'] as const),
    ),
    which: fc.nat({ max: 60 }),
    cents: fc.constantFrom(3, 250, 500, 500, 1_000),
  })
  const operations = fc.array(operation, { minLength: 90, maxLength: 90 })
  // A single run, without shrinking, because its writes stay in the database.
  await fc.assert(fc.asyncProperty(operations, runThrough), { numRuns: 1, endOnFailure: true })
})

async function runThrough(operations: readonly Operation[]): Promise<void> {
  let today = FIRST
  for (const one of operations) {
    today = addDays(today, one.wait)
    if (monthOf(today) > '2026-08') break
    await setClockTo(world, today)
    await closeUpTo(today)
    await perform(one, today)
  }
  await setClockTo(world, '2026-09-20')
  await closeUpTo('2026-09-20')
  assert.ok(closed.length >= 4, closed.join())
  for (const month of closed) {
    const snapshot = await findSnapshotTies(db, { companyCode, month })
    assert.deepEqual(await readTies(db, { companyCode, month }), snapshot, month)
  }
}
