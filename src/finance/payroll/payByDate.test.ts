import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '#kit/calendar.ts'
import type { Pay } from '#people/staff/pay/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { insertSales, insertWorkDays, setMonthlyPay, setPay, setStoreSalary } from '#testing/testPayroll.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { PayPage } from './contract.ts'

/** The books begin in February 2026 and today is 19 May; the last test closes February to April. */
const world = await testApp(seedWorld)
const { as, db } = world
const ids = idsIn(db)
const admin = as('admin')
await db.updateTable('company').set({ booksFrom: '2026-02-01' }).execute()
const tmall = await ids.storeId('晨曦家居旗舰店')
const [agent, agent2, sales, finance] = await Promise.all(
  ['agent', 'agent2', 'sales', 'finance'].map((name) => ids.staffId(name)),
)
const reviewerId = await ids.staffId('head')
await setStoreSalary(db, tmall, 310_000)

const MAY = { companyCode: '001', month: '2026-05' }
const pageOf = async (staffId = agent, month = MAY.month): Promise<PayPage> =>
  (await admin.get(`/api/reports/payroll/${staffId}?month=${month}`)).data

test('a raise within a month applies from its day to base pay and to commission (P1 to P4)', async () => {
  await setMonthlyPay(db, agent ?? 0, { baseSalaryCents: 400_000, commissionRateBp: 150 })
  await setPay(db, agent ?? 0, '2026-05-15', { baseSalaryCents: 450_000, commissionRateBp: 200 })
  await insertWorkDays(db, { staffId: agent ?? 0, reviewerId }, ['2026-05-04', '2026-05-29'], 26)
  await insertSales(db, { staffId: agent ?? 0, storeId: tmall, onDay: '2026-05-14' }, 1_234_567)
  const later = { companyCode: '001', storeId: tmall, nick: `n${agent}`, onDay: '2026-05-15' }
  await db
    .insertInto('agentDaily')
    .values({ ...later, salesCents: 987_654, source: 'imported', updatedAt: new Date(0) })
    .execute()
  const mayPage = await pageOf()
  assert.deepEqual([mayPage.attendedDays, mayPage.owedDays, mayPage.baseCents], [26, 26, 427_419])
  assert.deepEqual(
    mayPage.agreed.map(({ fromOn, toOn, days, baseCents }) => [fromOn, toOn, days, baseCents]),
    [
      ['2026-05-01', '2026-05-14', 14, 400_000],
      ['2026-05-15', '2026-05-31', 17, 450_000],
    ],
  )
  assert.deepEqual(mayPage.storeLines[0]?.commissions, [
    { salesCents: 1_234_567, rateBp: 150, commissionCents: 18_519 },
    { salesCents: 987_654, rateBp: 200, commissionCents: 19_753 },
  ])
  assert.equal(mayPage.commissionCents, 38_272)
  const correct = (days: number) =>
    admin.post('/api/reports/payroll/corrections', { staffId: agent, month: MAY.month, days, reason: '事假' })
  assert.equal((await correct(-1.5)).data.baseCents, 402_761)
  assert.equal((await correct(1.5)).data.baseCents, 427_419)
  const april = await pageOf(agent, '2026-04')
  assert.deepEqual(
    [april.agreed.length, april.agreed[0]?.baseCents],
    [1, 400_000],
    'no earlier month changes',
  )
})

test('seniority is calculated by day and by years of service', async () => {
  await setMonthlyPay(db, finance ?? 0, { baseSalaryCents: 600_000, seniorityPayCents: 31_000 })
  const rule = { baseSalaryCents: 600_000, seniorityPerYearCents: 5_000, seniorityCapCents: 8_000 }
  await setPay(db, finance ?? 0, '2026-05-11', rule)
  assert.equal((await pageOf(finance)).seniorityCents, 10_000, 'ten days of the amount, of the rule none yet')
  await db
    .updateTable('staff')
    .set({ hiredOn: '2024-04-30' })
    .where('id', '=', finance ?? 0)
    .execute()
  // Two full years: capped, for 21 days.
  assert.equal((await pageOf(finance)).seniorityCents, 10_000 + Math.round((8_000 * 21) / 31))
})

test('a month is not ready to close while a day lacks base pay', async () => {
  const { checks } = closingsOf(world)
  const unpaid = async () =>
    (await checks('admin', '2026-04', '?companyCode=001')).find(({ item }) => item === 'payroll')?.count ?? 0
  const id = await ids.staffId('sales2')
  const before = await unpaid()
  await setPay(db, id, '2026-04-02', { baseSalaryCents: 500_000 })
  assert.equal(await unpaid(), before, 'the first of April is without')
  await setPay(db, id, '2026-01-01', { baseSalaryCents: 480_000 })
  assert.equal(await unpaid(), before - 1)
})

const CLOSED = ['2026-02', '2026-03', '2026-04']
const differences = async (month: string) =>
  (await admin.get(`/api/monthly-financials/${month}/differences?companyCode=001`)).data.items

const amount = fc.option(fc.integer({ min: 0, max: 900_000 }), { nil: null })
const day = fc.integer({ min: -60, max: 300 }).map((n) => addDays('2026-01-01', n))
const who = fc.integer({ min: 0, max: 5 })
/** A random operation that affects a person's pay. */
const anyChange = fc.oneof(
  fc.record({ kind: fc.constant('raise' as const), who, fromOn: day, base: amount, years: fc.boolean() }),
  fc.record({ kind: fc.constant('correct' as const), who, base: amount, at: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant('form' as const), who, base: amount, fromOn: fc.option(day) }),
  fc.record({ kind: fc.constant('hire' as const), who, hiredOn: day }),
  fc.record({
    kind: fc.constant('bulk' as const),
    who,
    base: amount,
    fromOn: fc.option(day),
    undone: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('new' as const), who, hiredOn: day, base: amount }),
)
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never

const people = [agent, agent2, sales, finance].map((id) => id ?? 0)
let count = 0

/** Sends the operation to the API and returns the status. */
async function change(one: Change): Promise<number> {
  const id = people[one.who % people.length] ?? 0
  const path = `/api/staff/${id}`
  const { version } = (await admin.get(path)).data
  const rate = (count * 7) % 300
  count += 1
  switch (one.kind) {
    case 'raise': {
      const rule = one.years
        ? { seniorityPerYearCents: 3_000, seniorityCapCents: 20_000 }
        : { seniorityPayCents: 9_900 }
      const pay = {
        fromOn: one.fromOn,
        baseSalaryCents: one.base,
        commissionRateBp: rate,
        ...rule,
        reason: '调薪',
      }
      return (await admin.post(`${path}/pay`, pay)).status
    }
    case 'correct': {
      const items: Pay[] = (await admin.get(`${path}/pay`)).data.items
      const row = items[one.at % Math.max(items.length, 1)]
      const pay = { baseSalaryCents: one.base, commissionRateBp: rate, reason: '更正' }
      return (await admin.post(`${path}/pay/${row?.id ?? 0}/correct`, pay)).status
    }
    case 'form': {
      const pay = { baseSalaryCents: one.base, commissionRateBp: rate, payFromOn: one.fromOn }
      return (await admin.patch(path, { version, ...pay })).status
    }
    case 'hire':
      return (await admin.patch(path, { version, hiredOn: one.hiredOn })).status
    case 'bulk':
      return bulk(id, one)
    case 'new': {
      const person = { username: `late${count}`, name: '后来的人', role: 4, hiredOn: one.hiredOn }
      return (await admin.post('/api/staff', { ...person, baseSalaryCents: one.base })).status
    }
  }
}

async function bulk(
  id: number,
  { base, fromOn, undone }: Extract<Change, { kind: 'bulk' }>,
): Promise<number> {
  const changes = { baseSalaryCents: base, ...(fromOn && { payFromOn: fromOn }) }
  const made = await admin.post('/api/bulk-edits', { entity: 'staff', ids: [id], changes })
  const at = `/api/bulk-edits/${made.data.id}`
  const steps = [`${at}/check`, `${at}/run`, ...(undone ? [`${at}/undo`] : [])]
  let status = made.status
  for (const step of steps) status = (await admin.post(step)).status
  return status
}

test('after 50 random pay changes, closed months have no differences', async () => {
  for (const onDay of ['2026-02-10', '2026-03-10', '2026-04-10']) {
    const row = { companyCode: '001', storeId: tmall, nick: `n${agent}`, onDay, salesCents: 1_000_001 }
    await db
      .insertInto('agentDaily')
      .values({ ...row, source: 'imported', updatedAt: new Date(0) })
      .execute()
  }
  await setMonthlyPay(db, sales ?? 0, {
    baseSalaryCents: 520_000,
    seniorityPerYearCents: 5_000,
    seniorityCapCents: 30_000,
  })
  const { close } = closingsOf(world)
  for (const month of CLOSED) {
    const closed = await close('admin', month)
    assert.equal(closed.status, 200, closed.body.errorMessage)
    assert.deepEqual(await differences(month), [])
  }
  const sheets = async () => Promise.all(people.map(async (id) => (await pageOf(id, '2026-04')).totalCents))
  const before = await sheets()
  const statuses: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 50, maxLength: 50 }), async (changes) => {
      for (const one of changes) {
        const status = await change(one)
        assert.ok([200, 400, 404, 409].includes(status), `${status} ${JSON.stringify(one)}`)
        statuses.push(status)
      }
      for (const month of CLOSED) assert.deepEqual(await differences(month), [], month)
    }),
    // The operations stay in the database, so a failing run cannot be shrunk.
    { numRuns: 1, endOnFailure: true },
  )
  assert.ok(statuses.filter((status) => status === 200).length >= 10, `taken: ${statuses.join()}`)
  assert.deepEqual(await sheets(), before, 'the frozen sheets stay')
  const rows = await db.selectFrom('staffPay').select('id').where('replacedAt', 'is not', null).execute()
  assert.ok(rows.length > 0, 'some rows were replaced')
})
