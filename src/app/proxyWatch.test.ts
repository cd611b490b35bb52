import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { NOON, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { proxyWatch, reportSharedAddress } from './proxyWatch.ts'

const { db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

/** A server whose proxies are watched, and the warnings that it logs. */
function watchedServer(trustProxy: string[]) {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = fastify({ logger: { level: 'warn', stream } })
  const proxies = proxyWatch(trustProxy)
  proxies.watch(app)
  app.get('/', async () => 'fine')
  const get = (headers: Record<string, string>) => app.inject({ url: '/', headers })
  return { get, lines, isIgnored: proxies.isIgnored }
}

test('without TRUST_PROXY the first request through a proxy is logged, and remembered for the settings', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
    const { get, lines, isIgnored } = watchedServer([])
    await get({})
    assert.equal(isIgnored(), false)
    for (let n = 0; n < 3; n += 1) await get({ [header]: '203.0.113.7' })
    assert.equal(isIgnored(), true)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /TRUST_PROXY is not set/)
  }
})

test('with TRUST_PROXY nothing is logged', async () => {
  const { get, lines, isIgnored } = watchedServer(['loopback'])
  await get({ 'x-forwarded-for': '203.0.113.7' })
  assert.deepEqual([isIgnored(), lines], [false, []])
})

test('several people who all signed in from one address of this machine are logged', async () => {
  const warnings: unknown[] = []
  const log = { warn: (facts: unknown) => void warnings.push(facts) }
  const report = (trustProxy: string[] = []) =>
    reportSharedAddress(db, { trustProxy, now: NOON, log: log as never })
  const signIn = async (username: string, ip: string) => {
    const owner = { staffId: await staffId(username), companyCode: '001', name: username }
    const facts = { userAgent: '', knownDevice: true, factor: 'password', outcome: 'success' } as const
    await db
      .insertInto('signInAttempt')
      .values({ at: NOON, lastAt: NOON, ip, ...owner, ...facts })
      .execute()
  }
  await signIn('agent', '127.0.0.1')
  await report()
  assert.deepEqual(warnings, [], 'one person may work on the server itself')
  await signIn('head', '127.0.0.1')
  await report(['loopback'])
  assert.deepEqual(warnings, [])
  await report()
  assert.deepEqual(warnings, [{ ip: '127.0.0.1', people: 2 }])
  await signIn('sales', '203.0.113.7')
  await report()
  assert.equal(warnings.length, 1)
})
