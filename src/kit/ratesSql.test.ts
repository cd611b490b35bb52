import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { rateBp } from './rates.ts'
import { rateBpSql } from './ratesSql.ts'

const { db } = await testApp(async () => {})

/** The largest count, about the sum of a year's buyers over all stores. */
const MAX_COUNT = 1_000_000_000

const counts = fc.tuple(fc.nat(MAX_COUNT), fc.oneof(fc.constantFrom(0, 1, 3), fc.nat(MAX_COUNT)))

/** Odd numbers of 20,000 are halves of a basis point. */
const tie = fc.tuple(
  fc.nat(10_000).map((n) => 2 * n + 1),
  fc.constant(20_000),
)

test('rateBpSql rounds like rateBp over all counts, including ties and a whole of 0', async () => {
  const pairs = fc.array(fc.oneof(counts, tie), { minLength: 50, maxLength: 300 })
  const rate = rateBpSql(sql`part`, sql`whole`)
  await fc.assert(
    fc.asyncProperty(pairs, async (samples) => {
      const { rows } = await sql<{ bp: number | null }>`
        select ${rate} as bp
        from unnest(${samples.map(([part]) => part)}::bigint[], ${samples.map(([, all]) => all)}::bigint[])
          with ordinality as given (part, whole, at) order by at`.execute(db)
      assert.deepEqual(
        rows.map(({ bp }) => bp),
        samples.map(([part, whole]) => rateBp(part, whole)),
      )
    }),
    { numRuns: 40 },
  )
})

test('rateBpSql is null if the part or the whole is unknown', async () => {
  const [part, whole] = [rateBpSql(sql`null::int`, sql`5`), rateBpSql(sql`5`, sql`null::int`)]
  const { rows } = await sql`select ${part} as part, ${whole} as whole`.execute(db)
  assert.deepEqual(rows, [{ part: rateBp(null, 5), whole: rateBp(5, null) }])
})
