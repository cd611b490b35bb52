import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRostered } from '#operations/duty/queries.ts'
import { testApp } from '#testing/testApp.ts'
import { setMonthlyPay, setStoreSalary } from '#testing/testPayroll.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { paySheets } from './sheets.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const [tmall, douyin, jd] = [
  await ids.storeId('晨曦家居旗舰店'),
  await ids.storeId('星澜美妆'),
  await ids.storeId('宏远数码京东自营店'),
]
const [agent, agent2, agent3] = [
  await ids.staffId('agent'),
  await ids.staffId('agent2'),
  await ids.staffId('agent3'),
]
for (const id of [tmall, douyin, jd]) await setStoreSalary(db, id, 310_000)
for (const id of [agent, agent2, agent3]) await setMonthlyPay(db, id, { baseSalaryCents: 310_000 })

const on = (day: string) => {
  clock.now = new Date(`${day}T04:00:00Z`)
}
const step = async (path: string, table: 'store' | 'staff', id: number, more: object = {}, who = 'admin') => {
  const of = db.selectFrom(table).select('version').where('id', '=', id)
  const { version } = await of.executeTakeFirstOrThrow()
  const answer = await as(who).post(`/api/${path}`, { version, ...more })
  assert.equal(answer.status, 200, answer.body.errorMessage)
}
const sheet = async (staffId: number, month = '2026-05') =>
  (await paySheets(db, { companyCode: '001', month })).find((one) => one.staffId === staffId)
const owed = async (staffId: number) => {
  const span = { companyCode: '001', from: '2026-05-01', to: '2026-05-31', staffIds: [staffId] }
  return (await findRostered(db, span)).map((one) => Number(one.on.slice(8)))
}
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Owed days of May 2026: weekdays from the 6th on and Saturday the 9th, without the public holidays. */
const WORKING = 19

test('a pause in June removes no owed days in May; without logs there is no base pay', async () => {
  on('2026-06-03')
  const before = await sheet(agent)
  assert.deepEqual([before?.measured, before?.owedDays, before?.baseCents], [true, WORKING, 0])
  await step(`stores/${tmall}/pause`, 'store', tmall, { on: '2026-06-03' })
  assert.deepEqual(await sheet(agent), before)
  assert.deepEqual(await owed(agent), days(1, 31), 'who has not submitted is asked of the same days')
})

test('days of an ended pause are not owed, days before and after are', async () => {
  on('2026-05-11')
  await step(`stores/${jd}/pause`, 'store', jd, { on: '2026-05-11' })
  on('2026-05-21')
  await step(`stores/${jd}/resume`, 'store', jd, { on: '2026-05-21' })
  assert.deepEqual(await owed(agent2), [...days(1, 10), ...days(21, 31)])
  on('2026-06-03')
  await step(`stores/${jd}/stop`, 'store', jd, { stoppedOn: '2026-06-02', reason: 'price' })
  assert.deepEqual(await owed(agent2), [...days(1, 10), ...days(21, 31)], 'its stop leaves May alone')
})

test('while a person is disabled, no day is owed or paid', async () => {
  on('2026-05-12')
  await step(`staff/${agent3}/disable`, 'staff', agent3, { reason: '停薪留职' })
  const away = await sheet(agent3)
  assert.deepEqual([away?.employedDays, away?.owed.at(-1)], [11, '2026-05-11'])
  assert.equal(await sheet(agent3, '2026-06'), undefined, 'neither base nor a share of a store')
  on('2026-05-22')
  await step(`staff/${agent3}/enable`, 'staff', agent3)
  assert.deepEqual(await owed(agent3), [...days(1, 11), ...days(22, 31)])
  assert.equal((await sheet(agent3))?.employedDays, 21)
  // The store does not pay these days either: ¥3,100 × 21 ÷ 31.
  assert.deepEqual(
    (await sheet(agent3))?.stores.map(({ salaryCents }) => salaryCents),
    [210_000],
  )
  // On the day of disabling the person still counts as employed on earlier days.
  on('2026-06-05')
  await step(`staff/${agent3}/disable`, 'staff', agent3, {}, 'head')
  assert.equal((await sheet(agent3))?.employedDays, 21)
  assert.equal((await sheet(agent3, '2026-06'))?.employedDays, 4)
})

test('a person who left and returned was not employed in between, even though the last day is no longer stored', async () => {
  const sales = await ids.staffId('sales')
  await setMonthlyPay(db, sales, { baseSalaryCents: 310_000 })
  on('2026-05-11')
  await db
    .updateTable('customer')
    .set({ ownerId: await ids.staffId('sales2') })
    .execute()
  await step(`staff/${sales}/leave`, 'staff', sales, { leftOn: '2026-05-10', choices: [] })
  on('2026-05-22')
  await step(`staff/${sales}/return`, 'staff', sales)
  const back = await sheet(sales)
  assert.deepEqual([back?.employedDays, back?.measured, back?.baseCents], [20, false, 200_000])
})

test('without a first day, pay starts on the day on which the account was created', async () => {
  on('2026-05-25')
  const { data } = await as('admin').post('/api/staff', {
    username: 'newbie',
    name: '钱多多',
    role: 4,
    baseSalaryCents: 310_000,
    seniorityPayCents: 31_000,
  })
  const entered = await sheet(data.staff.id)
  assert.deepEqual([entered?.employedDays, entered?.baseCents, entered?.seniorityCents], [7, 70_000, 7_000])
  assert.equal(await sheet(data.staff.id, '2026-04'), undefined)
})

test('a paid leave is no expected day; an unpaid one is expected and not attended, by half days', async () => {
  on('2026-06-15')
  // The admin has signed in again since the last test.
  await db.updateTable('session').set({ createdAt: clock.now, seenAt: clock.now }).execute()
  await step(`stores/${tmall}/resume`, 'store', tmall, { on: '2026-06-05' })
  const take = async (kind: string, day: string, more: object = {}) => {
    const leave = { staffId: agent, kind, fromOn: day, toOn: day, reason: '有事', ...more }
    const { status, body } = await as('admin').post('/api/leaves', leave)
    assert.equal(status, 200, body.errorMessage)
  }
  const june = async () => {
    const found = await sheet(agent, '2026-06')
    return [found?.owedDays, (found?.attendedHalves ?? 0) / 2, found?.unpaid, found?.unpaidHalves]
  }
  const owedDays = (await june())[0] as number
  await take('sick', '2026-06-08')
  assert.deepEqual(await june(), [owedDays - 1, 0, [], 0], 'paid')
  await take('personal', '2026-06-09')
  assert.deepEqual(await june(), [owedDays - 1, 0, ['2026-06-09'], 2], 'unpaid')
  await take('personal', '2026-06-10', { toHalf: 'morning' })
  const half = [owedDays - 1, 0.5, ['2026-06-09', '2026-06-10'], 3]
  assert.deepEqual(await june(), half, 'the other half has no log to write')
  const rule = { unpaid: [], version: 0 }
  assert.equal((await as('admin').patch('/api/leave-rules', rule)).status, 200)
  assert.deepEqual(await june(), [owedDays - 3, 0, [], 0], 'the company pays all leaves')
})

test('D6: of two people who share a store 60 to 40, both are on leave for a day: its salary follows the assignments', async () => {
  await db
    .updateTable('storeAssignment')
    .set({ sharePercent: 60 })
    .where('storeId', '=', tmall)
    .where('staffId', '=', agent)
    .execute()
  await db
    .insertInto('storeAssignment')
    .values({
      companyCode: '001',
      storeId: tmall,
      staffId: agent2,
      duty: 'second',
      shift: 'evening',
      fromOn: '2026-06-05',
      sharePercent: 40,
    })
    .execute()
  const ofStore = async (staffId: number) =>
    (await sheet(staffId, '2026-06'))?.stores.find(({ storeId }) => storeId === tmall)
  const before = [await ofStore(agent), await ofStore(agent2)]
  assert.ok(before.every((share) => share !== undefined))
  for (const staffId of [agent, agent2]) {
    const leave = { staffId, kind: 'annual', fromOn: '2026-06-11', toOn: '2026-06-11', reason: '年假' }
    assert.equal((await as('admin').post('/api/leaves', leave)).status, 200)
  }
  assert.deepEqual([await ofStore(agent), await ofStore(agent2)], before)
})
