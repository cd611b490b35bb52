import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const path = '/api/import-aliases'
const alias = { platform: 'jd', header: '接待账号', field: 'nick' }
const file = { name: '数据_2026-05-15.csv', bytes: Buffer.from('接待账号,咨询量,接待量\njd_宏远01,9,8') }

test('import-aliases: the next import uses an added alias; once removed, the header is unknown again', async () => {
  const upload = (who: string) => as(who).upload('/api/imports', file)
  assert.equal((await upload('agent2')).status, 400)
  const { status, data } = await as('admin').post(path, alias)
  assert.deepEqual(
    [status, data.builtIn, data.createdByName, data.companyCode],
    [200, false, '林知远', '001'],
  )
  const read = await upload('agent2')
  assert.deepEqual([read.data.platform, read.data.agents[0].nick], ['jd', 'jd_宏远01'])
  assert.equal((await upload('admin2')).status, 400)
  assert.equal((await as('admin').delete(`${path}/${data.id}`)).status, 200)
  assert.equal((await upload('agent2')).status, 400)
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'import-alias')
    .orderBy('id')
    .execute()
  assert.deepEqual(lines, [{ action: 'create' }, { action: 'remove' }])
})

test('import-aliases: a header that is built in or was added before gets CONFLICT', async () => {
  const builtIn = await as('admin').post(path, {
    platform: 'jd',
    header: '咨 询-人数',
    field: 'consultUsers',
  })
  assert.deepEqual([builtIn.status, builtIn.body.errorCode], [409, 'CONFLICT'])
  assert.equal((await as('admin').post(path, alias)).status, 200)
  const twice = await as('admin').post(path, { ...alias, header: '接待 账号' })
  assert.deepEqual([twice.status, Object.keys(twice.data.fields)], [409, ['header']])
  assert.equal((await as('admin2').post(path, alias)).status, 200)
})

test('import-aliases: a header of brackets only, or an unknown field or platform, gets 400', async () => {
  for (const wrong of [{ header: '（）' }, { field: 'password' }, { platform: 'ebay' }, { more: 1 }]) {
    assert.equal((await as('admin').post(path, { ...alias, ...wrong })).status, 400)
  }
})

test('import-aliases: lists the company’s aliases first, then the built-in ones, filtered and paged', async () => {
  const added = await as('admin2').get(`${path}?builtIn=false`)
  assert.deepEqual([added.data.total, added.data.items[0].companyCode], [1, '002'])
  const all = await as('admin2').get(`${path}?platform=jd&pageSize=5`)
  assert.deepEqual(
    [all.data.items.length, all.data.items[0].builtIn, all.data.items[1].builtIn],
    [5, false, true],
  )
  assert.ok(all.data.total > 15)
  const found = await as('admin2').get(`${path}?keyword=${encodeURIComponent('旺旺 昵称')}`)
  assert.deepEqual(
    found.data.items.map(({ id, field }: { id: number | null; field: string }) => [id, field]),
    [[null, 'nick']],
  )
})

test('import-aliases: for admins only, each within their own company', async () => {
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(who).get(path)).status, 403)
    assert.equal((await as(who).post(path, alias)).status, 403)
  }
  const { data } = await as('admin').get(`${path}?builtIn=false`)
  const ofFirst = data.items.find(({ companyCode }: { companyCode: string }) => companyCode === '001')
  assert.equal((await as('admin2').delete(`${path}/${ofFirst.id}`)).status, 404)
})
