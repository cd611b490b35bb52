import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { importing } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { as, db } = app
const { customerId } = idsIn(db)
const { imported, nonZeroCounts, undone } = importing(app)

/** More rows than one request tries. */
const MANY = 510

/** Exactly the rows that one request tries. */
const ONE_PART = 500

const nameOf = (n: number) => `成批客户${n}`

async function change(name: string): Promise<void> {
  const id = await customerId(name)
  const { version } = (await as('sales').get(`/api/customers/${id}`)).data
  const answer = await as('sales').patch(`/api/customers/${id}`, { version, remark: '改过' })
  assert.equal(answer.status, 200, answer.body.errorMessage)
}

test('an undo starts only after all parts were tried; a changed record in any part refuses it', async () => {
  const rows = Array.from({ length: MANY }, (_, n) => ({ 客户名称: nameOf(n) }))
  const id = await imported('sales', 'customer', rows)
  await change(nameOf(0))
  await change(nameOf(MANY - 1))
  const first = await as('sales').post(`/api/record-imports/${id}/undo`, {})
  assert.deepEqual(
    [first.status, first.data.state, nonZeroCounts(first.data)],
    [200, 'done', { created: MANY }],
  )
  const refused = await undone('sales', id)
  assert.equal(refused.status, 409)
  assert.deepEqual(
    refused.data.rows.map(({ name }: { name: string }) => name),
    [nameOf(0), nameOf(MANY - 1)],
  )
  const there = db.selectFrom('customer').select('id').where('name', 'like', '成批客户%')
  assert.equal((await there.execute()).length, MANY, 'nothing was taken back')
  const rest = await undone('sales', id, true)
  assert.deepEqual(nonZeroCounts(rest.data), { undone: MANY - 2, kept: 2 })
})

test('for a sheet of exactly one part, one request tries the rows and starts the undo', async () => {
  const rows = Array.from({ length: ONE_PART }, (_, n) => ({ 客户名称: `整批客户${n}` }))
  const id = await imported('sales', 'customer', rows)
  const { data } = await as('sales').post(`/api/record-imports/${id}/undo`, {})
  assert.equal(data.state, 'undoing')
})
