import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { inChinese } from '#kit/text.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { figureCheckJob } from './job.ts'

const { as, db, clock } = await testApp(async (seeding, hash) => {
  await seedWorld(seeding, hash)
  await seedFigures(seeding)
})

const storeId = async (code: string) => {
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('code', '=', code)
    .where('companyCode', '=', '001')
    .executeTakeFirstOrThrow()
  return store.id
}
const monthsOf = (id: number) =>
  db.selectFrom('storeMonth').selectAll().where('storeId', '=', id).orderBy('monthOn').execute()

/** Asserts that the stored months equal those counted from the days. */
async function assertMonthsCorrect(): Promise<void> {
  const { rows } = await sql`
    (select ${sql.raw(COMPARED_COLUMNS)} from store_month m except select ${sql.raw(COMPARED_COLUMNS)} from ${allMonths})
    union all (select ${sql.raw(COMPARED_COLUMNS)} from ${allMonths} except select ${sql.raw(COMPARED_COLUMNS)} from store_month m)`.execute(
    db,
  )
  assert.deepEqual(rows, [])
}
const COMPARED_COLUMNS = `m.store_id, m.month_on, m.volume, m.volume_days, m.replied, m.reply_base, m.reply_days, m.within_3min,
  m.within_3min_base, m.within_3min_days, m.frt_total_cs, m.frt_weight, m.art_total_cs, m.art_weight, m.updated_at`
const allMonths = sql`(select distinct store_id, date_trunc('month', on_day)::date as month_on from store_daily) d
  cross join lateral store_month_of(d.store_id, d.month_on) m`

test('a month sums its days: missing figures are not 0, and a part counts only with its base', async () => {
  const [chenxi, xinglan, hongyuan] = [
    await storeId('DP0001'),
    await storeId('DP0002'),
    await storeId('DP0003'),
  ]
  const [may] = await monthsOf(chenxi)
  assert.deepEqual(
    [may?.monthOn, may?.volume, may?.volumeDays, may?.replied, may?.replyBase, may?.replyDays],
    ['2026-05-01', 290, 4, 283, 290, 4],
  )
  assert.deepEqual([may?.frtTotalCs, may?.frtWeight, may?.artWeight], [231_000, 140, 0])
  const [silent] = await monthsOf(xinglan)
  assert.deepEqual(
    [silent?.volume, silent?.volumeDays, silent?.within3min, silent?.replyDays],
    [200, 1, 180, 0],
  )
  const [zero] = await monthsOf(hongyuan)
  assert.deepEqual([zero?.volume, zero?.volumeDays, zero?.replyBase, zero?.replyDays], [80, 2, 80, 2])
})

test('months stay correct after random inserts, updates and deletes, with and without a leap day', async () => {
  const id = await storeId('DP0003')
  const day = fc.constantFrom(
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
    '2025-12-31',
    '2026-01-01',
    '2026-01-31',
  )
  const users = fc.option(fc.nat(500), { nil: null })
  const write = fc.record({
    kind: fc.constantFrom('put', 'change', 'delete'),
    day,
    consultUsers: users,
    handledUsers: users,
    replied: users,
    replyBase: users,
  })
  const applyWrite = async (step: { kind: string; day: string } & Record<string, number | string | null>) => {
    const { kind, day: onDay, ...figures } = step
    const row = { storeId: id, onDay, companyCode: '001', source: 'keyed' as const, ...figures }
    if (kind === 'delete')
      await db.deleteFrom('storeDaily').where('storeId', '=', id).where('onDay', '=', onDay).execute()
    else if (kind === 'change') {
      await db
        .updateTable('storeDaily')
        .set(figures)
        .where('storeId', '=', id)
        .where('onDay', '<=', onDay)
        .execute()
    } else {
      await db
        .insertInto('storeDaily')
        .values(row)
        .onConflict((clash) => clash.columns(['storeId', 'onDay']).doUpdateSet(figures))
        .execute()
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 6 }), async (steps) => {
      for (const step of steps) await applyWrite(step)
      await assertMonthsCorrect()
    }),
    { numRuns: 25 },
  )
})

const runJob = () =>
  figureCheckJob.work({
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    dueAt: NOON,
    isStopping: () => false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
const noticesOf = async (username: string) =>
  (await as(username).get('/api/notices?kind=figureCheck')).data.items

test('the job compares each company every night, and sends no notice if nothing differs', async () => {
  await db.deleteFrom('storeDaily').where('onDay', '<', '2026-05-01').execute()
  assert.match(inChinese(await runJob()), /^核对了 \d+ 个店月，0 个不一致。$/)
  const companyChecks = (await as('admin2').get('/api/figure-checks')).data
  assert.deepEqual(
    companyChecks.items.map((check: { companyCode: string; compared: number; found: number }) => [
      check.companyCode,
      check.compared,
      check.found,
    ]),
    [['002', 1, 0]],
  )
  assert.deepEqual((await as('admin').get('/api/figure-checks')).data.total, 2)
  assert.deepEqual(await noticesOf('admin'), [])
})

test('a write that bypassed the program is found, notified and explained; the recalculation is logged', async () => {
  const id = await storeId('DP0001')
  await sql`update store_month set volume = volume + 7 where store_id = ${id}`.execute(db)
  await sql`delete from store_month where store_id = ${await storeId('DP0002')}`.execute(db)
  assert.match(inChinese(await runJob()), /，2 个不一致。$/)
  const [notice] = await noticesOf('admin')
  const [check] = (await as('admin').get('/api/figure-checks')).data.items.filter(
    (one: { found: number }) => one.found > 0,
  )
  const link = `/account/settings/company?tab=figure-checks&check=${check.id}`
  assert.deepEqual([notice?.title.values, notice?.link], [{ n: 2 }, link])
  assert.deepEqual([check.months, check.found, check.mended, check.askedByName], [['2026-05'], 2, 0, null])
  const { items, checkedAt } = (await as('admin').get(`/api/figure-checks/${check.id}/findings`)).data
  assert.equal(checkedAt, check.checkedAt)
  assert.deepEqual(items[0].differences, [{ sum: 'volume', kept: 297, counted: 290 }])
  assert.deepEqual(items[1].differences[0], { sum: 'volume', kept: null, counted: 200 })
  const recalculated = await as('admin').post(`/api/figure-checks/${check.id}/mend`)
  assert.deepEqual([recalculated.status, recalculated.data.mended], [200, 2])
  await assertMonthsCorrect()
  const again = await as('admin').post(`/api/figure-checks/${check.id}/mend`)
  assert.deepEqual([again.status, again.body.errorMessage], [409, '这次核对没有需要重算的汇总。'])
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('entity', '=', 'figure-check')
    .execute()
  assert.deepEqual(lines, [{ action: 'mend', changes: { mended: [0, 2] } }])
})

test('a wrong or missing report row is found with its month, and recalculated', async () => {
  await createStoreDays(db, '2026-05-19')
  const id = await storeId('DP0001')
  await sql`update store_day set week_ago = 1 where store_id = ${id} and on_day = '2026-05-17'`.execute(db)
  await sql`delete from store_day where store_id = ${id} and on_day = '2026-05-18'`.execute(db)
  const { data } = await as('admin').post('/api/figure-checks')
  assert.equal(data.found, 1)
  const { items } = (await as('admin').get(`/api/figure-checks/${data.id}/findings`)).data
  const [days] = items[0].differences
  assert.deepEqual([items[0].differences.length, days.sum, days.counted - days.kept], [1, 'days', 2])
  assert.equal((await as('admin').post(`/api/figure-checks/${data.id}/mend`)).data.mended, 1)
  assert.equal((await as('admin').post('/api/figure-checks')).data.found, 0)
})

test('a recalculation closes the same finding of an earlier comparison, and the log counts its own findings', async () => {
  const id = await storeId('DP0001')
  await sql`update store_day set week_ago = 1 where store_id = ${id} and on_day = '2026-05-17'`.execute(db)
  const earlier = (await as('admin').post('/api/figure-checks')).data
  const later = (await as('admin').post('/api/figure-checks')).data
  assert.deepEqual([earlier.found, later.found], [1, 1])
  await as('admin').post(`/api/figure-checks/${later.id}/mend`)
  const checks = (await as('admin').get('/api/figure-checks')).data.items as { id: number; mended: number }[]
  const recalculatedOf = (check: { id: number }) => checks.find((one) => one.id === check.id)?.mended
  assert.deepEqual([recalculatedOf(earlier), recalculatedOf(later)], [1, 1])
  const line = await db
    .selectFrom('audit')
    .select('changes')
    .where('entity', '=', 'figure-check')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(line.changes, { mended: [0, 1] })
})

test('an admin may start a comparison of their own company at any time', async () => {
  const started = await as('admin2').post('/api/figure-checks')
  assert.deepEqual(
    [started.status, started.data.companyCode, started.data.askedByName, started.data.found],
    [200, '002', '顾明', 0],
  )
  assert.equal((await as('finance').post('/api/figure-checks')).status, 403)
  assert.equal((await as('admin2').get('/api/figure-checks/1/findings')).status, 404)
  assert.equal((await as('admin2').post('/api/figure-checks/1/mend')).status, 404)
  assert.equal((await as('admin').get('/api/figure-checks/x/findings')).status, 400)
})

test('older months are compared in rotation, the newest two every time', async () => {
  await putFigures(db, 'DP0001', {
    '2025-11-03': { consultUsers: 10 },
    '2026-02-28': { consultUsers: 20 },
  })
  const months = async () => (await as('admin').post('/api/figure-checks')).data.months
  const comparedMonths = [await months(), await months(), await months()]
  assert.deepEqual(
    comparedMonths,
    ['2025-11', '2025-12', '2026-01'].map((oldest) => [oldest, '2026-04', '2026-05']),
  )
  // Changed since the last comparison, although the rotation has passed it.
  await sql`update store_month set volume = 1, summed_at = now() where month_on = '2025-11-01'`.execute(db)
  const { data } = await as('admin').post('/api/figure-checks')
  assert.equal(data.found, 1)
})
