import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { StoreState } from '#db/tables.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { storeDaysJob } from './job.ts'
import { createStoreDays, findLastStoreDay } from './queries.ts'

const { as, db, clock } = await testApp(async (seeding, hash) => {
  await seedWorld(seeding, hash)
  await seedFigures(seeding)
})
const { storeId } = idsIn(db)

const FIRST = '2023-01-01'

/** Asserts that the stored rows equal those computed from the figures and states. */
async function assertDaysCorrect(): Promise<void> {
  const counted = sql`select due.* from store cross join store_days_begun begun
    cross join lateral store_days_of(store.id, ${FIRST}::date, begun.on_day) due`
  const { rows } = await sql`
    (select 'kept' as side, * from (select * from store_day except ${counted}) kept)
    union all (select 'counted', * from (${counted} except select * from store_day) counted)`.execute(db)
  assert.deepEqual(rows, [])
}

const rowOf = async (id: number, onDay: Day) =>
  db
    .selectFrom('storeDay')
    .selectAll()
    .where('storeId', '=', id)
    .where('onDay', '=', onDay)
    .executeTakeFirst()

const insertState = (id: number, status: StoreState['status'], fromOn: Day) =>
  db
    .insertInto('storeState')
    .values({ companyCode: '001', storeId: id, status, fromOn, createdAt: clock.now })
    .execute()

test('the first report request creates the missing rows; the job creates those of a new day', async () => {
  assert.equal(await findLastStoreDay(db), null)
  const { data } = await as('admin').get(
    '/api/reports/daily-store?from=2026-05-18&to=2026-05-18&companyCode=001',
  )
  assert.ok(data.totals.expected > 0)
  assert.equal(await findLastStoreDay(db), '2026-05-19')
  await assertDaysCorrect()
  clock.now = new Date('2026-05-20T16:30:00Z')
  const parts = { db, clock: () => clock.now, dueAt: clock.now, isStopping: () => false }
  await storeDaysJob.work(parts as never)
  assert.equal(await findLastStoreDay(db), '2026-05-21')
  await assertDaysCorrect()
})

test('a skipped day is created with the next one, and concurrent calls create no day twice', async () => {
  const from = (await findLastStoreDay(db)) ?? ''
  const days = [3, 3, 2, 4].map((n) => addDays(from, n))
  await Promise.all(days.map((day) => createStoreDays(db, day)))
  assert.equal(await findLastStoreDay(db), addDays(from, 4))
  await assertDaysCorrect()
})

test('a day is expected if the store is in service on it; the day on which it stops is not', async () => {
  const id = await storeId('晨曦家居旗舰店')
  await insertState(id, 'serving', '2026-05-01')
  await insertState(id, 'paused', '2026-05-10')
  await insertState(id, 'serving', '2026-05-12')
  await insertState(id, 'stopped', '2026-05-16')
  const isExpected = async (on: Day) => (await rowOf(id, on))?.expected ?? false
  assert.deepEqual(
    await Promise.all(
      ['2026-05-01', '2026-05-10', '2026-05-11', '2026-05-12', '2026-05-15', '2026-05-16'].map(isExpected),
    ),
    [true, false, false, true, true, false],
  )
  // A day that is not expected still has its figures and the comparisons with earlier days.
  const row = await rowOf(id, '2026-05-18')
  assert.deepEqual(
    [row?.expected, row?.volume, row?.prevDay, row?.weekAgo, row?.sum7, row?.days7],
    [false, 40, 100, 50, 250, 3],
  )
  assert.equal((await rowOf(id, '2026-05-25'))?.weekAgo, 40)
  await assertDaysCorrect()
})

const users = fc.option(fc.nat(500), { nil: null })
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('put', 'change', 'delete'),
    day: fc.constantFrom(
      '2024-01-31',
      '2024-02-28',
      '2024-02-29',
      '2026-02-28',
      '2026-03-28',
      '2026-04-30',
      '2026-05-20',
    ),
    figures: fc.record({ consultUsers: users, handledUsers: users, replied: users, replyBase: users }),
  }),
  fc.record({
    kind: fc.constant('state' as const),
    status: fc.constantFrom('pending', 'trial', 'serving', 'paused', 'stopped'),
    day: fc.constantFrom('2024-02-01', '2026-03-15', '2026-05-19', '2026-05-26', '2026-12-01'),
  }),
  fc.record({
    kind: fc.constant('dates' as const),
    day: fc.constantFrom('2024-02-10', '2026-05-05', '2026-06-01'),
  }),
  fc.record({ kind: fc.constant('begin' as const), days: fc.integer({ min: 0, max: 3 }) }),
)

test('the rows stay correct after random writes, corrections, deletions, new days and state changes', async () => {
  const [paused, served] = [await storeId('晨曦家居旗舰店'), await storeId('宏远数码京东自营店')]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === 'begin')
          await createStoreDays(db, addDays((await findLastStoreDay(db)) ?? '', one.days))
        else if (one.kind === 'state') await insertState(paused, one.status, one.day)
        else if (one.kind === 'dates') {
          await db.updateTable('store').set({ onlineOn: one.day }).where('id', '=', served).execute()
        } else await writeFigures(one.kind, one.day, one.figures)
      }
      await assertDaysCorrect()
    }),
    { numRuns: 25 },
  )
})

async function writeFigures(kind: string, onDay: Day, figures: Record<string, number | null>): Promise<void> {
  const servedId = await storeId('宏远数码京东自营店')
  const current = db
    .selectFrom('storeDaily')
    .select('onDay')
    .where('storeId', '=', servedId)
    .where('onDay', '=', onDay)
  if (kind === 'delete') {
    await db.deleteFrom('storeDaily').where('storeId', '=', servedId).where('onDay', '=', onDay).execute()
  } else if (await current.executeTakeFirst()) {
    await db
      .updateTable('storeDaily')
      .set(figures)
      .where('storeId', '=', servedId)
      .where('onDay', '=', onDay)
      .execute()
  } else await putFigures(db, 'DP0003', { [onDay]: figures })
}

test('a bulk insert over many stores and days updates the rows, and a bulk delete restores them', async () => {
  const before = await sql`select * from store_day order by on_day, store_id`.execute(db)
  await sql`insert into store_daily (store_id, on_day, company_code, consult_users, source)
    select id, day::date, company_code, 7, 'imported'
    from store cross join generate_series('2025-11-01'::date, '2025-12-10', interval '1 day') day`.execute(db)
  await assertDaysCorrect()
  await sql`delete from store_daily where on_day between '2025-11-01' and '2025-12-10'`.execute(db)
  await assertDaysCorrect()
  const after = await sql`select * from store_day order by on_day, store_id`.execute(db)
  assert.deepEqual(after.rows, before.rows)
})
