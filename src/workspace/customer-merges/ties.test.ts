import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const admin = as('admin2')
const sales = as('sales-b')
await db.updateTable('company').set({ booksFrom: '2026-05-01' }).execute()
const { close } = closingsOf(world)

const customer = async (name: string): Promise<number> => {
  const { status, data, body } = await sales.post('/api/customers', { name })
  assert.equal(status, 200, body.errorMessage)
  return data.id
}
const closes = async (month: string) => {
  const { status, body } = await close('admin2', month)
  assert.equal(status, 200, `${month}: ${body.errorMessage}`)
}

test('a merge after a closing and its undo after the next one do not change opening figures, so months can be closed', async () => {
  const [kept, other] = [await customer('听松茶业'), await customer('听松茶业批发部')]
  await createIssuedBill(admin, kept, 5_000, { kind: 'extra', month: '2026-05' })
  await createIssuedBill(admin, other, 3_000, { kind: 'extra', month: '2026-05' })
  await setClockTo(world, '2026-06-05')
  await closes('2026-05')
  const versionOf = async (id: number) => (await sales.get(`/api/customers/${id}`)).data.version
  const merged = await sales.post(`/api/customers/${kept}/merge`, {
    version: await versionOf(kept),
    otherId: other,
    otherVersion: await versionOf(other),
    take: [],
  })
  assert.equal(merged.status, 200, merged.body.errorMessage)
  const june = (await admin.get('/api/receivables/roll?month=2026-06')).data
  assert.deepEqual([june.gaps, june.total, june.sums.openingCents], [[], 1, 8_000])
  await setClockTo(world, '2026-07-05')
  await closes('2026-06')
  const [line] = (await sales.get(`/api/customers/${kept}/merges`)).data.items
  const undone = await sales.post(`/api/customer-merges/${line.id}/undo`)
  assert.equal(undone.status, 200, undone.body.errorMessage)
  const july = (await admin.get('/api/receivables/roll?month=2026-07')).data
  assert.deepEqual([july.gaps, july.total, july.sums.openingCents], [[], 2, 8_000])
  await setClockTo(world, '2026-08-05')
  await closes('2026-07')
})
