import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { insertSales, insertWorkDays, setMonthlyPay, setStoreSalary } from '#testing/testPayroll.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { payrollOfMonth } from './queries.ts'

const { db } = await testApp(seedWorld)
const ids = idsIn(db)
const [tmall, douyin] = [await ids.storeId('晨曦家居旗舰店'), await ids.storeId('星澜美妆')]
const [agent, agent3, finance] = [
  await ids.staffId('agent'),
  await ids.staffId('agent3'),
  await ids.staffId('finance'),
]
const reviewerId = await ids.staffId('head')
await setStoreSalary(db, tmall, 310_000)
await setStoreSalary(db, douyin, 62_000)
await setMonthlyPay(db, agent, { baseSalaryCents: 400_000, seniorityPayCents: 10_000, commissionRateBp: 100 })
await setMonthlyPay(db, finance, { baseSalaryCents: 800_000 })

const may = () => payrollOfMonth(db, { companyCode: '001', month: '2026-05' })

test('returns shares by store and agent, and other pay by person', async () => {
  await insertWorkDays(db, { staffId: agent, reviewerId }, ['2026-05-04', '2026-05-31'], 21)
  await insertSales(db, { staffId: agent, storeId: tmall, onDay: '2026-05-12' }, 123_450)
  const { shares, others } = await may()
  assert.deepEqual(
    shares.filter(({ salaryCents }) => salaryCents > 0),
    [
      { storeId: tmall, staffId: agent, salaryCents: 310_000, commissionCents: 1_235 },
      { storeId: douyin, staffId: agent3, salaryCents: 62_000, commissionCents: 0 },
    ],
  )
  // The 28 days of the roster are owed; in the week before, Friday is a holiday, followed by the weekend.
  assert.deepEqual(others, [
    { staffId: agent, cents: 310_000 },
    { staffId: finance, cents: 800_000 },
  ])
})

test('returns pay per month and company', async () => {
  assert.deepEqual((await payrollOfMonth(db, { companyCode: '002', month: '2026-05' })).shares, [])
  const { shares } = await payrollOfMonth(db, { companyCode: '001', month: '2025-12' })
  assert.deepEqual(shares, [])
})
