import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as } = await testApp(seedWorld)

test('GET /api/record-imports/choices: returns the people and customers within reach for the template', async () => {
  const named = async (who: string, entity: string) =>
    (await as(who).get(`/api/record-imports/choices?entity=${entity}`)).data.named
  const { customerId, leaderId } = await named('sales', 'store')
  assert.ok(customerId.includes('杭州晨曦家居有限公司'))
  assert.equal(customerId.includes('宏远数码'), false)
  assert.ok(leaderId.includes('陈思雨') && leaderId.includes('苏曼'))
  assert.equal(leaderId.includes('周小禾'), false)
  const { ownerId } = await named('finance', 'customer')
  assert.ok(ownerId.includes('何立'))
  assert.equal(ownerId.includes('单雪'), false)
  assert.deepEqual(await named('head', 'staff'), {})
  assert.equal((await as('agent').get('/api/record-imports/choices?entity=customer')).status, 403)
})
