import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Ties } from './rules.ts'

// Golden case A of domain-2, section 3, with real documents, in company 002, whose books begin in May 2026.

const world = await testApp(seedWorld)
const { as, db } = world
const admin = as('admin2')
const hengyue = await idsIn(db).customerId('恒月母婴')
await db.updateTable('company').set({ booksFrom: '2026-05-01' }).where('code', '=', '002').execute()
const { checks, close, get, waiveAll, url } = closingsOf(world)

const path = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const done = async (answer: ReturnType<typeof admin.post>): Promise<BillPage> => {
  const { status, data, body } = await answer
  assert.equal(status, 200, body.errorMessage)
  return data
}
const receive = (id: number, onDay: string, amountCents: number, method = 'bank') =>
  done(admin.post(path(id, '/receipts'), { onDay, amountCents, method, beforeIssue: true }))
const bill = (day: string, kind: string, month: string, cents: number) =>
  setClockTo(world, day).then(() => createIssuedBill(admin, hengyue, cents, { kind, month }))

const read = async (what: string, month: string) => {
  const { status, data, body } = await admin.get(`/api/receivables/${what}?month=${month}`)
  assert.equal(status, 200, body.errorMessage)
  return data
}

/** Figures of 应收: opening, billed, received, by deposit, reduced, closing, 待退. */
async function roll(month: string): Promise<number[]> {
  const { items, sums, gaps } = await read('roll', month)
  assert.deepEqual(gaps, [], month)
  const figures = (row: typeof sums) => [
    row.openingCents,
    row.billedCents,
    row.receivedCents,
    row.byDepositCents,
    row.reducedCents,
    row.closingCents,
    row.creditCents,
  ]
  assert.deepEqual(figures(sums), figures(items[0]), 'one customer is all')
  return figures(sums)
}

/** Figures of 收入到应收: revenue, U before and after, D before and after, billed. */
async function bridge(month: string): Promise<number[]> {
  const { sums } = await read('bridge', month)
  return [
    sums.revenueCents,
    sums.unbilledBeforeCents,
    sums.unbilledAfterCents,
    sums.aheadBeforeCents,
    sums.aheadAfterCents,
    sums.billedCents,
  ]
}

/** Figures of 押金: opening, received, refunded, used, closing. */
async function deposits(month: string): Promise<number[]> {
  const { sums } = await read('deposits', month)
  return [sums.openingCents, sums.receivedCents, sums.refundedCents, sums.usedCents, sums.closingCents]
}

const tiesOf = async (month: string) => (await checks('admin2', month)).find(({ item }) => item === 'ties')

await setClockTo(world, '2026-05-04')
const opening = await done(
  admin.post('/api/customer-bills/openings', {
    customerId: hengyue,
    kind: 'opening',
    onDay: '2026-04-30',
    amountCents: 500_000,
  }),
)
const deposit = await bill('2026-05-05', 'deposit', '2026-05', 300_000)
const extra = await bill('2026-05-20', 'extra', '2026-05', 120_000)
await receive(opening.id, '2026-05-08', 500_000)
await receive(deposit.id, '2026-05-10', 300_000)
const service = await bill('2026-06-03', 'service', '2026-05', 1_550_000)
await setClockTo(world, '2026-06-12')
await receive(service.id, '2026-06-12', 1_250_000)
await receive(service.id, '2026-06-12', 300_000, 'deposit')

test('核销 needs an admin and a reason, not before the issue day; it settles the bill and is no payment', async () => {
  await setClockTo(world, '2026-06-18')
  const send = (who: string, more: object) =>
    as(who).post(path(extra.id, '/writeoff'), {
      version: extra.version,
      onDay: '2026-06-18',
      amountCents: 120_000,
      reason: '客户失联',
      ...more,
    })
  const refused = async (more: object, code: string, message: string | object) => {
    const { body, data } = await send('admin2', more)
    assert.deepEqual([body.errorCode, data?.fields ?? body.errorMessage], [code, message])
  }
  await refused({ reason: '' }, 'INVALID', { reason: '核销须由管理员写明理由。' })
  await refused({ reason: undefined }, 'INVALID', { reason: '核销须由管理员写明理由。' })
  await refused({ amountCents: 120_001 }, 'INVALID', { amountCents: '最多还可登记 ¥1,200.00。' })
  await refused({ onDay: '2026-05-19' }, 'INVALID', { onDay: '核销日期不能早于出账日期 2026-05-20。' })
  await refused({ onDay: '2026-06-19' }, 'INVALID', { onDay: '日期不能晚于今天。' })
  const before = await admin.get(
    `${path(extra.id, '/writeoff/consequences')}?onDay=2026-06-18&amountCents=120000`,
  )
  assert.deepEqual(
    before.data.items.slice(0, 2).map(({ label }: { label: string }) => label),
    ['计为坏账', '账单状态'],
  )
  const { status, data } = await send('admin2', {})
  assert.equal(status, 200)
  assert.deepEqual(
    [data.status, data.receivedCents, data.writtenOffCents, data.refundableCents],
    ['paid', 0, 120_000, 0],
  )
  assert.deepEqual(
    [data.receipts[0].method, data.receipts[0].reason, data.receipts[0].reversesId],
    ['writeoff', '客户失联', null],
  )
  const log = (await admin.get(`/api/audit-logs?entity=customer-bill&recordId=${extra.id}`)).data.items[0]
  assert.equal(log.action, 'write-off')
})

test('finance gets 403 for a write-off, and deposits cannot be written off', async () => {
  const openBill = await createIssuedBill(as('finance'), await idsIn(db).customerId('宏远数码'), 5_000)
  const sent = { version: openBill.version, onDay: '2026-06-18', amountCents: 5_000, reason: '无法收回' }
  const denied = await as('finance').post(path(openBill.id, '/writeoff'), sent)
  assert.deepEqual([denied.status, denied.body.errorMessage], [403, '核销须由管理员写明理由。'])
  const depositBill = await createIssuedBill(as('finance'), openBill.customerId, 5_000, { kind: 'deposit' })
  const refusal = await as('admin').post(path(depositBill.id, '/writeoff'), {
    ...sent,
    version: depositBill.version,
  })
  assert.equal(refusal.body.errorMessage, '押金账单不能核销；没有收到的押金请作废。')
  const byReceipt = await as('admin').post(path(openBill.id, '/receipts'), {
    onDay: '2026-06-18',
    amountCents: 1,
    method: 'writeoff',
  })
  assert.equal(byReceipt.body.errorCode, 'INVALID')
})

test('golden case A: 应收, 收入到应收 and 押金 of May and June reconcile', async () => {
  await bill('2026-06-28', 'service', '2026-07', 900_000)
  await bill('2026-07-02', 'service', '2026-06', 1_400_000)
  assert.deepEqual(await roll('2026-05'), [500_000, 420_000, 800_000, 0, 0, 120_000, 0])
  assert.deepEqual(await roll('2026-06'), [120_000, 2_450_000, 1_250_000, 300_000, 120_000, 900_000, 0])
  assert.deepEqual(await bridge('2026-05'), [1_670_000, 0, 1_550_000, 0, 0, 120_000])
  assert.deepEqual(await bridge('2026-06'), [1_400_000, 1_550_000, 1_400_000, 0, 900_000, 2_450_000])
  assert.deepEqual(await deposits('2026-05'), [0, 300_000, 0, 0, 300_000])
  assert.deepEqual(await deposits('2026-06'), [300_000, 0, 0, 300_000, 0])
  const { money } = await read('roll', '2026-06')
  assert.deepEqual(money, [{ method: 'bank', cents: 1_250_000 }])
})

test('a write-off is a cost of its month, changes neither cash nor revenue, and is undone by a reversal', async () => {
  const { sums } = await get('admin2', '2026-06')
  assert.deepEqual(
    [sums.revenueCents, sums.cashCents, sums.badDebtCents, sums.grossCents],
    [1_400_000, 1_550_000, 120_000, 1_280_000],
  )
  const customers = await admin.get(`${url('2026-06', '/parts')}?by=customer`)
  assert.deepEqual(
    customers.data.items.map(({ badDebtCents, grossCents }: { badDebtCents: number; grossCents: number }) => [
      badDebtCents,
      grossCents,
    ]),
    [[120_000, 1_280_000]],
  )
  const { receipts } = (await admin.get(path(extra.id))).data as BillPage
  const undone = await done(
    admin.post(path(extra.id, `/receipts/${receipts[0]?.id}/reverse`), {
      onDay: '2026-07-02',
      reason: '又收到了',
    }),
  )
  assert.deepEqual([undone.status, undone.writtenOffCents], ['open', 0])
  assert.equal((await get('admin2', '2026-07')).sums.badDebtCents, -120_000)
  assert.deepEqual(await roll('2026-07'), [900_000, 1_400_000, 0, 0, -120_000, 2_420_000, 0])
  const again = { version: undone.version, onDay: '2026-07-02', amountCents: 120_000, reason: '客户失联' }
  await done(admin.post(path(extra.id, '/writeoff'), again))
  assert.deepEqual(await roll('2026-07'), [900_000, 1_400_000, 0, 0, 0, 2_300_000, 0])
})

test('closing a month saves all its accounts, and the next month opens with them', async () => {
  const closed = await close('admin2', '2026-05')
  assert.equal(closed.status, 200, closed.body.errorMessage)
  const row = await db.selectFrom('monthlySnapshot').selectAll().executeTakeFirstOrThrow()
  const { ties } = row.content as unknown as { ties: Ties }
  assert.deepEqual(
    ties.roll.map(({ customerId, closingCents }) => [customerId, closingCents]),
    [[hengyue, 120_000]],
  )
  assert.equal('ties' in (row.head as object), false, 'lists of months read the head without them')
  assert.equal((await read('roll', '2026-05')).kept, true)
  assert.deepEqual(await roll('2026-05'), [500_000, 420_000, 800_000, 0, 0, 120_000, 0])
  assert.equal((await tiesOf('2026-06'))?.done, true)
})

test('accounts that do not reconcile block the closing, name customer and bill, and cannot be waived', async () => {
  const ahead = (await admin.get('/api/customer-bills?month=2026-07&kind=service')).data.items[0] as BillPage
  const setReceived = (receivedCents: number, status: BillPage['status']) =>
    db.updateTable('customerBill').set({ receivedCents, status }).where('id', '=', ahead.id).execute()
  await setReceived(100, 'partial')
  const item = await tiesOf('2026-06')
  assert.deepEqual(
    [item?.done, item?.waivable, item?.count, item?.examples, item?.link],
    [false, false, 2, [`恒月母婴 ${ahead.code}`], '/customer-bill-management/ageing/ties?month=2026-06'],
  )
  const { gaps } = await read('roll', '2026-06')
  assert.deepEqual(
    gaps.map(({ tie, cents, bills }: { tie: string; cents: number; bills: string[] }) => [tie, cents, bills]),
    [
      ['bill', 100, [ahead.code]],
      ['receivable', 100, [ahead.code]],
    ],
  )
  const waived = [...(await waiveAll('admin2', '2026-06')), { item: 'ties', reason: '先结' }]
  const refused = await close('admin2', '2026-06', { waived })
  assert.deepEqual(
    [refused.status, refused.body.errorMessage],
    [409, '应收、预收、收入或押金对不上，不能结账；哪位客户、哪张账单，见“应收核对”。'],
  )
  await setReceived(0, 'open')
  assert.equal((await tiesOf('2026-06'))?.done, true)
})

test('a customer whose opening balance differs from the last snapshot is reported', async () => {
  // Disables the triggers that protect issued bills.
  const issuedOn = async (day: string) => {
    await sql`alter table customer_bill disable trigger user`.execute(db)
    await db.updateTable('customerBill').set({ issuedOn: day }).where('id', '=', extra.id).execute()
    await sql`alter table customer_bill enable trigger user`.execute(db)
  }
  await issuedOn('2026-06-20')
  const { gaps } = await read('roll', '2026-06')
  assert.deepEqual(
    gaps.map(({ tie, customerName, cents }: { tie: string; customerName: string; cents: number }) => [
      tie,
      customerName,
      cents,
    ]),
    [['opening', '恒月母婴', -120_000]],
  )
  await issuedOn('2026-05-20')
})

test('a payment before its bill is issued is 预收 until the issue day', async () => {
  const early = await bill('2026-07-10', 'extra', '2026-07', 40_000)
  await receive(early.id, '2026-06-30', 40_000)
  const of = async (month: string) => {
    const { sums, gaps } = await read('roll', month)
    assert.deepEqual(gaps, [])
    return [sums.advanceOpeningCents, sums.advanceInCents, sums.advanceUsedCents, sums.advanceClosingCents]
  }
  assert.deepEqual(await of('2026-06'), [0, 40_000, 0, 40_000])
  assert.deepEqual(await of('2026-07'), [40_000, 0, 40_000, 0])
  assert.equal((await read('roll', '2026-07')).sums.receivedCents, 40_000)
  assert.equal((await read('roll', '2026-06')).sums.receivedCents, 1_250_000)
})

test('a void bill of a closed month counts until it is voided; one of an open month never counts', async () => {
  const wrong = await bill('2026-07-10', 'extra', '2026-07', 7_700)
  await done(admin.post(path(wrong.id, '/void'), { version: wrong.version, reason: '开错' }))
  assert.equal((await read('roll', '2026-07')).sums.reducedCents, 0)
  const closed = await close('admin2', '2026-06')
  assert.equal(closed.status, 200, closed.body.errorMessage)
  const ahead = (await admin.get('/api/customer-bills?month=2026-07&kind=service')).data.items[0] as BillPage
  await setClockTo(world, '2026-08-05')
  await done(admin.post(path(ahead.id, '/void'), { version: ahead.version, reason: '不再服务' }))
  assert.deepEqual(await roll('2026-06'), [120_000, 2_450_000, 1_250_000, 300_000, 120_000, 900_000, 0])
  // The void counts in the bill's service month, which loses the revenue.
  const { sums, gaps } = await read('roll', '2026-07')
  assert.deepEqual([sums.reducedCents, sums.closingCents, gaps], [900_000, 1_400_000, []])
  assert.deepEqual(await bridge('2026-07'), [40_000, 1_400_000, 0, 900_000, 0, 540_000])
  const statement = (
    await admin.get(`/api/receivables/customers/${hengyue}/statement?from=2026-05-01&to=2026-08-05`)
  ).data
  assert.deepEqual(
    statement.lines
      .filter(({ what }: { what: string }) => what === 'void')
      .map(({ onDay, amountCents }: { onDay: string; amountCents: number }) => [onDay, amountCents]),
    [['2026-07-31', -900_000]],
  )
  assert.equal(statement.closingCents, 1_400_000)
  const ageing = async (on: string) => (await admin.get(`/api/receivables?on=${on}`)).data.sums.owedCents
  assert.deepEqual([await ageing('2026-06-30'), await ageing('2026-07-31')], [900_000, 1_400_000])
})

test('the accounts need permission to charge and contain only companies in scope', async () => {
  for (const what of ['roll', 'bridge', 'deposits']) {
    for (const who of ['sales', 'head', 'agent']) {
      assert.equal((await as(who).get(`/api/receivables/${what}?month=2026-05`)).status, 403, who)
    }
    const ownRows = await as('finance').get(`/api/receivables/${what}?month=2026-05`)
    assert.ok(!JSON.stringify(ownRows.data).includes('恒月母婴'))
    const future = await admin.get(`/api/receivables/${what}?month=2027-05`)
    assert.deepEqual(future.data.fields, { month: '日期不能晚于今天。' })
  }
  const { total, items } = (await as('admin').get('/api/receivables/roll?month=2026-05&companyCode=002')).data
  assert.deepEqual([total, items[0].companyCode], [1, '002'])
})
