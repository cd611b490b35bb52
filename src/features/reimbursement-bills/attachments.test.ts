import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#app/testApp.ts'
import { seedWorld } from '#app/testWorld.ts'
import { claimsOf, item, jpg } from './testClaims.ts'

const world = await testApp(seedWorld)
const { app, as } = world
const { path, draft, read, step, submitted } = claimsOf(world)

test('a file is known by its content, kept under a name of its own, and served so that nothing of it runs', async () => {
  const { id } = await draft('agent')
  const to = `${path}/${id}/attachments`
  const file = (await as('agent').upload(to, { name: '../../打车 票.php', bytes: jpg('x') })).data
  assert.deepEqual([file.name, file.type], ['打车 票.jpg', 'image/jpeg'])
  const token = (
    await as(null).post('/api/login/account', { type: 'account', username: 'agent', password: 'Demo@2026' })
  ).data.token
  const served = await app.inject({
    url: `/api/attachments/${file.id}`,
    headers: { authorization: token },
  })
  assert.deepEqual(served.rawPayload, jpg('x'))
  const { headers } = served
  assert.equal(headers['content-type'], 'image/jpeg')
  assert.match(String(headers['content-disposition']), /^attachment; filename\*=UTF-8''/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
  assert.deepEqual(
    [headers['x-content-type-options'], headers['cache-control'], headers['cross-origin-resource-policy']],
    ['nosniff', 'no-store', 'same-origin'],
  )
  for (const bytes of [Buffer.from('<svg onload="x">'), Buffer.from('GIF89a'), Buffer.alloc(0)])
    assert.equal((await as('agent').upload(to, { name: 'a.jpg', bytes })).status, 400)
  const large = Buffer.concat([jpg(), Buffer.alloc(10 * 1024 * 1024)])
  assert.equal((await as('agent').upload(to, { name: 'a.jpg', bytes: large })).status, 413)
  for (const who of ['head', 'sales', 'admin2']) {
    assert.equal((await as(who).get(`/api/attachments/${file.id}`)).status, 404, who)
    assert.equal((await as(who).delete(`/api/attachments/${file.id}`)).status, 404, who)
  }
  assert.equal((await as('finance').get(`/api/attachments/${file.id}`)).status, 200)
  assert.equal((await as('finance').delete(`/api/attachments/${file.id}`)).status, 403, 'not the own claim')
  await step('agent', id, 'submit')
  assert.equal((await as('agent').upload(to, { name: 'b.jpg', bytes: jpg('y') })).status, 409)
  assert.equal((await as('agent').delete(`/api/attachments/${file.id}`)).status, 409)
  await step('agent', id, 'withdraw')
  assert.equal((await as('agent').delete(`/api/attachments/${file.id}`)).status, 200)
})

test('the same invoice, file, or day and amount in another claim is shown, with its number only to whom may see it', async () => {
  const invoiceNo = '24112000000012345678'
  const one = await submitted('sales', [item({ invoiceNo, amountCents: 8_800 })])
  const { id, version } = await draft('agent')
  const file = (await as('agent').upload(`${path}/${id}/attachments`, { name: 'a.jpg', bytes: jpg('same') }))
    .data
  const twin = item({ invoiceNo, amountCents: 9_900, attachmentIds: [file.id] })
  await as('agent').patch(`${path}/${id}`, { version, items: [twin] })
  const other = await draft('agent', [item({ amountCents: 9_900 })])
  const copy = (
    await as('agent').upload(`${path}/${other.id}/attachments`, { name: 'b.jpg', bytes: jpg('same') })
  ).data
  const again = item({ amountCents: 9_900, attachmentIds: [copy.id] })
  await as('agent').patch(`${path}/${other.id}`, { version: other.version, items: [again] })

  const mine = (await read('agent', id)).items[0].duplicates
  assert.deepEqual(
    mine.find(({ kind }: { kind: string }) => kind === 'invoice'),
    {
      kind: 'invoice',
      claimId: null,
      code: null,
    },
  )
  const known = mine.filter(({ claimId }: { claimId: number | null }) => claimId === other.id)
  assert.deepEqual(known.map(({ kind }: { kind: string }) => kind).sort(), ['file', 'same'])
  const theirs = (await read('finance', id)).items[0].duplicates
  assert.ok(theirs.some(({ claimId }: { claimId: number }) => claimId === one))
})
