import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DemoAccounts } from '#kit/demoAccounts.ts'
import { escapeHtml } from '#kit/html.ts'
import { serveAssets, YEAR_S } from './assets.ts'
import { PARTS_FILE } from './builtParts.ts'
import { preloadLinks } from './preloads.ts'

export interface WebParts {
  /** The built front end: index.html, assets/ with hashed names, and the files of public/. */
  folder: string
  title: string
  /** The API's address, as set in the build; `/` for this server. */
  apiUrl: string
  /** Whether sign-in codes can be sent. */
  codeSignIn: boolean
  /** The accounts of the demo, for its pages; null for a real installation. */
  demo: DemoAccounts | null
}

/** Text formats state their encoding. */
export const SVG_TYPE = 'image/svg+xml; charset=utf-8'

/** Serves the front end on the port of the API: its files, and index.html for every other path outside the API. */
export async function serveWeb(
  app: FastifyInstance,
  { folder, title, apiUrl, codeSignIn, demo }: WebParts,
): Promise<void> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('__APP_TITLE__', escapeHtml(title))
    .replaceAll('__API_URL__', escapeHtml(apiUrl))
    .replaceAll('__CODE_SIGN_IN__', codeSignIn ? 'on' : 'off')
    .replaceAll('__DEMO__', demo ? escapeHtml(JSON.stringify(demo)) : '')
  const linksOf = preloadLinks(folder)
  const origins = apiUrl === '/' ? "'self'" : `'self' ${new URL(apiUrl).origin}`
  const sources = [
    "script-src 'self'",
    `connect-src ${origins}`,
    // `blob:` and `data:` are pictures that the console holds in memory.
    `img-src ${origins} blob: data:`,
  ].join('; ')
  await serveFiles(app, folder)
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' })
      .send(JSON.stringify(webManifest(title))),
  )
  app.get('/*', (request, reply) => {
    if (!isScreen(request.url)) return reply.callNotFound()
    const nonce = newNonce()
    sendDocument(reply, `${sources}; style-src 'self' 'nonce-${nonce}'`)
    const links = linksOf(request.url.split('?')[0] ?? '')
    return reply.send(page.replaceAll('__NONCE__', nonce).replace('</head>', `  ${links}\n  </head>`))
  })
}

/**
 * Serves the files of the build. Those outside `assets/` have a route each, so that every other path stays a screen's.
 */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  serveAssets(app, join(folder, 'assets'))
  await app.register(fastifyStatic, {
    index: false,
    preCompressed: true,
    cacheControl: false,
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**', 'index.html', 'build.json', PARTS_FILE, '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'public, max-age=3600')
      if (path.endsWith('.svg')) reply.header('content-type', SVG_TYPE)
    },
  })
}

/** Whether a URL is a screen's: not the API's, and not a file's, which has a dot in the last part of its path. */
function isScreen(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  if (/^\/(api|assets)(\/|$)/.test(path)) return false
  return path === '/index.html' || !/\.[^/]*$/.test(path)
}

/** The web app manifest, with which a phone installs the console as an app. There is no service worker (specification §4). */
function webManifest(title: string): object {
  return {
    id: '/',
    name: title,
    short_name: title,
    lang: 'zh-CN',
    start_url: '/',
    display: 'standalone',
    theme_color: '#ffffff',
    background_color: '#f5f6f8',
    icons: [
      { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

/** A random value for the inline styles of one response. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Sets the headers of an HTML document (design/trust.md, Web front end); `policy` adds to its security policy. */
export function sendDocument(reply: FastifyReply, policy: string): void {
  const fixed = [
    "default-src 'none'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup or code, and no policy can allow it (docs/decisions/129).
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${fixed}; ${policy}; report-uri /api/csp`,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
  })
}

/** Headers of every response. A document replaces the policy, which lets an answer that is opened as a page do nothing. */
export const COMMON_HEADERS = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
  'cross-origin-resource-policy': 'same-origin',
}

/** Sets the headers of every response. Browsers obey the HTTPS rule only if it arrives over HTTPS. */
export function setCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Signing out clears the browser's cache of the user's data. For a page of another origin, browsers ignore the
    // header.
    const site = request.headers['sec-fetch-site'] ?? 'same-origin'
    if (request.url.startsWith('/api/login/outLogin') && site === 'same-origin')
      reply.header('clear-site-data', '"cache"')
    reply.headers(COMMON_HEADERS)
  })
}
