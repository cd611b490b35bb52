import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#app/testApp.ts'
import { seedWorld } from '#app/testWorld.ts'

const { as } = await testApp(seedWorld)

test('GET /api/companies: an admin of the headquarters sees all', async () => {
  const { status, data } = await as('admin').get('/api/companies')
  assert.equal(status, 200)
  assert.deepEqual(data, {
    items: [
      { code: '001', name: '后台总部', status: 'active' },
      { code: '002', name: '启明客服', status: 'active' },
    ],
    total: 2,
  })
})

test('GET /api/companies: for another admin there are none', async () => {
  assert.deepEqual((await as('admin2').get('/api/companies')).data, { items: [], total: 0 })
})

test('GET /api/companies: nobody else may', async () => {
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(who).get('/api/companies')).status, 403, who)
  }
  assert.equal((await as(null).get('/api/companies')).status, 401)
})

test('GET /api/companies: an unknown filter is refused', async () => {
  assert.equal((await as('admin').get('/api/companies?name=x')).status, 400)
})
