import assert from 'node:assert/strict'
import { item, jpg } from '#finance/reimbursement-bills/testClaims.ts'
import { startService } from './testBills.ts'
import { type WecomRow, wecomFile } from './testClock.ts'
import { correctionInput } from './testCorrections.ts'
import {
  CANARY,
  CANARY_CENTS,
  CANARY_MOBILE,
  createdRecord,
  type Hidden,
  type HiddenRecords,
} from './testHidden.ts'
import { type ImportWorld, taobaoFile } from './testImports.ts'
import { makeCompanyRecords, makePersonalRecords } from './testOutOfReachOfAdmins.ts'
import { day, pastFile } from './testPast.ts'
import { sheetOf } from './testSheets.ts'
import { LAST_WEEK, putWeek, putWeeks } from './testWarnings.ts'

/**
 * Creates a record of nearly every kind in company 001, out of reach of the team of `head`, of `sales` and of company
 * 002: a customer of sales2, its store in the team of head2, and what belongs to them or to admins.
 */
export async function makeOutOfReach(world: ImportWorld): Promise<HiddenRecords> {
  const people = await makePeople(world)
  const customer = await makeCustomer(world)
  const store = await makeStore(world, customer.id)
  return {
    ...people,
    '/api/customers': customer,
    '/api/stores': store,
    ...(await makeWords(world, customer.id)),
    ...(await makeDuties(world, store.id)),
    ...(await makeClock(world)),
    ...(await makeFigures(world, store.id)),
    ...(await makeMoney(world, customer.id)),
    ...(await makeClaim(world)),
    ...(await makePaymentPaper(world)),
    ...(await makeConsequences(world, { customer, store })),
    ...(await makePersonalRecords(world)),
    ...(await makeCompanyRecords(world, people)),
  }
}

async function makePeople({ as, staffId, db }: ImportWorld): Promise<HiddenRecords> {
  const person = { username: 'miyun', name: `${CANARY}客服`, role: 2, mobile: CANARY_MOBILE }
  const added = await as('admin').post('/api/staff', { ...person, parentId: staffId('head2') })
  assert.equal(added.status, 200, added.body.errorMessage)
  const row = db.selectFrom('staff').select(['id', 'version']).where('username', '=', person.username)
  const { id } = await row.executeTakeFirstOrThrow()
  const pay = { fromOn: '2026-01-05', baseSalaryCents: CANARY_CENTS, reason: CANARY }
  const paid = await as('admin').post(`/api/staff/${id}/pay`, pay)
  assert.equal(paid.status, 200, paid.body.errorMessage)
  const { version } = await row.executeTakeFirstOrThrow()
  const mySession = (await as('admin').get('/api/currentUser/sessions')).data[0]
  return {
    '/api/staff': { id, version },
    payId: { id: paid.data.items[0].id, version: 1 },
    '/api/currentUser/sessions': { id: mySession.id, version: 1 },
  }
}

async function makeCustomer({ as }: ImportWorld): Promise<Hidden> {
  const contacts = { contact: `${CANARY}王`, mobile: CANARY_MOBILE, wechat: 'miyun-wechat' }
  const contract = { contractStartOn: '2026-01-01', contractEndOn: '2027-01-01' }
  const customer = { name: `${CANARY}山房`, remark: `${CANARY}备注`, status: 'active', ...contract }
  return createdRecord(await as('sales2').post('/api/customers', { ...customer, ...contacts }))
}

async function makeStore({ as, db, staffId }: ImportWorld, customerId: Hidden['id']): Promise<Hidden> {
  const store = { customerId, platform: 'taobao', name: `${CANARY}旗舰店`, leaderId: staffId('head2') }
  const { id } = createdRecord(
    await as('admin').post('/api/stores', { ...store, status: 'serving', onlineOn: '2026-01-05' }),
  )
  await startService(db, Number(id), null)
  const terms = { fromOn: '2026-01-05', storeSalaryCents: CANARY_CENTS }
  const pricing = { model: 'fixed', monthlyCents: CANARY_CENTS }
  createdRecord(await as('admin').post(`/api/stores/${id}/terms`, { ...terms, pricing }))
  return createdRecord(await as('admin').get(`/api/stores/${id}`))
}

/** Records that follow from the customer: a duplicate merged into it, a warning for its week, its newest terms. */
async function makeConsequences(
  { as, db }: ImportWorld,
  { customer, store }: { customer: Hidden; store: Hidden },
): Promise<HiddenRecords> {
  const twin = createdRecord(await as('sales2').post('/api/customers', { name: `${CANARY}书院` }))
  const { version } = createdRecord(await as('sales2').get(`/api/customers/${customer.id}`))
  const both = { version, otherId: twin.id, otherVersion: twin.version, take: [] }
  createdRecord(await as('sales2').post(`/api/customers/${customer.id}/merge`, both))
  const merge = await db.selectFrom('customerMerge').select('id').executeTakeFirstOrThrow()
  const before = { upTo: '2026-05-04', count: 5, daily: 200 }
  await putWeeks(db, Number(store.id), before)
  await putWeek(db, Number(store.id), LAST_WEEK, Array<number>(7).fill(20))
  assert.equal((await as('admin').post('/api/warnings/run', { week: LAST_WEEK })).status, 200)
  const warning = await db
    .selectFrom('warning')
    .select(['id', 'version'])
    .where('customerId', '=', Number(customer.id))
    .executeTakeFirstOrThrow()
  const [terms] = (await as('admin').get(`/api/stores/${store.id}/terms`)).data.items
  return {
    '/api/customer-merges': { id: merge.id, version: 1 },
    '/api/warnings': warning,
    termsId: { id: terms.id, version: 1 },
  }
}

/** The customer's note, follow-up, and churn record with a measure. */
async function makeWords({ as, staffId }: ImportWorld, customerId: Hidden['id']): Promise<HiddenRecords> {
  const sales2 = as('sales2')
  const note = { text: `${CANARY}的投诉`, mentionIds: [staffId('admin')] }
  const followUp = { customerId, dueOn: '2026-05-20', text: `${CANARY}回访` }
  const risk = { customerId, detectedOn: '2026-05-18', reason: 'price', note: `${CANARY}嫌贵` }
  const churn = createdRecord(await sales2.post('/api/churn-records', risk))
  const measure = { onDay: '2026-05-19', what: `${CANARY}降价` }
  const noted = createdRecord(await sales2.post(`/api/customers/${customerId}/notes`, note))
  return {
    '/api/customer-notes': noted,
    '/api/customer-mentions': noted,
    '/api/follow-ups': createdRecord(await sales2.post('/api/follow-ups', followUp)),
    measureId: createdRecord(await sales2.post(`/api/churn-records/${churn.id}/measures`, measure)),
    '/api/churn-records': createdRecord(await sales2.get(`/api/churn-records/${churn.id}`)),
  }
}

/** The store's assignment, nick and nick claim, and a work log. */
async function makeDuties({ as, staffId }: ImportWorld, storeId: Hidden['id']): Promise<HiddenRecords> {
  const duty = { storeId, staffId: staffId('agent2'), fromOn: '2026-05-01', sharePercent: 60 }
  const assignment = createdRecord(await as('admin').post('/api/store-assignments', duty))
  const nick = { storeId, nick: `${CANARY}旗舰店:小赵`, staffId: staffId('agent2'), fromOn: '2026-05-01' }
  const account = createdRecord(await as('head2').post('/api/agent-accounts', nick))
  const claim = createdRecord(
    await as('agent2').post('/api/agent-accounts/claims', { storeId, nick: `${CANARY}旗舰店:新` }),
  )
  const log = {
    on: '2026-05-19',
    shift: 'morning',
    summary: `${CANARY}咨询多`,
    handover: `${CANARY}交接`,
    hours: 8,
  }
  const absence = { kind: 'sick', fromOn: '2026-06-20', toOn: '2026-06-21', reason: `${CANARY}看病` }
  const leave = createdRecord(await as('agent2').post('/api/leaves', absence))
  const certificate = { name: `${CANARY}.jpg`, bytes: jpg(CANARY) }
  const paper = await as('agent2').upload(`/api/leaves/${leave.id}/attachments`, certificate)
  return {
    '/api/store-assignments': assignment,
    '/api/agent-accounts': account,
    '/api/agent-accounts/claims': claim,
    '/api/worklogs': createdRecord(await as('agent2').post('/api/worklogs', { ...log, submit: true })),
    '/api/leaves': leave,
    '/api/leave-attachments': createdRecord(paper),
  }
}

/** A file of clock records and a decision on one of its days, of the team of head2. */
async function makeClock({ as, staffId }: ImportWorld): Promise<HiddenRecords> {
  const rows: WecomRow[] = [
    { on: '2026-05-14', name: '赵晓冬', punches: ['08:00', '16:00'], result: `${CANARY}外勤` },
    { on: '2026-05-14', name: `${CANARY}访客` },
  ]
  const head2 = as('head2')
  const { id, version } = createdRecord(
    await head2.upload('/api/clock/files', wecomFile(rows, `${CANARY}.csv`)),
  )
  const written = createdRecord(await head2.post(`/api/clock/files/${id}/commit`, { version }))
  const days = [{ staffId: staffId('agent2'), on: '2026-05-14', halfDays: 2 }]
  assert.equal((await head2.post('/api/clock/decisions', { taken: true, days })).status, 200)
  const [day] = (await head2.get('/api/clock/days?from=2026-05-14&to=2026-05-14&only=decided')).data.items
  return { '/api/clock/files': written, '/api/clock/decisions': { id: day.decision.id, version: 1 } }
}

/** The store's figures: imported, corrected, questioned, and in a workbook of past days; and a sheet of records. */
async function makeFigures(world: ImportWorld, storeId: Hidden['id']): Promise<HiddenRecords> {
  const { as, upload, commit } = world
  const nick = `${CANARY}旗舰店:小赵`
  const file = taobaoFile({ [nick]: [40, 40, 0] }, `${CANARY}_2026-05-15.csv`)
  const preview = await upload('agent2', file, { on: '2026-05-15', storeId: String(storeId) })
  createdRecord(preview)
  const imported = createdRecord(await commit('agent2', preview))
  const corrected = await as('head2').post('/api/figure-corrections', {
    ...(await correctionInput(
      { as },
      { storeId: Number(storeId), on: '2026-05-15', nick },
      { consultUsers: 39 },
    )),
    reason: `${CANARY}测试单`,
  })
  assert.equal(corrected.status, 200, corrected.body.errorMessage)
  const question = await as('agent2').post('/api/figure-questions', {
    subject: 'store',
    id: storeId,
    metric: 'volume',
    from: '2026-05-15',
    to: '2026-05-15',
    place: '/daily-store-report',
    shownValue: 39,
    question: `${CANARY}少了`,
  })
  const past = await as('head2').upload('/api/figure-files', pastFile([day('2026-05-14', 12)]))
  const workbook = { name: `${CANARY}.xlsx`, bytes: sheetOf([{ 客户名称: `${CANARY}新客户` }]) }
  return {
    '/api/imports': imported,
    '/api/figure-corrections': { id: corrected.data.actId, version: 1 },
    '/api/figure-questions': createdRecord(question),
    '/api/figure-files': createdRecord(past),
    '/api/record-imports': createdRecord(
      await as('sales2').upload('/api/record-imports', workbook, { entity: 'customer' }),
    ),
  }
}

/** The customer's bill with a receipt and its voucher, a bank row, and a rerate. */
async function makeMoney({ as, db }: ImportWorld, customerId: Hidden['id']): Promise<HiddenRecords> {
  const finance = as('finance')
  const lines = [{ label: `${CANARY}加班`, qty: 1, priceCents: CANARY_CENTS, taxRateBp: 600 }]
  const draft = { customerId, kind: 'adjustment', month: '2026-05', lines }
  const bill = createdRecord(await finance.post('/api/customer-bills', draft))
  createdRecord(await finance.post(`/api/customer-bills/${bill.id}/issue`, { version: bill.version }))
  const payment = { onDay: '2026-05-19', amountCents: 100, method: 'bank', note: `${CANARY}定金` }
  assert.equal((await finance.post(`/api/customer-bills/${bill.id}/receipts`, payment)).status, 200)
  const receipt = await db.selectFrom('billReceipt').select('id').executeTakeFirstOrThrow()
  const slip = { name: `${CANARY}.jpg`, bytes: jpg(`${CANARY}回单`) }
  const paper = await finance.upload(`/api/customer-bills/${bill.id}/receipts/${receipt.id}/vouchers`, slip)
  const bank = `交易日期,贷方发生额,对方户名,摘要,交易流水号\r\n2026-04-28,50.00,${CANARY}山房,,T-1`
  const sent = await finance.upload('/api/bank-rows', { name: '流水.csv', bytes: Buffer.from(bank) })
  assert.equal(sent.status, 200, sent.body.errorMessage)
  const [row] = (await finance.get('/api/bank-rows?keyword=T-1')).data.items
  const { id: storeId } = await db
    .selectFrom('store')
    .select('id')
    .where('customerId', '=', Number(customerId))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const differs = await db
    .insertInto('rerate')
    .values({
      companyCode: '001',
      storeId,
      monthOn: '2026-03-01',
      pricedAtIssueCents: 0,
      settledCents: 0,
      pricedNowCents: CANARY_CENTS,
      waivedCents: 0,
      differenceCents: CANARY_CENTS,
      state: 'pending',
      causes: [],
      since: new Date('2026-05-18T04:00:00Z'),
      updatedAt: new Date('2026-05-18T04:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    '/api/customer-bills': createdRecord(await finance.get(`/api/customer-bills/${bill.id}`)),
    '/api/customer-bills/rerates': { id: differs.id, version: 1 },
    receiptId: { id: receipt.id, version: 1 },
    '/api/bill-vouchers': createdRecord(paper),
    '/api/bank-rows': { id: row.id, version: 1 },
  }
}

/** A claim with its photo, and a payment file for the bank. */
async function makeClaim({ as, db, staffId }: ImportWorld): Promise<HiddenRecords> {
  const claim = createdRecord(
    await as('sales2').post('/api/reimbursement-bills', {
      month: '2026-05',
      title: `${CANARY}差旅`,
      items: [item({ what: `${CANARY}打车` })],
    }),
  )
  const photo = { name: `${CANARY}.jpg`, bytes: jpg(CANARY) }
  const attached = await as('sales2').upload(`/api/reimbursement-bills/${claim.id}/attachments`, photo)
  const paymentFile = { companyCode: '001', code: `DK${CANARY}`, createdAt: new Date('2026-05-18T00:00:00Z') }
  const file = await db
    .insertInto('reimbursementPayout')
    .values({ ...paymentFile, createdBy: staffId('finance') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    '/api/reimbursement-bills': claim,
    '/api/reimbursement-payouts': { id: file.id, version: 1 },
    '/api/attachments': createdRecord(attached),
  }
}

/** A voucher of a payment of claims. */
async function makePaymentPaper({ db, staffId }: ImportWorld): Promise<HiddenRecords> {
  const content = jpg(`${CANARY}付款`)
  const paid = { companyCode: '001', paymentNo: `PZ${CANARY}`, onDay: '2026-05-18' }
  const file = {
    name: `${CANARY}.jpg`,
    type: 'image/jpeg' as const,
    bytes: content.length,
    digest: Buffer.alloc(32),
  }
  const creation = { createdAt: new Date('2026-05-18T04:00:00Z'), createdBy: staffId('finance') }
  const id = 'ab'.repeat(16)
  await db
    .insertInto('voucher')
    .values({ id, content, ...paid, ...file, ...creation })
    .execute()
  return { '/api/payout-vouchers': { id, version: 1 } }
}
