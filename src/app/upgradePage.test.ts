import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROGRAM_VERSION } from '#db/version.ts'
import { freePort } from '#testing/testPort.ts'
import { showUpgradePage } from './upgradePage.ts'

test('during an upgrade browsers get a page and the console an error; the port is free afterwards', async () => {
  const port = await freePort()
  const hide = await showUpgradePage({ host: '127.0.0.1', port })
  const request = (path: string, language: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { 'accept-language': language } })

  const page = await request('/store-management?x=<script>', 'zh-CN')
  assert.equal(page.status, 503)
  assert.equal(page.headers.get('retry-after'), '3')
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'nonce-/)
  const text = await page.text()
  assert.match(text, /<title>系统正在升级<\/title>/)
  assert.match(text, /http-equiv="refresh" content="3"/)
  assert.doesNotMatch(text, /script/)
  assert.match(await (await request('/', 'en')).text(), /<h1>The system is being upgraded<\/h1>/)
  assert.equal(await (await request('/', 'en', 'HEAD')).text(), '')

  const saved = await request('/api/customers', 'en', 'POST')
  assert.equal(saved.status, 503)
  const { traceId, ...body } = (await saved.json()) as { traceId: string }
  assert.match(traceId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(body, {
    success: false,
    errorCode: 'BUSY',
    showType: 4,
    errorMessage: 'The system is being upgraded. Nothing was saved; please try again shortly.',
  })
  assert.deepEqual(await (await request('/api/health/live', 'zh-CN')).json(), {
    success: true,
    data: { status: 'ok', version: PROGRAM_VERSION, schema: null },
  })
  assert.equal((await request('/api/health/ready', 'zh-CN')).status, 503)

  await hide()
  const again = await showUpgradePage({ host: '127.0.0.1', port })
  await again()
})
