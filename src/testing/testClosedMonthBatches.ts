import { claimsOf, item, jpg, PAYMENT } from '#finance/reimbursement-bills/testClaims.ts'
import type { Answer, Caller } from './testApp.ts'
import { createDraft, createIssuedBill } from './testBills.ts'
import { assertDone, CLOSED } from './testClosedMonth.ts'
import type { Attempt } from './testClosedMonthPaths.ts'
import type { ImportWorld } from './testImports.ts'
import { day, pastFile } from './testPast.ts'

/** Workbooks of past days, cleared weeks, and logs that are approved together. */
export async function dayPaths({ as, storeId, staffId }: ImportWorld): Promise<Attempt[]> {
  const head = as('head')
  const files = '/api/figure-files'
  const send = async (on: string) => {
    const uploadedFile = await head.upload(files, pastFile([day(on, 7)]))
    assertDone(uploadedFile, 'workbook')
    return uploadedFile
  }
  const step = (file: Answer, verb: string) =>
    head.post(`${files}/${file.data.id}/${verb}`, { version: file.data.version })
  const uploaded = await send('2026-04-06')
  const committed = await step(await send('2026-04-05'), 'commit')
  assertDone(committed, 'commit')
  const cells = [{ staffId: staffId('agent'), on: '2026-04-21', entries: ['morning'], seen: [] }]
  assertDone(await head.post('/api/rosters/plan', { cells }), 'plan')
  const handed = await as('agent').post('/api/worklogs', {
    on: '2026-04-27',
    shift: 'morning',
    hours: 8,
    summary: '平稳。',
    submit: true,
  })
  assertDone(handed, 'log')
  const opening = { customerId: (await head.get(`/api/stores/${storeId('晨曦家居旗舰店')}`)).data.customerId }
  return [
    {
      route: `POST ${files}/:id/commit`,
      call: () => step(uploaded, 'commit'),
      problem: rowsOf(head, uploaded),
    },
    { route: `POST ${files}/:id/undo`, call: () => step(committed, 'undo') },
    {
      route: 'POST /api/rosters/clear',
      call: () => head.post('/api/rosters/clear', { from: '2026-04-21' }),
    },
    {
      route: 'POST /api/worklogs/approve',
      call: () =>
        head.post('/api/worklogs/approve', { logs: [{ id: handed.data.id, version: handed.data.version }] }),
      problem: ({ data }) => data.results[0].problem,
    },
    {
      route: 'POST /api/customer-bills/openings',
      call: () =>
        as('finance').post('/api/customer-bills/openings', {
          ...opening,
          kind: 'opening',
          onDay: '2024-12-10',
          amountCents: 100,
          earlierNo: 'C-1',
        }),
    },
  ]
}

/** The problem of a workbook whose rows are all in the closed month; none of them is written. */
const rowsOf = (who: Caller, file: Answer) => async () => {
  const { items } = (await who.get(`/api/figure-files/${file.data.id}/faults`)).data
  return items[0].faults[0].message
}

/** Claims and bills that are approved, paid or issued together. */
export async function batchPaths(world: ImportWorld): Promise<Attempt[]> {
  const { as } = world
  const { path, step } = claimsOf(world)
  const claim = async (verbs: [string, string][]) => {
    const items = [{ category: 'transport', onDay: '2026-04-28', amountCents: 12_300, target: 'common' }]
    const { data } = await as('agent').post(path, { month: CLOSED, title: '四月打车', items })
    let version = data.version
    for (const [who, verb] of verbs) {
      const done = await step(who, data.id, verb)
      assertDone(done, verb)
      version = done.data.version
    }
    return { id: data.id, version }
  }
  const handed = await claim([['agent', 'submit']])
  const approved = await claim([
    ['agent', 'submit'],
    ['finance', 'approve'],
  ])
  const { customerId } = (await as('admin').get(`/api/stores/${world.storeId('晨曦家居旗舰店')}`)).data
  const bill = await createDraft(as('finance'), customerId, 10_000, { month: CLOSED })
  const problem = ({ data }: Answer) => data.results[0].problem
  return [
    {
      route: `POST ${path}/approve`,
      call: () => as('finance').post(`${path}/approve`, { claims: [handed] }),
      problem,
    },
    {
      route: `POST ${path}/pay`,
      call: () => as('admin').post(`${path}/pay`, { claims: [approved], ...PAYMENT, paidOn: '2026-04-30' }),
      problem,
    },
    {
      route: 'POST /api/customer-bills/issue',
      call: () => as('finance').post('/api/customer-bills/issue', { ids: [bill.id] }),
      problem,
    },
  ]
}

/** Vouchers of a receipt and of a payment in April, and corrections of that receipt. */
export async function voucherPaths(world: ImportWorld): Promise<Attempt[]> {
  const { as, clock, storeId } = world
  const finance = as('finance')
  const { customerId } = (await as('admin').get(`/api/stores/${storeId('晨曦家居旗舰店')}`)).data
  const later = clock.now
  clock.now = new Date('2026-04-28T04:00:00Z')
  const bill = await createIssuedBill(finance, customerId, 10_000)
  const path = `/api/customer-bills/${bill.id}/receipts`
  const received = await finance.post(path, { onDay: '2026-04-28', amountCents: 100, method: 'bank' })
  assertDone(received, 'receipt')
  const { path: claims, submitted, step } = claimsOf(world)
  const claim = await submitted('agent', [item({ onDay: '2026-04-28' })], '2026-04')
  assertDone(await step('finance', claim, 'approve'), 'approve')
  clock.now = later
  assertDone(await step('admin', claim, 'pay', { ...PAYMENT, paidOn: '2026-04-29' }), 'pay')
  const file = { name: '回单.jpg', bytes: jpg('回单') }
  const [ofBill, ofPayment] = [
    `${path}/${received.data.receipts[0].id}/vouchers`,
    `${claims}/${claim}/vouchers`,
  ]
  const [slip, proof] = [await finance.upload(ofBill, file), await finance.upload(ofPayment, file)]
  for (const uploaded of [slip, proof]) assertDone(uploaded, 'voucher')
  const other = await createIssuedBill(finance, customerId, 10_000)
  const receiptId = received.data.receipts[0].id
  const again = async (verb: string, more: object) => {
    const { version } = (await finance.get(`/api/customer-bills/${bill.id}`)).data
    return finance.post(`${path}/${receiptId}/${verb}`, { version, reason: '录错', ...more })
  }
  return [
    {
      route: 'POST /api/customer-bills/:id/receipts/:receiptId/redate',
      call: () => again('redate', { day: '2026-05-02' }),
    },
    {
      route: 'POST /api/customer-bills/:id/receipts/:receiptId/move',
      call: () => again('move', { billId: other.id }),
    },
    {
      route: 'POST /api/customer-bills/:id/receipts/:receiptId/vouchers',
      call: () => finance.upload(ofBill, file),
    },
    {
      route: 'DELETE /api/bill-vouchers/:id',
      call: () => finance.delete(`/api/bill-vouchers/${slip.data.id}`),
    },
    { route: `POST ${claims}/:id/vouchers`, call: () => finance.upload(ofPayment, file) },
    {
      route: 'DELETE /api/payout-vouchers/:id',
      call: () => finance.delete(`/api/payout-vouchers/${proof.data.id}`),
    },
  ]
}
