import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { insertSales, insertWorkDays, setMonthlyPay, setStoreSalary } from '#testing/testPayroll.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { PayPage, PayRow } from './contract.ts'
import { freezePayroll, payrollOfMonth } from './queries.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const admin = as('admin')
clock.now = new Date('2026-06-02T04:00:00Z')
const [tmall, douyin, foreign] = await Promise.all(
  ['晨曦家居旗舰店', '星澜美妆', '恒月母婴'].map(ids.storeId),
)
const [agent, agent3, finance, foreigner] = await Promise.all(
  ['agent', 'agent3', 'finance', 'sales-b'].map(ids.staffId),
)
const reviewerId = await ids.staffId('head')
await setStoreSalary(db, tmall ?? 0, 310_000)
await setStoreSalary(db, douyin ?? 0, 62_000)
await setStoreSalary(db, foreign ?? 0, 100_000, '002')
await setMonthlyPay(db, agent ?? 0, {
  baseSalaryCents: 400_000,
  seniorityPayCents: 10_000,
  commissionRateBp: 100,
})
await setMonthlyPay(db, finance ?? 0, { baseSalaryCents: 800_000 })
await setMonthlyPay(db, foreigner ?? 0, { baseSalaryCents: 500_000 })
await insertWorkDays(db, { staffId: agent ?? 0, reviewerId }, ['2026-05-04', '2026-05-31'], 21)
await insertSales(db, { staffId: agent ?? 0, storeId: tmall ?? 0, onDay: '2026-05-12' }, 123_450)

const list = async (query = 'month=2026-05', who = admin) =>
  (await who.get(`/api/reports/payroll?${query}`)).data
const rowOf = async (staffId: number | undefined, query?: string): Promise<PayRow | undefined> =>
  (await list(query)).items.find((row: PayRow) => row.staffId === staffId)
const pageOf = async (staffId = agent, month = '2026-05'): Promise<PayPage> =>
  (await admin.get(`/api/reports/payroll/${staffId}?month=${month}`)).data
const correct = (more: object, who = admin) =>
  who.post('/api/reports/payroll/corrections', { staffId: agent, month: '2026-05', reason: '补发', ...more })
const reverse = (id: number | undefined, who = admin) =>
  who.post(`/api/reports/payroll/corrections/${id}/reverse`, { reason: '登错了' })

test('a row contains base pay by attendance, seniority, stores, commission, total and the difference to last month', async () => {
  const row = await rowOf(agent)
  assert.deepEqual(
    [row?.baseCents, row?.seniorityCents, row?.storeCents, row?.commissionCents, row?.correctionCents],
    [300_000, 10_000, 310_000, 1_235, 0],
  )
  assert.deepEqual([row?.attendedDays, row?.owedDays, row?.measured], [21, 28, true])
  assert.equal(row?.totalCents, 621_235)
  // April has no roster and no logs: working days of the assignment are owed, none is attended.
  const april = await rowOf(agent, 'month=2026-04')
  assert.deepEqual([april?.baseCents, april?.owedDays, april?.measured], [0, 21, true])
  assert.equal(row?.changeCents, 621_235 - (april?.totalCents ?? 0))
})

test('the list has totals, sorts, searches by name and defaults to last month', async () => {
  const { items, totals, total, beforeCents } = await list('month=2026-05&companyCode=001')
  assert.equal(total, items.length)
  assert.equal(
    totals.totalCents,
    items.reduce((sum: number, row: PayRow) => sum + row.totalCents, 0),
  )
  assert.deepEqual(
    items.slice(0, 3).map((row: PayRow) => row.staffId),
    [finance, agent, agent3],
  )
  const april = await list('month=2026-04&companyCode=001')
  assert.equal(april.totals.totalCents, beforeCents)
  assert.equal((await list('')).month, '2026-05')
  assert.deepEqual(
    (await list('month=2026-05&keyword=周小禾')).items.map((row: PayRow) => row.staffId),
    [agent],
  )
  assert.deepEqual(
    (await list('month=2026-05&only=absent&sort=staffName')).items
      .map((row: PayRow) => row.staffId)
      .includes(agent),
    true,
  )
})

test("a person's month lists stores, terms and days", async () => {
  const page = await pageOf()
  const [store] = page.storeLines
  assert.equal(store?.storeName, '晨曦家居旗舰店')
  assert.deepEqual(store?.commissions, [{ salesCents: 123_450, rateBp: 100, commissionCents: 1_235 }])
  const { termsId, ...line } = store?.lines[0] ?? {}
  assert.ok(termsId)
  assert.deepEqual(line, {
    fromOn: '2026-05-01',
    toOn: '2026-05-31',
    days: 31,
    duty: 'main',
    sharePercent: 100,
    salaryCents: 310_000,
    amountCents: 310_000,
  })
  assert.deepEqual([page.owed.length, page.logged.length, page.employedDays], [28, 21, 31])
  assert.equal(page.before?.storeCents, 310_000)
})

test('a correction adds an amount with a reason and is reversed by an opposite one', async () => {
  const { data, status } = await correct({ amountCents: 5_000, reason: '高温补贴' })
  assert.equal(status, 200)
  assert.deepEqual([data.correctionCents, data.totalCents], [5_000, 626_235])
  const [line] = data.corrections
  assert.deepEqual([line.reason, line.createdByName, line.reversed], ['高温补贴', '林知远', false])
  const back = (await reverse(line.id)).data
  assert.deepEqual([back.correctionCents, back.corrections.length], [0, 2])
  assert.deepEqual(back.corrections[0].amountCents, -5_000)
  assert.equal((await reverse(line.id)).body.errorCode, 'WRONG_STATE')
  assert.equal((await reverse(back.corrections[0].id)).body.errorCode, 'WRONG_STATE')
})

test('the previews of a correction and its reversal match the changes', async () => {
  const readConsequences = async (path: string) => {
    const answer = await admin.get(`/api/reports/payroll/corrections${path}`)
    assert.equal(answer.status, 200, answer.body.errorMessage)
    return rowsByLabel(answer.data)
  }
  const before = await pageOf()
  const shown = await readConsequences(`/consequences?staffId=${agent}&month=2026-05&amountCents=-700`)
  const days = await readConsequences(`/consequences?staffId=${agent}&month=2026-05&days=0.5`)
  assert.equal((await pageOf()).totalCents, before.totalCents, 'nothing is written')
  assert.deepEqual(days.出勤天数, [before.attendedDays, before.attendedDays + 0.5])
  const after: PayPage = (await correct({ amountCents: -700 })).data
  const total = '2026-05 的工资合计'
  assert.deepEqual(shown, {
    更正合计: [before.correctionCents, after.correctionCents],
    [total]: [before.totalCents, after.totalCents],
  })
  const id = after.corrections[0]?.id
  const back = await readConsequences(`/${id}/reverse/consequences`)
  assert.deepEqual(back[total], [after.totalCents, (await reverse(id)).data.totalCents])
})

test('attendance is corrected in half days, which changes base pay', async () => {
  const { data } = await correct({ days: 3.5, reason: '三天半忘交日志，组长确认在岗' })
  assert.deepEqual([data.attendedDays, data.correctedDays, data.baseCents], [24.5, 3.5, 350_000])
  const corrected = await list('month=2026-05&only=corrected')
  assert.deepEqual([corrected.total, corrected.items[0].staffId], [1, agent])
  await reverse(data.corrections[0].id)
  assert.equal((await pageOf()).baseCents, 300_000)
})

test('a correction needs exactly one value, not 0, a reason and a month that has begun', async () => {
  const field = async (more: object) => Object.keys((await correct(more)).data?.fields ?? {})
  assert.deepEqual(await field({}), ['amountCents'])
  assert.deepEqual(await field({ amountCents: 1, days: 1 }), ['days'])
  assert.deepEqual(await field({ amountCents: 0 }), ['amountCents'])
  assert.deepEqual(await field({ days: 0 }), ['days'])
  assert.deepEqual(await field({ days: 0.3 }), ['days'])
  assert.deepEqual(await field({ amountCents: 1, reason: ' ' }), ['reason'])
  assert.equal((await correct({ amountCents: 1, month: '2026-07' })).body.errorCode, 'WRONG_STATE')
  assert.equal((await pageOf()).corrections.length, 6)
})

test('only admins of the company have access, and errors reveal nothing', async () => {
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    for (const answer of [
      await as(who).get('/api/reports/payroll'),
      await as(who).get(`/api/reports/payroll/${agent}`),
      await correct({ amountCents: 1 }, as(who)),
    ]) {
      assert.equal(answer.status, 403)
      // The trace id is random and may contain any digits.
      assert.doesNotMatch(JSON.stringify({ ...answer.body, traceId: '' }), /310|Cents/)
    }
  }
  const other = as('admin2')
  assert.equal((await other.get(`/api/reports/payroll/${agent}?month=2026-05`)).status, 404)
  assert.equal((await correct({ amountCents: 1 }, other)).status, 404)
  assert.equal((await reverse((await pageOf()).corrections[0]?.id, other)).status, 404)
  assert.equal((await other.get('/api/reports/payroll?companyCode=001')).status, 403)
  const companyRows: PayRow[] = (await list('month=2026-05', other)).items
  assert.deepEqual([...new Set(companyRows.map(({ companyCode }) => companyCode))], ['002'])
  assert.ok((await list()).items.some((row: PayRow) => row.companyCode === '002'))
})

test('a closed month returns its frozen sheets and rejects corrections; a reopened one is live', async () => {
  const month = { companyCode: '001', monthOn: '2026-05-01' }
  const may = { companyCode: '001', month: '2026-05' }
  const at = clock.now
  await freezePayroll(db, may, (await payrollOfMonth(db, may)).sheets)
  const closing = { snapshotNo: 1, closedAt: at, closedBy: reviewerId, createdAt: at, updatedAt: at }
  await db
    .insertInto('monthlyFinancial')
    .values({ ...month, status: 'closed', ...closing })
    .execute()
  const raise = (fromOn: string) =>
    admin.post(`/api/staff/${agent}/pay`, { fromOn, baseSalaryCents: 999_900, reason: '调薪' })
  assert.equal((await raise('2026-05-01')).body.errorCode, 'PERIOD_CLOSED')
  assert.equal((await raise('2026-06-01')).status, 200)
  const [row, page] = [await rowOf(agent), await pageOf()]
  assert.deepEqual([row?.frozen, row?.totalCents, page.baseCents], [true, 621_235, 300_000])
  assert.equal(page.storeLines[0]?.lines.length, 1)
  assert.equal((await correct({ amountCents: 1 })).body.errorCode, 'PERIOD_CLOSED')
  assert.equal((await reverse(page.corrections[1]?.id)).body.errorCode, 'WRONG_STATE')
  const june = await rowOf(agent, 'month=2026-06')
  assert.equal(june?.changeCents, (june?.totalCents ?? 0) - 621_235)
  await db
    .updateTable('monthlyFinancial')
    .set({ status: 'reopened', reopenedAt: at, reopenedBy: reviewerId, reopenedWhy: '漏了一笔' })
    .execute()
  assert.deepEqual([(await rowOf(agent))?.frozen, (await pageOf()).baseCents], [false, 300_000])
  assert.equal((await raise('2026-05-01')).status, 200)
  assert.equal((await pageOf()).baseCents, 749_925)
  assert.equal((await correct({ amountCents: 1 })).status, 200)
})

test('concurrent reversals of a correction create one opposite row', async () => {
  const { data } = await correct({ amountCents: 700 })
  const id = data.corrections[0].id
  const answers = await Promise.all([reverse(id), reverse(id), reverse(id)])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  assert.equal((await pageOf()).corrections.filter(({ reversesId }) => reversesId === id).length, 1)
})
