import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract.ts'
import { type ErrorData, STATUS } from '#kit/errors.ts'
import { hashToken } from '#kit/secret.ts'
import { NOT_A_SENTENCE } from '#kit/sentenceText.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { type GeneratedRequest, injected, MOBILE, PASSWORDS, requestsTo } from '#testing/testRequests.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { featuresWith } from './features.ts'
import { loggerOptions } from './logger.ts'
import { buildServer } from './server.ts'

// Requests per endpoint. A push runs the same requests each time, `npm run test:long` more and random ones.
const numRuns = Number(process.env.FUZZ_RUNS ?? 15)
const seedSetting = process.env.FUZZ_SEED ?? '20260519'
const seed = seedSetting === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(seedSetting)

const { db, clock, watch } = await testApp(seedWorld)
let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += chunk
    done()
  },
})
const codes: string[] = []
const app = await buildServer({
  db,
  clock: () => clock.now,
  keyFor: TEST_KEYS,
  requestsPerSecond: 1_000_000,
  budgetFactor: null,
  sendCode: async (_mobile, code) => void codes.push(code),
  logger: { ...loggerOptions('trace'), stream },
  watch,
})
after(() => app.close())

// The admin, who has the most permissions, sends the most requests.
const PEOPLE = ['admin', 'admin', 'admin', 'admin2', 'head', 'agent', 'sales', 'finance', null] as const
const tokens = new Map(
  PEOPLE.filter((who) => who !== null).map((who) => [who as string, `token-of-${who}-in-the-fuzzer`]),
)

/**
 * Signs in users again who were signed out, disabled or sent to a required setup, so that requests reach the handlers.
 */
async function letAllIn(): Promise<void> {
  await sql`update staff set status = 'active', must_change_password = false where username = any(${[...tokens.keys()]})`.execute(
    db,
  )
  await sql`delete from second_factor_rule`.execute(db)
  for (const [username, token] of tokens) {
    await sql`insert into session (token_hash, staff_id, created_at, seen_at, auto_login)
      select ${hashToken(token)}, id, ${clock.now}, ${clock.now}, true from staff where username = ${username}
      on conflict do nothing`.execute(db)
  }
}
await letAllIn()

const { rows: tables } = await sql<{ name: string }>`
  select table_name as name from information_schema.tables where table_schema = 'public' and table_name like '%\\_%'`.execute(
  db,
)

/** Texts that would reveal the program's internals. */
const INSIDE = new RegExp(
  `\\.tsx?\\b|node_modules|node:|    at |\\bselect\\b.+\\bfrom\\b|insert into|syntax error|violates|relation "|duplicate key|constraint|pglite|kysely|postgres|undefined|${tables.map(({ name }) => `\\b${name}\\b`).join('|')}`,
  'i',
)

const counts = new Map<number, number>()
/** Contact data of all staff and customers. */
const { rows: contacts } = await sql<{
  contact: string
}>`select mobile as contact from staff where mobile is not null
  union select mobile from customer where mobile is not null
  union select wechat from customer where wechat is not null`.execute(db)
/** Texts that must not be in the log: secrets known in advance, and those that a response shows once. */
const secrets = new Set<string>([...tokens.values(), ...PASSWORDS, MOBILE])
for (const { contact } of contacts) secrets.add(contact)
const secretCountBefore = secrets.size

function collectSecrets(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'string' && /^(token|ticket|oneTimePassword|secret|uri)$/.test(name))
      secrets.add(part)
    else if (name === 'recoveryCodes' && Array.isArray(part)) for (const code of part) secrets.add(code)
    else collectSecrets(part)
  }
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

/** Returns the text of a response body; long ones are compressed as the request asked. */
function textOf(bytes: Buffer, encoding: unknown): string {
  return (DECODERS[String(encoding)]?.(bytes) ?? bytes).toString()
}

async function sendRequest(endpoint: Endpoint, request: GeneratedRequest): Promise<void> {
  const answer = await app.inject(injected(request, tokens.get(request.who ?? '')))
  const { statusCode: status, headers } = answer
  const text = textOf(answer.rawPayload, headers['content-encoding'])
  counts.set(status, (counts.get(status) ?? 0) + 1)
  const about = `${status} ${text.slice(0, 500)}`
  assert.ok(status < 500, about)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', about)
  assert.equal(headers['cache-control'], 'no-store', about)
  const body = JSON.parse(text)
  if (status === 200) {
    assert.deepEqual(Object.keys(body), ['success', 'data'])
    assert.equal(body.success, true)
    const parsed = endpoint.output.safeParse(body.data)
    // Handlers return sentences, callers receive them as texts.
    const wrong = parsed.error?.issues.filter(
      ({ message, path }) => !(message === NOT_A_SENTENCE && isText(body.data, path)),
    )
    assert.deepEqual(wrong ?? [], [], about)
    assert.ok(!request.hasUnknownField, `took a field that it does not know: ${about}`)
    assert.ok(request.who !== null || endpoint.needs === null, about)
    collectSecrets(body.data)
    if (endpoint.method !== 'GET') await letAllIn()
  } else assertRefusal(status, body, about)
}

const isText = (data: unknown, path: readonly PropertyKey[]) =>
  typeof path.reduce((part, key) => (part as Record<PropertyKey, unknown>)?.[key], data) === 'string'

function assertRefusal(status: number, body: Record<string, unknown>, about: string): void {
  const { success, errorCode, errorMessage, showType, traceId, data, ...more } = body
  assert.deepEqual(more, {}, about)
  assert.equal(success, false, about)
  assert.equal(STATUS[errorCode as keyof typeof STATUS], status, about)
  assert.ok([0, 1, 2, 4].includes(showType as number), about)
  assert.match(traceId as string, /^[0-9a-f-]{36}$/, about)
  assert.match(errorMessage as string, /\p{Script=Han}/u, about)
  assert.ok(data === undefined || typeof data === 'object', about)
  assert.doesNotMatch(JSON.stringify([errorMessage, (data as ErrorData | undefined)?.fields]), INSIDE, about)
}

const endpoints = featuresWith(SIGN_IN).flatMap((feature) =>
  feature.endpoints.map(({ endpoint }) => endpoint),
)

for (const endpoint of endpoints) {
  test(`${endpoint.method} ${endpoint.path} responds correctly to any input from any user`, async () => {
    await letAllIn()
    const property = fc.asyncProperty(requestsTo(endpoint, PEOPLE), (request) =>
      sendRequest(endpoint, request),
    )
    await fc.assert(property, { numRuns, seed })
  })
}

test('many requests succeed, and the log contains no secret from any request', (context) => {
  const requestCount = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shares = [...counts].sort().map(([status, count]) => `${status}: ${count}`)
  context.diagnostic(`seed ${seed}, ${requestCount} requests; ${shares.join(', ')}`)
  assert.ok((counts.get(200) ?? 0) > requestCount / 20)
  assert.ok(contacts.length > 10)
  assert.ok(secrets.size > secretCountBefore + 2)
  const lines = log.trim().split('\n')
  assert.ok(lines.length > requestCount, `${lines.length} lines`)
  for (const secret of [...secrets, ...codes.map((code) => `"${code}"`)]) {
    const telling = lines.find((line) => line.includes(secret))
    assert.equal(telling?.slice(0, 2_000), undefined, secret)
  }
  assert.doesNotMatch(log, /\$argon2/)
})
