import type { Database } from '#db/connect.ts'
import { nameKey } from '#kit/fields.ts'
import type { Caller, TestApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { setMonthlyPay } from '#testing/testPayroll.ts'
import { idsIn } from '#testing/testWorld.ts'
import { insertApprovedClaim, insertStoreLife, issuePaidBill } from './testMonth.ts'

const month = '2026-04'

/**
 * Creates April 2026 of the small world, whose figures are calculated by hand; returns the ids of its records. Three
 * stores of 晨曦: one in service all month, one paused after the 15th, one stopped on the 20th. One store of 宏远, in
 * service from the 11th on. A customer without a store.
 */
export async function seedApril({ as, db }: Pick<TestApp, 'as' | 'db'>) {
  const facts = await createIds(db)
  await seedStores(db, facts)
  await seedPeople(db, facts)
  await seedBills(as('finance'), facts)
  await seedUncounted(as, facts)
  await seedClaims(db, facts)
  return facts
}

type Facts = Awaited<ReturnType<typeof createIds>>

async function createIds(db: Database) {
  const ids = idsIn(db)
  const { id: storeless } = await db
    .insertInto('customer')
    .values({
      companyCode: '001',
      code: 'KH2026050009',
      name: '还没有店',
      nameKey: nameKey('还没有店'),
      ownerId: await ids.staffId('sales'),
      status: 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  return {
    bare: storeless,
    chenxi: await ids.customerId('杭州晨曦家居有限公司'),
    yuanshan: await ids.customerId('宏远数码'),
    foreign: await ids.customerId('恒月母婴'),
    tmall: await ids.storeId('晨曦家居旗舰店'),
    douyin: await ids.storeId('星澜美妆'),
    jd: await ids.storeId('宏远数码京东自营店'),
    old: await ids.storeId('晨曦旧店'),
    agent: await ids.staffId('agent'),
  }
}

async function seedStores(db: Database, { tmall, douyin, jd, old }: Facts): Promise<void> {
  await insertStoreLife(db, {
    storeId: tmall,
    states: [['2026-01-01', 'serving']],
    terms: [['2026-01-01', { model: 'fixed', monthlyCents: 300_000 }, 90_000]],
  })
  await insertStoreLife(db, {
    storeId: douyin,
    states: [
      ['2026-01-01', 'serving'],
      ['2026-04-16', 'paused'],
    ],
    terms: [['2026-01-01', { model: 'daily', dayCents: 10_000 }, 60_000]],
  })
  await insertStoreLife(db, {
    storeId: jd,
    states: [['2026-04-11', 'serving']],
    terms: [
      [
        '2026-04-01',
        { model: 'included', monthlyCents: 200_000, includedDaily: 100, overageCents: 50 },
        30_000,
      ],
    ],
  })
  await insertStoreLife(db, {
    storeId: old,
    states: [
      ['2026-01-01', 'serving'],
      ['2026-04-20', 'stopped'],
    ],
    terms: [['2026-01-01', { model: 'fixed', monthlyCents: 50_000 }, null]],
  })
}

/** A staff member with a base salary, and an agent with a commission on their sales of ¥10,000. */
async function seedPeople(db: Database, { agent, tmall }: Facts): Promise<void> {
  await setMonthlyPay(db, await idsIn(db).staffId('finance'), { baseSalaryCents: 500_000 })
  await setMonthlyPay(db, agent, { commissionRateBp: 100 })
  await db
    .insertInto('agentAccount')
    .values({ companyCode: '001', staffId: agent, storeId: tmall, nick: '晨曦:小禾', fromOn: '2026-01-01' })
    .execute()
  await db
    .insertInto('agentDaily')
    .values({
      companyCode: '001',
      storeId: tmall,
      nick: '晨曦:小禾',
      onDay: '2026-04-10',
      source: 'imported',
      salesCents: 1_000_000,
    })
    .execute()
}

async function seedBills(finance: Caller, { chenxi, yuanshan, tmall, douyin, jd }: Facts): Promise<void> {
  const deposit = { customerId: yuanshan, month, kind: 'deposit' }
  await issuePaidBill(finance, deposit, 100_000, ['2026-04-05', 100_000, 'bank'])
  const of = (customerId: number, storeId: number, kind: string) => ({ customerId, storeId, month, kind })
  await issuePaidBill(
    finance,
    of(chenxi, tmall, 'service'),
    300_000,
    ['2026-04-30', 200_000, 'bank'],
    ['2026-05-02', 100_000, 'alipay'],
  )
  await issuePaidBill(finance, of(chenxi, tmall, 'adjustment'), -5_000)
  await issuePaidBill(finance, of(chenxi, douyin, 'service'), 150_000)
  await issuePaidBill(finance, of(yuanshan, jd, 'service'), 133_333, ['2026-04-28', 40_000, 'deposit'])
  const overage = await issuePaidBill(finance, of(yuanshan, jd, 'overage'), 12_000, [
    '2026-04-29',
    12_000,
    'cash',
  ])
  const { receipts } = (await finance.get(`/api/customer-bills/${overage.id}`)).data
  await finance.post(`/api/customer-bills/${overage.id}/receipts/${receipts[0].id}/reverse`, {
    onDay: '2026-04-30',
    reason: '登错',
  })
  await issuePaidBill(finance, of(yuanshan, jd, 'commission'), 8_000)
  // A bill of the customer as a whole, with a discount of ¥1.00; the first line carries 59.99 % of it.
  await createIssuedBill(finance, chenxi, 0, {
    kind: 'extra',
    month,
    discountCents: 100,
    lines: [
      { label: '大促支援', qty: 1, priceCents: 6_000, taxRateBp: 600 },
      { label: '代付快递', qty: 1, priceCents: 4_001, taxRateBp: 0 },
    ],
  })
}

/** A draft, a void bill, a bill of another month and one of another company. */
async function seedUncounted(as: TestApp['as'], { chenxi, foreign }: Facts): Promise<void> {
  const finance = as('finance')
  await createDraft(finance, chenxi, 77_700, { month })
  const wrong = await createIssuedBill(finance, chenxi, 77_700, { month })
  await finance.post(`/api/customer-bills/${wrong.id}/void`, { version: wrong.version, reason: '开错' })
  await createIssuedBill(finance, chenxi, 77_700, { month: '2026-03' })
  await createIssuedBill(as('admin2'), foreign, 4_200, { month })
}

async function seedClaims(db: Database, { douyin, chenxi, bare: storeless }: Facts): Promise<void> {
  await insertApprovedClaim(db, month, 'approved', [
    { approvedCents: 2_500 },
    { approvedCents: 1_000, storeId: douyin },
    { approvedCents: 900, customerId: chenxi },
    { approvedCents: 700, customerId: storeless },
  ])
  await insertApprovedClaim(db, month, 'paid', [{ approvedCents: 500 }])
  await insertApprovedClaim(db, month, 'submitted', [{ approvedCents: 9_900 }])
}
