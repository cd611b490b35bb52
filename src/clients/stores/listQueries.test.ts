import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { containsPattern } from '#kit/list.ts'
import { searchForms, searchPinyin } from '#kit/pinyin.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const NAMES = [
  '晨曦家居',
  '晨光 Ab店',
  'ＡＢ数码',
  'a2晨光b店',
  '旗舰店（总）',
  '曦晨',
  'Straße 店',
  '100%棉',
  'a_b棉',
  '店',
  'ÄÖ晨',
  'DP00晨',
  '長沙晨曦',
  'abcABC',
]

const { companyCode, ownerId } = await db.selectFrom('customer').selectAll().executeTakeFirstOrThrow()
const called = (name: string) => ({ name, ...searchForms(name) })
const customers = await db
  .insertInto('customer')
  .values(NAMES.map((name, n) => ({ companyCode, ownerId, code: `KHx${n}`, ...called(name) })))
  .returning('id')
  .execute()
await db
  .insertInto('store')
  .values(
    [...NAMES].reverse().map((name, n) => {
      const customerId = customers[n]?.id ?? 0
      return {
        companyCode,
        customerId,
        code: `DPx${n}`,
        platform: 'jd',
        status: 'serving',
        ...called(`${name}铺`),
      }
    }),
  )
  .execute()

/** A full scan per list, to compare the indexed keyword search with. */
const LISTS = {
  customers: (pattern: string) => sql<{ id: number }>`select id from customer
    where name ilike ${pattern} or name_pinyin ilike ${pattern} or code ilike ${pattern}`,
  stores: (pattern: string) => sql<{
    id: number
  }>`select s.id from store s join customer c on c.id = s.customer_id
    where s.name ilike ${pattern} or s.name_pinyin ilike ${pattern} or s.code ilike ${pattern}
      or c.name ilike ${pattern}`,
}

const sources = NAMES.flatMap((name) => [name, searchPinyin(name), 'DPX1', 'khX10'])
/** Substrings of the texts, and random strings that may match nothing. */
const keywords = fc.oneof(
  { weight: 5, arbitrary: partOf(sources) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-zA-Z晨曦店%_\\ ]{1,4}$/) },
)

function partOf(texts: string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.nat(12), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([text, at, length, upper]) => {
      const part = text.slice(at % text.length, (at % text.length) + length)
      return upper ? part.toUpperCase() : part
    })
}

for (const [list, slowly] of Object.entries(LISTS)) {
  test(`the keyword search of ${list} finds the same rows as a full scan`, async () => {
    await fc.assert(
      fc.asyncProperty(keywords, async (typed) => {
        const keyword = typed.trim()
        fc.pre(keyword !== '')
        const path = `/api/${list}?pageSize=100&keyword=${encodeURIComponent(keyword)}`
        const { items, total } = (await as('admin').get(path)).data
        const { rows } = await slowly(containsPattern(keyword)).execute(db)
        const ids = (found: { id: number }[]) => found.map(({ id }) => id).sort((a, b) => a - b)
        assert.deepEqual([ids(items), total], [ids(rows), rows.length])
      }),
      { numRuns: 150, seed: 20260519 },
    )
  })
}
