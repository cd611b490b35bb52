import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { serveWeb } from '#app/web.ts'
import { freePort } from '#testing/testPort.ts'
import { type Demo, startDemo } from './support/demo.ts'
import { journey, PASSWORD } from './support/journey.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'houtai-web-'))

let api: Demo
let pages: FastifyInstance
let pageOrigin = ''

before(async () => {
  // The API needs the page's origin before the page is built with the API's address.
  const port = await freePort()
  pageOrigin = `http://127.0.0.1:${port}`
  api = await startDemo({ ALLOWED_ORIGINS: pageOrigin })
  const web = join(folder, 'web')
  const apiUrl = `${api.base.replace(/\/$/, '')}/`
  const options = ['node_modules/vite/bin/vite.js', 'build', '--outDir', web, '--logLevel', 'warn']
  await run(process.execPath, options, { env: { ...process.env, API_URL: apiUrl, NODE_ENV: 'production' } })
  pages = fastify()
  await serveWeb(pages, { folder: web, title: '后台客服科技', apiUrl, codeSignIn: true, demo: null })
  await pages.listen({ host: '127.0.0.1', port })
})

after(async () => {
  await pages?.close()
  await api?.stop()
  rmSync(folder, { recursive: true, force: true })
})

journey('a user signs in and works on a page whose API has another origin', async ({ page }) => {
  const apiOrigins = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) apiOrigins.add(origin)
  })
  const opened = await page.goto(`${pageOrigin}/user/login?redirect=/customer-management`)
  const apiOrigin = new URL(api.base).origin
  assert.match(
    opened?.headers()['content-security-policy'] ?? '',
    new RegExp(`connect-src 'self' ${apiOrigin}`),
  )
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('heading', { level: 1, name: '客户管理' }).waitFor()
  await page.getByRole('row').nth(3).waitFor()
  // Signing out writes with JSON, which needs a CORS preflight.
  await page.getByRole('button', { name: '的账号' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('heading', { level: 1, name: '登录' }).waitFor()
  assert.deepEqual([...apiOrigins], [apiOrigin])
})

journey(
  'a page of an origin that is not allowed cannot read from the API',
  async ({ page, base }) => {
    await page.goto(`${pageOrigin}/logo.svg`)
    const origin = base || api.base
    const answers = await page.evaluate(async (address) => {
      const ask = (headers: Record<string, string>) =>
        fetch(`${address}/api/currentUser`, { headers }).then(
          ({ status }) => status,
          () => 'refused',
        )
      return [await ask({}), await ask({ authorization: 'x' })]
    }, new URL(origin).origin)
    assert.deepEqual(answers, ['refused', 'refused'])
  },
  { expected: [/CORS policy/, /Failed to load resource/, /Content Security Policy/] },
)
