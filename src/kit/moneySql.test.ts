import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { halfUp } from './money.ts'
import { halfUpSql } from './moneySql.ts'

const { db } = await testApp(async () => {})

/** The largest amount of a bill line, in 分, and the largest rate, in basis points. */
const [MAX_CENTS, MAX_RATE] = [99_999_999_999, 10_000]

const amount = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS })
const rate = fc.oneof(
  fc.constantFrom(0, 100, 300, 600, 900, 1_300, MAX_RATE),
  fc.integer({ min: 0, max: MAX_RATE }),
)

/** Amounts near half a 分: at 6 %, 53 分 include exactly 3 分; at `MAX_RATE` every odd amount is a tie. */
const tie = fc.tuple(
  amount.map((cents) => (cents % 2 === 0 ? cents + Math.sign(cents || 1) * -1 : cents)),
  fc.constant(MAX_RATE),
)

test('halfUpSql rounds like halfUp over all amounts and rates of a bill line, including negative amounts and ties', async () => {
  const pairs = fc.array(fc.oneof(fc.tuple(amount, rate), tie), { minLength: 50, maxLength: 300 })
  const rounded = halfUpSql(sql`cents * rate`, sql`(10000 + rate)`)
  await fc.assert(
    fc.asyncProperty(pairs, async (samples) => {
      const { rows } = await sql<{ tax: number }>`
        select ${rounded} as tax
        from unnest(${samples.map(([cents]) => cents)}::bigint[], ${samples.map(([, bp]) => bp)}::int[])
          with ordinality as given (cents, rate, at) order by at`.execute(db)
      assert.deepEqual(
        rows.map(({ tax }) => tax),
        samples.map(([cents, bp]) => halfUp(BigInt(cents) * BigInt(bp), BigInt(10_000 + bp))),
      )
    }),
    { numRuns: 40 },
  )
})
