import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DAY_FILES } from '#kit/files/storedFile.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { MAX_ATTACHMENTS } from './contractAttachments.ts'
import { claimsOf, item, jpg, jpgOf, pngOf } from './testClaims.ts'

const world = await testApp(seedWorld)
const { app, as, db, clock } = world
const { path, draft, read, step, submitted } = claimsOf(world)

test('a file is typed by its content, stored with a clean name and served without being executable', async () => {
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

test('duplicates by invoice, file, or day and amount are listed; the code of the other claim needs access to it', async () => {
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
  const visibleDuplicates = mine.filter(({ claimId }: { claimId: number | null }) => claimId === other.id)
  assert.deepEqual(visibleDuplicates.map(({ kind }: { kind: string }) => kind).sort(), ['file', 'same'])
  const theirs = (await read('finance', id)).items[0].duplicates
  assert.ok(theirs.some(({ claimId }: { claimId: number }) => claimId === one))
})

test('an image with too many pixels in its header is rejected', async () => {
  const { id } = await draft('agent')
  const send = async (bytes: Buffer) =>
    (await as('agent').upload(`${path}/${id}/attachments`, { name: 'a', bytes })).status
  assert.equal(await send(jpgOf(8_000, 6_000)), 200)
  assert.equal(await send(pngOf(10_000, 10_000)), 200)
  assert.equal(await send(jpgOf(60_000, 60_000)), 413)
  assert.equal(await send(pngOf(10_001, 10_000)), 413)
})

test('uploads per person are limited per 24 hours', async () => {
  const { id } = await draft('sales2')
  const me = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'sales2')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: MAX_DAY_FILES - 1 }, (_, n) => ({
    id: n.toString(16).padStart(32, '0'),
    billId: id,
    name: 'a.jpg',
    type: 'image/jpeg' as const,
    bytes: 4,
    digest: Buffer.from(String(n)),
    content: jpg(),
    createdAt: clock.now,
    createdBy: me.id,
  }))
  const other = await draft('sales2')
  await db.insertInto('attachment').values(rows).execute()
  const send = (who: string, to: number) =>
    as(who).upload(`${path}/${to}/attachments`, { name: 'a.jpg', bytes: jpg(`${who} ${to}`) })
  assert.equal((await send('sales2', other.id)).status, 200)
  const refused = await send('sales2', other.id)
  assert.deepEqual([refused.status, refused.body.errorCode], [429, 'TOO_MANY'])
  assert.equal((await send('agent', (await draft('agent')).id)).status, 200, 'others go on')
  const earlier = new Date(clock.now.getTime() - 25 * 60 * 60 * 1_000)
  await db.updateTable('attachment').set({ createdAt: earlier }).where('billId', '=', id).execute()
  assert.equal((await send('sales2', other.id)).status, 200, 'a day later')
})

test('a claim has a maximum number of files', async () => {
  const { id } = await draft('agent')
  const rows = Array.from({ length: MAX_ATTACHMENTS }, (_, n) => ({
    id: `c${n.toString(16).padStart(31, '0')}`,
    billId: id,
    name: 'a.jpg',
    type: 'image/jpeg' as const,
    bytes: 4,
    digest: Buffer.from(`c${n}`),
    content: jpg(),
    createdAt: clock.now,
  }))
  await db.insertInto('attachment').values(rows.slice(1)).execute()
  const send = (mark: string) =>
    as('agent').upload(`${path}/${id}/attachments`, { name: 'a.jpg', bytes: jpg(mark) })
  assert.equal((await send('last')).status, 200)
  const refused = await send('one more')
  assert.deepEqual([refused.status, refused.body.errorCode], [413, 'TOO_LARGE'])
})
