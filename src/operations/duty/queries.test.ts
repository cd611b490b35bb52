import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreState } from '#db/tables.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'
import { findOnDuty, findRostered } from './queries.ts'

const { db } = await testApp(seedWorld)
await putInService(db)

const [MONDAY, SUNDAY] = ['2026-05-18', '2026-05-24']

async function idOf(username: string): Promise<number> {
  const row = await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirst()
  return row?.id ?? 0
}

const agent = await idOf('agent')
const agent2 = await idOf('agent2')

const week = (staffIds?: number[]) =>
  findRostered(db, { companyCode: '001', from: MONDAY, to: SUNDAY, ...(staffIds && { staffIds }) })
const shiftTexts = (rows: Awaited<ReturnType<typeof week>>) =>
  rows.map(({ on, shift }) => `${on.slice(8)} ${shift}`)

async function plan(staffId: number, entries: Record<string, string>) {
  const rows = Object.entries(entries).map(([onDay, shift]) => ({
    staffId,
    onDay,
    shift,
    companyCode: '001',
    createdAt: NOON,
  }))
  await db.insertInto('rosterShift').values(rows).execute()
}

test('a person without a plan for the week is expected on every day of their store assignments', async () => {
  assert.deepEqual(
    shiftTexts(await week([agent])),
    ['18', '19', '20', '21', '22', '23', '24'].map((day) => `${day} morning`),
  )
  const all = await week()
  assert.equal(new Set(all.map(({ staffId }) => staffId)).size, 3)
  assert.deepEqual(await findRostered(db, { companyCode: '002', from: MONDAY, to: SUNDAY }), [])
})

test('one entry makes the week planned: days without an entry are not expected, nor is a day of rest', async () => {
  await plan(agent, { '2026-05-19': 'evening', '2026-05-20': 'rest', '2026-05-21': 'leave' })
  assert.deepEqual(shiftTexts(await week([agent])), ['19 evening'])
  // The other weeks are unaffected, and so are other people.
  const before = await findRostered(db, { companyCode: '001', from: '2026-05-17', to: '2026-05-17' })
  assert.ok(before.some(({ staffId }) => staffId === agent))
  assert.equal((await week([agent2])).length, 7)
})

test('a person may have two shifts on a day', async () => {
  await plan(agent, { '2026-05-22': 'night' })
  await plan(agent, { '2026-05-22': 'morning' })
  assert.deepEqual(shiftTexts(await week([agent])), ['19 evening', '22 morning', '22 night'])
})

test('a store that is pending, paused or stopped on a day needs no staff on that day', async () => {
  const { id: storeId } = await db
    .selectFrom('store')
    .select('id')
    .where('name', '=', '宏远数码京东自营店')
    .executeTakeFirstOrThrow()
  const enter = (status: StoreState['status'], fromOn: string) =>
    db
      .insertInto('storeState')
      .values({ companyCode: '001', storeId, status, fromOn, createdAt: NOON })
      .execute()
  await enter('pending', '2026-05-18')
  await enter('trial', '2026-05-20')
  assert.equal(shiftTexts(await week([agent2]))[0], '20 morning')
  await enter('stopped', '2026-05-22')
  assert.deepEqual(shiftTexts(await week([agent2])), ['20 morning', '21 morning'])
  await enter('serving', '2026-05-22')
  await enter('paused', '2026-05-24')
  assert.deepEqual(shiftTexts(await week([agent2])).at(-1), '23 morning')
  // Later changes to the store do not matter.
  await db.updateTable('store').set({ status: 'paused' }).where('id', '=', storeId).execute()
  assert.equal((await week([agent2])).length, 4)
  for (const day of ['2026-05-18', '2026-05-20', '2026-05-24']) await enter('serving', day)
})

test('a person is not expected before they joined or after they left', async () => {
  const person = (changes: { hiredOn: string | null; leftOn: string | null }) =>
    db.updateTable('staff').set(changes).where('id', '=', agent2).execute()
  await person({ hiredOn: '2026-05-20', leftOn: '2026-05-22' })
  assert.deepEqual(shiftTexts(await week([agent2])), ['20 morning', '21 morning', '22 morning'])
  await plan(agent2, { '2026-05-18': 'morning', '2026-05-22': 'night', '2026-05-23': 'night' })
  assert.deepEqual(shiftTexts(await week([agent2])), ['22 night'])
  await person({ hiredOn: null, leftOn: null })
})

test('without a plan, a person on several shifts owes one log a day, for the shift with the most stores', async () => {
  const stores = await db
    .selectFrom('store')
    .select('id')
    .where('companyCode', '=', '001')
    .where('status', '=', 'serving')
    .orderBy('id')
    .execute()
  const agent3 = await idOf('agent3')
  const day = { from: MONDAY, to: MONDAY, companyCode: '001', staffIds: [agent3] }
  const before = await findRostered(db, day)
  assert.deepEqual(shiftTexts(before), ['18 morning'])
  const assign = (shift: string, at: number) =>
    db
      .insertInto('storeAssignment')
      .values({
        companyCode: '001',
        storeId: stores[at]?.id ?? 0,
        staffId: agent3,
        shift,
        duty: 'substitute',
        fromOn: MONDAY,
        toOn: MONDAY,
        sharePercent: 0,
      })
      .execute()
  await assign('evening', 0)
  assert.deepEqual(shiftTexts(await findRostered(db, day)), ['18 morning'])
  await assign('evening', 1)
  assert.deepEqual(shiftTexts(await findRostered(db, day)), ['18 evening'])
  // `findOnDuty` returns every shift.
  assert.deepEqual(shiftTexts(await findOnDuty(db, day)), ['18 morning', '18 evening'])
  await plan(agent3, { [MONDAY]: 'night' })
  assert.deepEqual(
    [shiftTexts(await findRostered(db, day)), shiftTexts(await findOnDuty(db, day))],
    [['18 night'], ['18 night']],
  )
})
