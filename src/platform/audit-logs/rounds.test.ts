import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sealer } from '#app/sealer.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { findCompaniesToVerify, verifyNextPart } from './rounds.ts'

const { as, db } = await testApp(seedWorld)
const key = TEST_KEYS('audit')
const { seal } = sealer({ db, key, onOverdue: () => {} })

for (let n = 1; n <= 5; n += 1) {
  assert.equal((await as('sales').post('/api/customers', { name: `校验的客户${n}` })).status, 200)
}
await seal()

/** Verifies the next part of the chain of 001 and returns what is stored. */
async function verifyNext(isOver = () => false, now = NOON) {
  await verifyNextPart({ db, key, now, isOver }, '001')
  return db.selectFrom('auditCheck').selectAll().where('companyCode', '=', '001').executeTakeFirstOrThrow()
}

test('a round ends with the last line; one without time verifies nothing and continues later', async () => {
  const begun = await verifyNext(() => true)
  assert.deepEqual([begun.position, begun.verifiedAt], [0, null])
  const complete = await verifyNext()
  assert.ok((complete.lines ?? 0) >= 5)
  assert.deepEqual([complete.position, complete.verifiedAt, complete.brokenReason], [0, NOON, null])
  assert.ok((await findCompaniesToVerify(db)).includes('002'))
})

test('a changed line is found, remembered since it was first found, and forgotten when the chain is whole again', async () => {
  const one = await db
    .selectFrom('audit')
    .select(['id', 'actorName'])
    .where('companyCode', '=', '001')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const rename = (name: string) =>
    db.transaction().execute(async (tx) => {
      await sql`alter table audit disable trigger user`.execute(tx)
      await sql`update audit set actor_name = ${name} where id = ${one.id}`.execute(tx)
      await sql`alter table audit enable trigger user`.execute(tx)
    })
  await rename('别人')
  const later = new Date(NOON.getTime() + 60_000)
  const broken = await verifyNext(undefined, later)
  assert.deepEqual([broken.brokenReason, broken.brokenAt], ['changed', later])
  const again = await verifyNext(undefined, new Date(NOON.getTime() + 180_000))
  assert.deepEqual(again.brokenAt, later)
  await rename(one.actorName)
  const mended = await verifyNext()
  assert.deepEqual([mended.brokenReason, mended.brokenAt], [null, null])
})
