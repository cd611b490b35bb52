import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { recurringOf } from './recurring.ts'
import { findMonthEnds, sumRecurring } from './recurringQueries.ts'
import { headOfMonth, partsOfMonth, resultOfMonth } from './result.ts'

const { db } = await testApp(seedWorld)
const of = { companyCode: '001', month: '2026-04' }
const stores = await db.selectFrom('store').select('id').where('companyCode', '=', '001').execute()
const staff = await db.selectFrom('staff').select('id').where('companyCode', '=', '001').execute()
const at = new Date('2026-01-01T02:00:00Z')

const day = fc.integer({ min: -70, max: 40 }).map((n) => addDays('2026-04-01', n))
const storeId = fc.constantFrom(...stores.map(({ id }) => id))
const staffId = fc.constantFrom(...staff.map(({ id }) => id))
const cents = fc.integer({ min: 0, max: 999_999 })
const upTo = fc.integer({ min: 1, max: 90 })
const pricing: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({ model: fc.constant('fixed' as const), monthlyCents: cents }),
  fc.record({
    model: fc.constant('included' as const),
    monthlyCents: cents,
    includedDaily: upTo,
    overageCents: upTo,
  }),
  fc.record({ model: fc.constant('commission' as const), baseCents: cents, rateBp: upTo }),
  fc.record({ model: fc.constant('daily' as const), dayCents: cents }),
  fc.record({ model: fc.constant('hourly' as const), hourCents: cents, hoursPerDay: upTo }),
  fc.tuple(upTo, cents, cents).map(([limit, monthlyCents, more]) => ({
    model: 'tier' as const,
    tiers: [
      { upTo: limit, monthlyCents },
      { upTo: null, monthlyCents: monthlyCents + more },
    ],
  })),
)
const span = fc.tuple(day, fc.option(fc.nat(60))).map(([fromOn, days]) => ({
  fromOn,
  toOn: days === null ? null : addDays(fromOn, days),
}))
const keyed = <T extends { fromOn: string }>(
  rows: fc.Arbitrary<T>,
  id: (row: T) => number,
  maxLength: number,
) => fc.uniqueArray(rows, { maxLength, selector: (row) => `${id(row)} ${row.fromOn}` })

/**
 * Random histories of stores and staff around a month: states, terms, assignments with shares, absences, pay and sales.
 */
const world = fc.record({
  states: fc.array(
    fc.record({
      storeId,
      fromOn: day,
      status: fc.constantFrom('serving', 'serving', 'trial', 'paused', 'stopped'),
    }),
    { maxLength: 16 },
  ),
  terms: keyed(
    fc.record({ storeId, fromOn: day, pricing, storeSalaryCents: fc.option(cents) }),
    (row) => row.storeId,
    12,
  ),
  duties: fc.array(
    fc.record({ storeId, staffId, span, sharePercent: fc.constantFrom(0, 20, 33, 50, 67, 100) }),
    { maxLength: 14 },
  ),
  away: keyed(
    fc.record({ staffId, fromOn: day, status: fc.constantFrom('disabled', 'active', 'left') }),
    (row) => row.staffId,
    8,
  ),
  pay: keyed(
    fc.record({ staffId, fromOn: day, commissionRateBp: fc.nat(999), baseSalaryCents: fc.option(cents) }),
    (row) => row.staffId,
    8,
  ),
  sales: fc.array(fc.record({ storeId, staffId, span, salesCents: fc.array(cents, { maxLength: 40 }) }), {
    maxLength: 6,
  }),
  means: fc.uniqueArray(fc.record({ storeId, volume: fc.nat(3_000), volumeDays: fc.nat(30) }), {
    selector: (row) => row.storeId,
  }),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

async function insertWorld(
  tx: Database,
  { states, terms, duties, away, pay, sales, means }: World,
): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  for (const table of [
    'store_state',
    'store_terms',
    'store_assignment',
    'staff_state',
    'staff_pay',
    'agent_account',
  ]) {
    await sql`delete from ${sql.table(table)} where true`.execute(tx)
  }
  const common = { companyCode: '001', createdAt: at }
  for (const row of states)
    await tx
      .insertInto('storeState')
      .values({ ...common, ...row })
      .execute()
  for (const row of terms) {
    await tx
      .insertInto('storeTerms')
      .values({ ...common, ...row, pricing: JSON.stringify(row.pricing) })
      .execute()
  }
  for (const { span: days, ...row } of duties) {
    await tx
      .insertInto('storeAssignment')
      .values({ companyCode: '001', ...row, ...days })
      .execute()
  }
  for (const row of away)
    await tx
      .insertInto('staffState')
      .values({ ...common, ...row })
      .execute()
  for (const row of pay) {
    await tx
      .insertInto('staffPay')
      .values({ ...common, ...row, staffVersion: 1 })
      .execute()
  }
  for (const [n, { span: days, salesCents, ...row }] of sales.entries()) {
    const nick = `测试:${n}`
    await tx
      .insertInto('agentAccount')
      .values({ companyCode: '001', ...row, nick, ...days })
      .execute()
    for (const [back, sold] of salesCents.entries()) {
      const onDay = addDays('2026-03-28', back)
      await sql`insert into agent_daily (company_code, store_id, nick, on_day, source, sales_cents)
        values ('001', ${row.storeId}, ${nick}, ${onDay}, 'imported', ${sold})`.execute(tx)
    }
  }
  for (const { storeId: id, volume, volumeDays } of means) {
    for (const monthOn of ['2026-02-01', '2026-03-01']) {
      await sql`insert into store_month (store_id, month_on, volume, volume_days, replied, reply_base, reply_days,
          within_3min, within_3min_base, within_3min_days, frt_total_cs, frt_weight, art_total_cs, art_weight, updated_at,
          company_code)
        values (${id}, ${monthOn}, ${volume}, ${volumeDays}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${at}, '001')
        on conflict do nothing`.execute(tx)
    }
  }
}

class Rollback extends Error {}

test('the database sums of a month equal the result of the rules from its rows, in random worlds', async () => {
  const coverage = { shares: 0, moves: 0 }
  await fc.assert(
    fc.asyncProperty(world, async (lives) => {
      await db
        .transaction()
        .execute(async (tx) => {
          await insertWorld(tx, lives)
          const { parts, identityCents, ...head } = await resultOfMonth(tx, of)
          assert.equal(identityCents, 0)
          assert.deepEqual(await headOfMonth(tx, of), head)
          assert.deepEqual(await sumRecurring(tx, of), recurringOf(await findMonthEnds(tx, of)))
          for (const kind of ['store', 'customer', 'agent'] as const) {
            const inOrder = (rows: typeof parts.store) => rows.toSorted((a, b) => a.id - b.id)
            assert.deepEqual(inOrder(await partsOfMonth(tx, of, kind)), inOrder(parts[kind]))
          }
          coverage.shares += Number(head.sums.storeSalaryCents + head.sums.agentCommissionCents > 0)
          coverage.moves += Number(head.recurring.startCents !== head.recurring.endCents)
          throw new Rollback()
        })
        .catch((error) => {
          if (!(error instanceof Rollback)) throw error
        })
    }),
    { numRuns: 25 },
  )
  // Worlds without any amounts would prove nothing.
  assert.ok(coverage.shares > 5 && coverage.moves > 5, JSON.stringify(coverage))
})
