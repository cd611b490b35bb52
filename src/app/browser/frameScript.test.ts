import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { HOME, SIGN_IN } from '#app/routes.ts'
import { earlyRoutes } from '#people/sign-in/earlyRoutes.ts'
import { FIRST_READS, firstReads, screenCalls, startupCall } from './earlyCalls.ts'
import { DEFAULT_LOCALE, directionOf, languages } from './languages.ts'

const ADMIN = { id: 1, role: 1, companyCode: '002', parentId: 7 } as const

function callOf(path: string) {
  const call = screenCalls[path]
  assert.ok(call)
  return call
}

const script = readFileSync(join(import.meta.dirname, '../../../public/frame.js'), 'utf8')

/** Returns how the script changes the document, for a visitor with this storage at this path. */
function rootAfter(stored: Record<string, string>, pathname = '/welcome', { api = '/', search = '' } = {}) {
  const classes = new Set<string>()
  const [mark, name] = [{ src: '/logo.svg', width: 24, height: 24 }, { textContent: '后台' }]
  const parsed: Record<string, object> = {}
  const document = {
    title: '后台',
    currentScript: { dataset: { api } },
    documentElement: { dir: '', classList: classes },
    querySelector: (selector: string) => parsed[selector] ?? null,
  }
  const watchers: (() => void)[] = []
  class MutationObserver {
    constructor(watch: (changes: unknown, observer: MutationObserver) => void) {
      watchers.push(() => watch([], this))
    }
    observe() {}
    disconnect() {
      watchers.length = 0
    }
  }
  const localStorage = { getItem: (key: string) => stored[key] ?? null }
  const requests: { url: string; headers: unknown }[] = []
  const fetch = async (url: string, { headers }: { headers: unknown }) => {
    requests.push({ url, headers })
    return url
  }
  const window: { earlyResponses?: unknown } = {}
  runInNewContext(script, {
    document,
    localStorage,
    location: { pathname, search },
    MutationObserver,
    fetch,
    window,
  })
  for (const watch of watchers) watch()
  const early = { ...mark, name: name.textContent }
  parsed.noscript = {}
  parsed['.early-frame .brand'] = { children: [mark, name] }
  for (const watch of [...watchers]) watch()
  const { title, documentElement } = document
  return {
    dir: documentElement.dir || 'ltr',
    classes: [...classes],
    title,
    early,
    shown: { ...mark, name: name.textContent },
    isWatching: watchers.length > 0,
    requests,
  }
}

test('frame.js mirrors the document for the same languages as the console', () => {
  for (const locale of Object.keys(languages)) {
    assert.equal(rootAfter({ locale }).dir, directionOf(locale), locale)
  }
  for (const locale of ['', 'fast', 'hexen']) assert.equal(rootAfter({ locale }).dir, 'ltr', locale)
})

test('frame.js shows the frame only with a token, and never on the sign-in page', () => {
  assert.deepEqual(rootAfter({}).classes, [])
  assert.deepEqual(rootAfter({ token: 'x' }).classes, ['signed-in'])
  assert.deepEqual(rootAfter({ token: 'x' }, SIGN_IN).classes, [])
})

test('frame.js requests what every page of the console reads first, as the console would', () => {
  const urls = [earlyRoutes.currentUser.path, startupCall.endpoint.path]
  const { requests } = rootAfter({ token: 'x', locale: 'en-US' })
  assert.deepEqual(
    requests.map(({ url }) => url),
    urls,
  )
  const headers = { authorization: 'x', 'accept-language': 'en-US' }
  for (const request of requests) assert.deepEqual({ ...(request.headers as object) }, headers)
  const [first] = rootAfter({ token: 'x' }).requests
  assert.deepEqual({ ...(first?.headers as object) }, { ...headers, 'accept-language': DEFAULT_LOCALE })
  const elsewhere = rootAfter({ token: 'x' }, '/welcome', { api: 'https://api.example.com/' }).requests
  assert.deepEqual(
    elsewhere.map(({ url }) => url),
    urls.map((url) => `https://api.example.com${url}`),
  )
  assert.deepEqual(rootAfter({}).requests, [])
  assert.deepEqual(rootAfter({ token: 'x' }, SIGN_IN).requests, [])
})

test('frame.js requests what the screen reads first, as the console has stored it, if the address has no filters', () => {
  const stored = { token: 'x', [FIRST_READS]: JSON.stringify(firstReads(ADMIN)) }
  const urlsAt = (pathname: string, search = '') =>
    rootAfter(stored, pathname, { search }).requests.map(({ url }) => url)
  const ofPage = urlsAt('/no-such-screen')
  const { endpoint } = callOf('/store-management')
  assert.deepEqual(urlsAt('/store-management'), [...ofPage, `${endpoint.path}?current=1&pageSize=20`])
  assert.deepEqual(urlsAt('/'), [...ofPage, callOf(HOME).endpoint.path])
  assert.deepEqual(urlsAt('/store-management', '?status=serving'), ofPage)
  assert.ok(script.includes(`getItem('${FIRST_READS}')`))
})

test('frame.js restores the width of the menu', () => {
  assert.deepEqual(rootAfter({ 'menu-collapsed': 'yes' }).classes, ['menu-collapsed'])
  assert.deepEqual(rootAfter({ 'menu-collapsed': 'no' }).classes, [])
})

test('frame.js shows the brand of the last visit once the frame is complete, and only with a token', () => {
  const brand = { title: '青禾客服', src: '/logos/ab', width: 48, height: 24 }
  const stored = { brand: JSON.stringify(brand) }
  const own = { src: '/logo.svg', width: 24, height: 24, name: '后台' }
  const after = rootAfter({ ...stored, token: 'x' })
  assert.deepEqual(after.early, own)
  assert.deepEqual(after.shown, { src: '/logos/ab', width: 48, height: 24, name: '青禾客服' })
  assert.deepEqual([after.title, after.isWatching], ['青禾客服', false])
  for (const other of [
    rootAfter(stored),
    rootAfter({ token: 'x' }),
    rootAfter({ ...stored, token: 'x' }, SIGN_IN),
  ])
    assert.deepEqual([other.shown, other.title, other.isWatching], [own, '后台', false])
})

test('frame.js reads the brand under the key and in the form in which the console stores it', () => {
  const source = readFileSync(join(import.meta.dirname, '../../kit/ui/brand.tsx'), 'utf8')
  const key = /const KEY = '(\w+)'/.exec(source)?.[1]
  assert.ok(script.includes(`getItem('${key}')`))
  for (const field of ['title', 'src', 'width', 'height']) {
    assert.match(source, new RegExp(`^  ${field}: (string|number)$`, 'm'))
    assert.ok(script.includes(`brand.${field}`), field)
  }
})
