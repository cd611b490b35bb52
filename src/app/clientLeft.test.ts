import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { ClientLeft, withClientSignal } from '#kit/clientSignal.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { db } = await testApp(seedWorld)

/** Whether a statement with the mark is being executed. */
async function isRunning(mark: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_stat_activity where state = 'active' and query like ${`%${mark}%`}
    and pid <> pg_backend_pid()`.execute(db)
  return rows.length > 0
}

test('the statement of a client that left is cancelled, and the connection serves the next one', async (t) => {
  if (!process.env.TEST_DATABASE_URL) return t.skip('the embedded engine executes one statement at a time')
  const left = new AbortController()
  const slow = withClientSignal(left.signal, () => sql`select pg_sleep(60) /* client-left */`.execute(db))
  while (!(await isRunning('client-left'))) await setTimeout(10)
  left.abort(new ClientLeft())
  await assert.rejects(slow, ClientLeft)
  assert.equal(await isRunning('client-left'), false)
  const { rows } = await sql`select 1 as one`.execute(db)
  assert.deepEqual(rows, [{ one: 1 }])
})

test('a transaction whose client left is rolled back, and sends no further statement', async () => {
  const left = new AbortController()
  const work = withClientSignal(left.signal, () =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('company').set({ name: '不该留下' }).where('code', '=', '001').execute()
      left.abort(new ClientLeft())
      await tx.updateTable('company').set({ name: '也不该' }).where('code', '=', '001').execute()
    }),
  )
  await assert.rejects(work, ClientLeft)
  const { name } = await db
    .selectFrom('company')
    .select('name')
    .where('code', '=', '001')
    .executeTakeFirstOrThrow()
  assert.ok(!name.includes('不该'), name)
})
