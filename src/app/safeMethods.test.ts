import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { pathsOf } from '#testing/testReadPaths.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { featuresWith } from './features.ts'

const { as, db } = await testApp(seedWorld)

const readers = featuresWith(SIGN_IN)
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method }) => method === 'GET')

/**
 * Tables that a read may change: when a session was last used; and rows of days that are due by the calendar, which are
 * the same whoever reads first (docs/decisions/098).
 */
const ALLOWED = ['session', 'store_day', 'store_days_begun']

async function digests(): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !ALLOWED.includes(name))
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${sql.table(name)} t`.execute(
      db,
    )
    found[name] = rows[0]?.digest ?? ''
  }
  return found
}

test('no GET changes a row, whoever sends it and whatever its parameters', async () => {
  await as('admin').get('/api/currentUser')
  await as('agent').get('/api/currentUser')
  const before = await digests()
  assert.ok(Object.keys(before).length > 50)
  let successes = 0
  for (const endpoint of readers) {
    for (const path of pathsOf(endpoint, { ids: [1, 2], words: ['晨曦'] })) {
      for (const who of ['admin', 'agent']) successes += Number((await as(who).get(path)).status === 200)
    }
  }
  assert.ok(successes > readers.length)
  assert.deepEqual(await digests(), before)
})
