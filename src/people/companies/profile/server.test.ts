import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { pngPicture, svgPicture } from '#testing/testPictures.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, as, db } = await testApp(seedWorld)

const PROFILE = '/api/companies/002/profile'
const LOGO = '/api/companies/002/logo'
const admin = as('admin2')

const read = async (path = PROFILE) => (await admin.get(path)).data
const update = async (changes: object, who = 'admin2') =>
  as(who).patch(PROFILE, { version: (await read()).version, ...changes })
const upload = async (bytes: Buffer, name = '标志.png', who = 'admin2') =>
  as(who).upload(LOGO, { name, bytes }, { version: String((await read()).version) })
const remove = async () => admin.delete(LOGO, { version: (await read()).version })
const linesOf = (action: string) =>
  db
    .selectFrom('audit')
    .select(['companyCode', 'recordId', 'changes'])
    .where('entity', '=', 'company')
    .where('action', '=', action)
    .orderBy('id')
    .execute()
const account = {
  payeeBank: '招商银行杭州分行',
  payeeName: '杭州启明客服有限公司',
  payeeAccount: '571900123410801',
}

test('a company begins with its name and nothing else', async () => {
  assert.deepEqual(await read(), {
    code: '002',
    name: '启明客服',
    shortName: null,
    payeeBank: null,
    payeeName: null,
    payeeAccount: null,
    logo: null,
    version: 1,
  })
})

test('its admins and those of the headquarters reach a profile; for others it does not exist', async () => {
  assert.equal((await as('admin').get(PROFILE)).status, 200)
  assert.equal((await admin.get('/api/companies/001/profile')).status, 404)
  assert.equal((await admin.get('/api/companies/999/profile')).status, 404)
  assert.equal((await as('admin').get('/api/companies/999/profile')).status, 404)
  assert.equal((await admin.patch('/api/companies/001/profile', { version: 1, shortName: '甲' })).status, 404)
  const file = { name: 'a.png', bytes: pngPicture(1, 1) }
  assert.equal((await admin.upload('/api/companies/001/logo', file, { version: '1' })).status, 404)
  assert.equal((await admin.delete('/api/companies/001/logo', { version: 1 })).status, 404)
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(who).get('/api/companies/001/profile')).status, 403, who)
    assert.equal((await as(who).patch('/api/companies/001/profile', { version: 1 })).status, 403, who)
  }
  assert.equal((await as(null).get(PROFILE)).status, 401)
})

test('changed fields are saved, trimmed and logged; the header shows them to everyone of the company', async () => {
  const spaced = { ...account, payeeAccount: ' 5719 0012 3410 801 ' }
  const { status, data } = await update({ name: '杭州启明客服有限公司', shortName: ' 启明 ', ...spaced })
  assert.equal(status, 200)
  assert.deepEqual(
    [data.name, data.shortName, data.payeeAccount, data.version],
    ['杭州启明客服有限公司', '启明', '571900123410801', 2],
  )
  const [line] = await linesOf('update')
  assert.deepEqual(line, {
    companyCode: '002',
    recordId: '002',
    changes: {
      name: ['启明客服', '杭州启明客服有限公司'],
      shortName: [null, '启明'],
      payeeBank: [null, account.payeeBank],
      payeeName: [null, account.payeeName],
      payeeAccount: [null, account.payeeAccount],
    },
  })
  const { data: user } = await as('sales-b').get('/api/currentUser')
  assert.deepEqual([user.companyName, user.companyShortName, user.companyLogo], [data.name, '启明', null])
  assert.doesNotMatch(JSON.stringify(user), /payee|5719/)
  assert.equal((await as('agent').get('/api/currentUser')).data.companyShortName, null)
})

test('an account is complete or absent; a part alone is refused under each missing field', async () => {
  assert.deepEqual(Object.keys((await update({ payeeName: null })).data.fields), ['payeeName'])
  assert.deepEqual(Object.keys((await update({ payeeBank: '', payeeName: '' })).data.fields), [
    'payeeBank',
    'payeeName',
  ])
  const cleared = await update({ payeeBank: null, payeeName: null, payeeAccount: null })
  assert.deepEqual([cleared.status, cleared.data.payeeAccount], [200, null])
  assert.equal((await update(account)).status, 200)
})

test('wrong values are refused under their fields, and nothing is saved', async () => {
  const before = await read()
  for (const [wrong, status] of [
    [{ name: '' }, 400],
    [{ name: '长'.repeat(51) }, 400],
    [{ name: '后台总部' }, 409],
    [{ shortName: '九个字太长了不能用' }, 400],
    [{ payeeBank: '行'.repeat(61) }, 400],
    [{ payeeName: '名'.repeat(61) }, 400],
    [{ payeeAccount: '12345' }, 400],
    [{ payeeAccount: '6'.repeat(41) }, 400],
    [{ payeeAccount: '尾号 1234 5678' }, 400],
    [{ payeeAccount: '-1234567' }, 400],
  ] as const) {
    const { status: found, data } = await update(wrong)
    assert.deepEqual([found, Object.keys(data.fields)], [status, Object.keys(wrong)])
  }
  assert.equal((await update({ status: 'disabled' })).status, 400)
  assert.deepEqual(await read(), before)
})

test('an account may have full-width digits and a hyphen before a sub-account', async () => {
  assert.equal(
    (await update({ payeeAccount: '１２０２０２６００９９－００１' })).data.payeeAccount,
    '12020260099-001',
  )
  assert.equal((await update({ payeeAccount: account.payeeAccount })).status, 200)
})

test('a write to an older version is refused with the present profile', async () => {
  const current = await read()
  for (const answer of [
    await admin.patch(PROFILE, { version: current.version - 1, shortName: '乙' }),
    await admin.upload(
      LOGO,
      { name: 'a.png', bytes: pngPicture(1, 1) },
      { version: String(current.version - 1) },
    ),
    await admin.delete(LOGO, { version: current.version - 1 }),
  ]) {
    assert.deepEqual([answer.status, answer.body.errorCode], [409, 'STALE'])
    assert.deepEqual(answer.data.current, current)
  }
})

test('a logo is served by its digest to everybody, unchangeable and unable to run anything', async () => {
  const { status, data } = await upload(
    svgPicture('<script>alert(1)</script><path d="M0 0h4v4z"/>'),
    '标 志.svg',
  )
  assert.equal(status, 200)
  const { address, width, height } = data.logo
  assert.deepEqual([width, height], [1_000, 500])
  const { statusCode, headers, rawPayload } = await app.inject({ url: address })
  assert.equal(statusCode, 200)
  assert.equal(address, `/logos/${createHash('sha256').update(rawPayload).digest('hex')}`)
  assert.doesNotMatch(rawPayload.toString(), /script/)
  assert.deepEqual(
    ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control'].map(
      (name) => headers[name],
    ),
    [
      'image/svg+xml; charset=utf-8',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'nosniff',
      'public, max-age=31536000, immutable',
    ],
  )
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['set-cookie'], undefined)
  assert.deepEqual((await as('sales-b').get('/api/currentUser')).data.companyLogo, data.logo)
})

test('a new logo replaces the present one; the log has names, sizes and digests, and no content', async () => {
  const before = await read()
  const bytes = pngPicture(64, 32)
  const { data } = await upload(bytes)
  assert.deepEqual([data.logo.width, data.logo.height, data.version], [64, 32, before.version + 1])
  assert.notEqual(data.logo.address, before.logo.address)
  assert.equal((await app.inject({ url: before.logo.address })).statusCode, 404)
  const changes = (await linesOf('set-logo')).map((line) => line.changes as Record<string, object[]>)
  const [old, now] = changes[1]?.logo ?? []
  assert.deepEqual(now, {
    name: '标志.png',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  assert.deepEqual(Object.keys(old ?? {}).sort(), ['bytes', 'name', 'sha256'])
  const removed = await remove()
  assert.deepEqual([removed.status, removed.data.logo], [200, null])
  assert.deepEqual((await linesOf('remove-logo')).at(-1)?.changes, { logo: [now, null] })
  assert.equal((await app.inject({ url: data.logo.address })).statusCode, 404)
})

test('a logo that two companies have is served until both have removed it', async () => {
  const bytes = pngPicture(5, 5)
  const { data } = await upload(bytes)
  const { version } = (await as('admin').get('/api/companies/001/profile')).data
  const other = await as('admin').upload('/api/companies/001/logo', { name: 'b.png', bytes }, { version })
  assert.equal(other.data.logo.address, data.logo.address)
  await remove()
  assert.equal((await app.inject({ url: data.logo.address })).statusCode, 200)
})

test('a file that is no PNG or SVG, or too large, is refused, and the present logo stays', async () => {
  await upload(pngPicture(2, 2))
  const before = await read()
  for (const [bytes, status, sentence] of [
    [Buffer.alloc(0), 400, /PNG 或 SVG/],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400, /PNG 或 SVG/],
    [Buffer.from('%PDF-1.7'), 400, /PNG 或 SVG/],
    [Buffer.from('<html><script>1</script></html>'), 400, /SVG/],
    [pngPicture(2_001, 1), 413, /2000 像素/],
    [Buffer.concat([pngPicture(1, 1), Buffer.alloc(1024 * 1024)]), 413, /1 MB/],
  ] as const) {
    const answer = await upload(bytes)
    assert.deepEqual([answer.status, sentence.test(answer.body.errorMessage ?? '')], [status, true])
  }
  assert.equal((await admin.post(LOGO, { version: before.version })).status, 400)
  assert.deepEqual(await read(), before)
})

test('an address that no logo has gets 404', async () => {
  for (const path of ['', '/', '/x', `/${'0'.repeat(64)}`, `/${'0'.repeat(63)}`, `/${'A'.repeat(64)}`])
    assert.equal((await app.inject({ url: `/logos${path}` })).statusCode, 404, path)
})
