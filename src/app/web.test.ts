import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect } from '#db/connect.ts'
import { PROGRAM_VERSION } from '#db/version.ts'
import type { SystemWatch } from '#platform/system-status/watch.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { type BuiltParts, fileOfModule, PARTS, PARTS_FILE, screenFilesOf } from './builtParts.ts'
import { screenKey } from './screenPaths.ts'
import { buildServer } from './server.ts'

const { db, clock } = await testApp(seedWorld)

const folder = mkdtempSync(join(tmpdir(), 'houtai-web-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<head><script type="module" src="/assets/index-abc.js"></script><link rel="modulepreload" href="/assets/react-abc.js"><meta name="csp-nonce" content="__NONCE__"><meta name="code-sign-in" content="__CODE_SIGN_IN__"><meta name="demo" content="__DEMO__"><title>__APP_TITLE__</title></head>',
)
const manifest = {
  _index: { file: 'assets/index-abc.js', imports: ['_react'] },
  _react: { file: 'assets/react-abc.js' },
  _antd: { file: 'assets/antd-abc.js', imports: ['_react', '_index'] },
  'src/people/sign-in/SignInScreen.tsx': {
    file: 'assets/SignIn-abc.js',
    imports: ['_react'],
    css: ['assets/SignIn-abc.css'],
  },
  // A file with several parts is not named after one of them.
  _console: {
    file: 'assets/console-abc.js',
    imports: ['_antd', '_react'],
    css: ['assets/console-abc.css'],
  },
  'src/clients/stores/StoresScreen.tsx': { file: 'assets/Stores-abc.js', imports: ['_list', '_antd'] },
  _list: {
    file: 'assets/list-abc.js',
    dynamicImports: ['_table', 'src/kit/ui/list/PhoneList.tsx'],
    css: ['assets/list-abc.css'],
  },
  _table: { file: 'assets/table-abc.js', css: ['assets/table-abc.css'] },
  'src/kit/ui/list/PhoneList.tsx': { file: 'assets/PhoneList-abc.js' },
}
const builtParts: BuiltParts = {
  files: {
    [PARTS.signIn]: 'assets/SignIn-abc.js',
    [PARTS.console]: 'assets/console-abc.js',
    [PARTS.wideList]: 'assets/table-abc.js',
    [PARTS.phoneList]: 'assets/PhoneList-abc.js',
    'clients/stores/StoresScreen.tsx': 'assets/Stores-abc.js',
  },
  screens: { '/store-management': 'clients/stores/StoresScreen.tsx' },
}
writeFileSync(join(folder, PARTS_FILE), JSON.stringify(builtParts))
writeFileSync(join(folder, 'build.json'), JSON.stringify(manifest))
writeFileSync(join(folder, 'assets/index-abc.js'), 'export {}')
writeFileSync(join(folder, 'assets/index-abc.js.br'), 'brotli of it')
writeFileSync(join(folder, 'assets/index-abc.js.gz'), 'gzip of it')
for (const name of ['logo.svg', 'favicon.ico', 'robots.txt']) writeFileSync(join(folder, name), 'x')

const parts = { db, clock: () => clock.now, keyFor: TEST_KEYS, title: '甲 & 乙 <客服>' }
const app = await buildServer({ ...parts, web: { folder, apiUrl: '/' } })
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string) => app.inject({ url })
const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1]

test('the page states whether users can sign in by code', async () => {
  const sending = await buildServer({ ...parts, sendCode: async () => {}, web: { folder, apiUrl: '/' } })
  const pageOf = async (server: typeof app) => (await server.inject({ url: '/user/login' })).body
  assert.match(await pageOf(app), /name="code-sign-in" content="off"/)
  assert.match(await pageOf(sending), /name="code-sign-in" content="on"/)
  await sending.close()
})

test('only the pages of a demo say so and contain its accounts', async () => {
  const bodyOf = async (of: typeof app, url: string) => (await of.inject({ url })).body
  const demo = await buildServer({ ...parts, demo: true, web: { folder, apiUrl: '/' } })
  assert.match(await bodyOf(app, '/user/login'), /name="demo" content=""/)
  assert.match(await bodyOf(demo, '/user/login'), /name="demo" content="[^"]*Demo@2026[^"]*admin3/)
  for (const path of ['/s/none', '/s/none/more']) {
    assert.doesNotMatch(await bodyOf(app, path), /demo-note"/, path)
    assert.match(await bodyOf(demo, path), /<body><p class="demo-note">这是演示，数据都是虚构的/, path)
  }
  assert.match(await bodyOf(demo, '/api/docs'), /这是演示，数据都是虚构的/)
  await demo.close()
})

test('every path outside the API returns the page, with the title of the settings', async () => {
  for (const url of [
    '/',
    '/welcome',
    '/store-management/12?x=1',
    '/no/such/screen',
    '/index.html',
    '/apis',
  ]) {
    const answer = await get(url)
    assert.equal(answer.statusCode, 200, url)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(answer.body, /<title>甲 &amp; 乙 &lt;客服&gt;<\/title>/)
  }
})

test('each page has its own nonce, the same in its text and its policy', async () => {
  const pages = await Promise.all([get('/'), get('/')])
  const nonces = pages.map(({ headers }) => nonceOf(headers['content-security-policy']))
  assert.notEqual(nonces[0], nonces[1])
  for (const [index, page] of pages.entries()) {
    assert.match(page.body, new RegExp(`content="${nonces[index]?.replaceAll('+', '\\+')}"`))
    assert.equal(page.headers['cache-control'], 'no-store')
  }
})

test('the policy of the page allows its own scripts only, and no framing', async () => {
  const policy = String((await get('/')).headers['content-security-policy'])
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]))
  assert.equal(directives.get('default-src'), "default-src 'none'")
  assert.equal(directives.get('script-src'), "script-src 'self'")
  assert.equal(directives.get('connect-src'), "connect-src 'self'")
  assert.equal(directives.get('img-src'), "img-src 'self' blob: data:")
  assert.equal(directives.get('frame-ancestors'), "frame-ancestors 'none'")
  assert.equal(directives.get('base-uri'), "base-uri 'none'")
  assert.equal(directives.get('require-trusted-types-for'), "require-trusted-types-for 'script'")
  assert.equal(directives.get('trusted-types'), "trusted-types 'none'")
  assert.doesNotMatch(directives.get('style-src') ?? '', /unsafe-inline/)
})

test('the page links what its path opens first, and the sign-in page nothing of the console', async () => {
  const linksOf = async (url: string) => {
    const links = (await get(url)).body.matchAll(
      /<link rel="(\w+)"(?: as="style")? crossorigin href="([^"]+)"(?: media="([^"]+)")?>/g,
    )
    return [...links].map(([, rel, href, media]) => [rel, href, media].filter(Boolean).join(' '))
  }
  assert.deepEqual(await linksOf('/user/login?redirect=%2Fwelcome'), [
    'modulepreload /assets/SignIn-abc.js',
    'stylesheet /assets/SignIn-abc.css',
  ])
  const [scripts, styles] = [
    ['console-abc.js', 'antd-abc.js'].map((name) => `modulepreload /assets/${name}`),
    ['stylesheet /assets/console-abc.css'],
  ]
  assert.deepEqual(await linksOf('/no/such/screen'), [...scripts, ...styles])
  // A list also links the part for the width of the window.
  assert.deepEqual(await linksOf('/store-management?current=2'), [
    ...scripts,
    'modulepreload /assets/Stores-abc.js',
    'modulepreload /assets/list-abc.js',
    'modulepreload /assets/table-abc.js not all and (max-width: 767.98px)',
    'modulepreload /assets/PhoneList-abc.js (max-width: 767.98px)',
    ...styles,
    'stylesheet /assets/list-abc.css',
    'preload /assets/table-abc.css not all and (max-width: 767.98px)',
  ])
  for (const file of ['build.json', PARTS_FILE]) assert.equal((await get(`/${file}`)).statusCode, 404)
})

test('the file of every screen can be read from the table of screens', () => {
  const table = readFileSync(new URL('./screens.tsx', import.meta.url), 'utf8')
  const files = screenFilesOf(table)
  assert.ok(Object.keys(files).length > 30)
  for (const [path, file] of Object.entries(files)) {
    assert.equal(screenKey(path.replace(':id', '7')), path)
    assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file)
  }
  assert.throws(
    () => screenFilesOf(table.replace("lazyPart(() => import('#", "lazyPart(load('#")),
    /can be read/,
  )
})

test('a part is in the file that has its exports alone, or in one that contains it among others', () => {
  const chunk = { type: 'chunk' as const, facadeModuleId: null }
  const bundle = [
    {
      ...chunk,
      fileName: 'assets/console.js',
      moduleIds: ['/x/src/app/Console.tsx', '/x/src/app/Shell.tsx'],
    },
    { ...chunk, fileName: 'assets/shell.js', facadeModuleId: '/x/src/app/Shell.tsx', moduleIds: [] },
    { type: 'asset' as const, fileName: 'assets/console.css' },
  ]
  assert.equal(fileOfModule(bundle, 'app/Console.tsx'), 'assets/console.js')
  assert.equal(fileOfModule(bundle, 'app/Shell.tsx'), 'assets/shell.js')
  assert.throws(() => fileOfModule(bundle, 'app/Gone.tsx'), /contains app\/Gone\.tsx/)
})

test('a file has its own content type; a missing one gets 404', async () => {
  const types = {
    '/favicon.ico': 'image/vnd.microsoft.icon',
    '/logo.svg': 'image/svg+xml; charset=utf-8',
    '/robots.txt': 'text/plain; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  }
  for (const [url, type] of Object.entries(types)) {
    const answer = await get(url)
    assert.equal(answer.statusCode, 200, url)
    assert.equal(answer.headers['content-type'], type, url)
  }
  for (const url of ['/no.png', '/sw.js', '/store-management/x.map?y=1', '/.env', '/assets/gone.js']) {
    assert.equal((await get(url)).statusCode, 404, url)
  }
})

test('a phone can install the console, with the title of the settings and with icons that exist', async () => {
  const installed = (await get('/manifest.webmanifest')).json()
  assert.equal(installed.name, '甲 & 乙 <客服>')
  assert.deepEqual([installed.display, installed.start_url], ['standalone', '/'])
  const icons: { src: string; sizes: string }[] = installed.icons
  const sizes = icons.map((icon) => icon.sizes)
  assert.ok(sizes.includes('192x192') && sizes.includes('512x512'))
  const shipped = readdirSync(join(import.meta.dirname, '../../public'))
  for (const { src } of icons) assert.ok(shipped.includes(src.slice(1)), src)
})

test('the page may call an API on another origin, and nothing else', async () => {
  const elsewhere = await buildServer({ ...parts, web: { folder, apiUrl: 'https://api.houtai.cn/v1/' } })
  const { headers } = await elsewhere.inject({ url: '/' })
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /connect-src 'self' https:\/\/api\.houtai\.cn;/)
  assert.match(policy, /img-src 'self' https:\/\/api\.houtai\.cn blob: data:;/)
  await elsewhere.close()
})

test('files with hashed names are cached for a year, others for an hour', async () => {
  const script = await get('/assets/index-abc.js')
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.match(String(script.headers['content-type']), /javascript/)
  assert.equal((await get('/logo.svg')).headers['cache-control'], 'public, max-age=3600')
})

test('a file of an earlier build gets 404, not the page', async () => {
  assert.equal((await get('/assets/index-old.js')).statusCode, 404)
})

test('no path reaches files outside the folder', async () => {
  for (const url of [
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ]) {
    assert.doesNotMatch((await get(url)).body, /"private"/, url)
  }
})

test('an unknown API path gets 404 in the envelope', async () => {
  for (const url of ['/api', '/api/', '/api/nope', '/api?x=1']) {
    const answer = await get(url)
    assert.equal(answer.statusCode, 404, url)
    assert.equal(answer.json().errorCode, 'NOT_FOUND')
  }
})

test('a method that a path does not accept gets 405 with the accepted ones', async () => {
  const answer = await app.inject({ method: 'DELETE', url: '/api/staff/12' })
  assert.equal(answer.statusCode, 405)
  assert.equal(answer.headers.allow, 'GET, PATCH')
  assert.equal(answer.json().errorMessage, '/api/staff/12 只接受 GET、PATCH 请求。')
})

test('every response forbids type sniffing and referrers, and requires HTTPS', async () => {
  for (const url of ['/', '/logo.svg', '/api/currentUser', '/api/nope']) {
    const { headers } = await get(url)
    assert.equal(headers['x-content-type-options'], 'nosniff', url)
    assert.equal(headers['referrer-policy'], 'no-referrer', url)
    assert.match(String(headers['strict-transport-security']), /max-age=31536000/)
  }
})

test('every response has a policy that forbids framing, plug-ins and another base address', async () => {
  for (const url of [
    '/',
    '/logo.svg',
    '/assets/index-abc.js',
    '/api/currentUser',
    '/api/nope',
    '/s/none',
    '/api/docs',
  ]) {
    const policy = String((await get(url)).headers['content-security-policy'])
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(directive), `${url}: ${directive}`)
  }
  const answer = String((await get('/api/currentUser')).headers['content-security-policy'])
  assert.match(answer, /object-src 'none'; form-action 'none'/)
})

test('version control, settings and folders have no address', async () => {
  for (const url of [
    '/.git/HEAD',
    '/.git/config',
    '/.svn/entries',
    '/.env',
    '/assets/',
    '/assets',
    '/package.json',
  ]) {
    const { body, statusCode, headers } = await get(url)
    if (statusCode === 200) assert.equal(headers['content-type'], 'text/html; charset=utf-8', url)
    assert.doesNotMatch(body, /index-abc\.css|\[core\]|ref: refs|DATABASE_URL|"private"/, url)
  }
})

test('a report about the policy is accepted whatever it contains', async () => {
  const headers = { 'content-type': 'application/csp-report' }
  for (const payload of ['{"csp-report":{"blocked-uri":"https://x/?q=1"}}', '{}']) {
    const answer = await app.inject({ method: 'POST', url: '/api/csp', headers, payload })
    assert.equal(answer.statusCode, 204)
  }
})

test('the program is live and ready; from the stop signal on it is live but not ready', async () => {
  const { data } = (await get('/api/health/live')).json()
  assert.deepEqual(data, { status: 'ok', version: PROGRAM_VERSION, schema: null })
  assert.equal((await get('/api/health/ready')).statusCode, 200)
  const draining = await buildServer({ ...parts, isDraining: () => true })
  const answer = await draining.inject({ url: '/api/health/ready' })
  assert.equal(answer.statusCode, 503)
  assert.equal(answer.json().errorCode, 'BUSY')
  assert.equal((await draining.inject({ url: '/api/health/live' })).statusCode, 200)
  await draining.close()
})

test('without its database the program is live but not ready', async () => {
  const gone = connect({ socketFolder: join(folder, 'nowhere') }, () => {})
  const without = await buildServer({ ...parts, db: gone })
  assert.equal((await without.inject({ url: '/api/health/ready' })).statusCode, 503)
  assert.equal((await without.inject({ url: '/api/health/live' })).statusCode, 200)
  await without.close()
  await gone.destroy()
})

test('while nothing can be written the program is live but not ready, and says why', async () => {
  const full = await buildServer({ ...parts, isDiskFull: () => true })
  const answer = await full.inject({ url: '/api/health/ready' })
  assert.equal(answer.statusCode, 503)
  assert.match(answer.json().errorMessage, /磁盘空间不足/)
  assert.equal((await full.inject({ url: '/api/health/live' })).statusCode, 200)
  await full.close()
  const watch = { unwritable: () => ({ sentence: '数据库现在只能读，不能保存。' }) } as SystemWatch
  const readOnly = await buildServer({ ...parts, watch })
  const refused = await readOnly.inject({ url: '/api/health/ready' })
  assert.equal(refused.statusCode, 503)
  assert.match(refused.json().errorMessage, /只能读/)
  await readOnly.close()
})

test('a file is sent in the smallest encoding that the browser accepts; encoded files have no address', async () => {
  const encodedAs = async (encodings: string) => {
    const answer = await app.inject({
      url: '/assets/index-abc.js',
      headers: { 'accept-encoding': encodings },
    })
    assert.match(String(answer.headers['content-type']), /javascript/)
    return [answer.headers['content-encoding'], answer.body, answer.headers.vary]
  }
  assert.deepEqual(await encodedAs('gzip, deflate, br'), ['br', 'brotli of it', 'accept-encoding'])
  assert.deepEqual(await encodedAs('gzip'), ['gzip', 'gzip of it', 'accept-encoding'])
  assert.deepEqual((await encodedAs('')).slice(0, 2), [undefined, 'export {}'])
  assert.equal((await get('/assets/index-abc.js.br')).statusCode, 404)
})
