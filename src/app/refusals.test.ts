import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { jpg } from '#finance/reimbursement-bills/testClaims.ts'
import type { Endpoint } from '#kit/contract.ts'
import { type Answer, PASSWORD } from '#testing/testApp.ts'
import { CANARY, CANARY_CENTS, CANARY_MOBILE, type HiddenRecords } from '#testing/testHidden.ts'
import { importWorld, taobaoFile } from '#testing/testImports.ts'
import { inputOf, kindOf, namesRecord } from '#testing/testInputs.ts'
import { makeOutOfReach } from '#testing/testOutOfReach.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { featuresWith } from './features.ts'

const world = await importWorld()
const { as } = world

const writers = featuresWith(SIGN_IN)
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method, needs }) => method !== 'GET' && needs !== null)
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Users who cannot reach the hidden records, because of team, owner or company. */
const PEOPLE = ['agent', 'head', 'sales', 'admin2'] as const

interface Tried extends Answer {
  who: (typeof PEOPLE)[number]
  route: string
}

const tried: Tried[] = []
let hidden: HiddenRecords = {}

/** A picture for attachments, a platform's table for all other uploads. */
function fileFor({ path }: Endpoint) {
  const table = taobaoFile({ [`${CANARY}旗舰店:小赵`]: [9, 9, 0] })
  return path.includes('attachments') ? { name: '照片.jpg', bytes: jpg('another') } : table
}

async function send(who: string, endpoint: Endpoint, input: Record<string, unknown>): Promise<Answer> {
  const rest = { ...input }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return String(value)
  })
  // A wrong password would be refused before the record is looked for.
  if ('password' in rest) rest.password = PASSWORD
  const caller = as(who)
  if (endpoint.takes === 'file') {
    const fields = Object.entries(rest).map(([name, value]) => [name, String(value)])
    return caller.upload(path, fileFor(endpoint), Object.fromEntries(fields))
  }
  const { post, patch, delete: remove } = caller
  return { POST: post, PATCH: patch, DELETE: remove }[endpoint.method as 'POST'](path, rest)
}

/** The inputs that name a record: one with the required fields only, one with all fields. */
function inputsFor(endpoint: Endpoint): Record<string, unknown>[] {
  const inputs = (['least', 'all'] as const).map((extent) => inputOf(endpoint, hidden, extent))
  return inputs.filter((input) => namesRecord(input))
}

// A single hook: several top-level hooks of a file do not wait for each other.
before(async () => {
  hidden = await makeOutOfReach(world)
  for (const who of PEOPLE) {
    for (const endpoint of writers) {
      for (const input of inputsFor(endpoint)) {
        tried.push({ who, route: routeOf(endpoint), ...(await send(who, endpoint, input)) })
      }
    }
  }
})

/** Paths whose parameter does not identify a record that could be out of reach. */
const WITHOUT_RECORD = new Set([
  '/api/companies/:code/books',
  '/api/companies/:code/disable',
  '/api/companies/:code/enable',
  '/api/companies/:code/logo',
  '/api/companies/:code/profile',
  ...['close', 'reopen', 'confirm-reopen', 'withdraw-reopen'].map(
    (step) => `/api/monthly-financials/:month/${step}`,
  ),
  '/api/preferences/:key',
  '/api/reveal-limits/:role',
])

test('the inputs satisfy the contracts, and each names an existing record', async () => {
  for (const endpoint of writers) {
    for (const input of inputsFor(endpoint)) {
      const { success, error } = endpoint.input.safeParse(input)
      assert.ok(success, `${routeOf(endpoint)} ${JSON.stringify(input)} ${error?.message}`)
    }
    const named = !endpoint.path.includes(':') || WITHOUT_RECORD.has(endpoint.path)
    assert.ok(named || kindOf(endpoint.path, hidden), routeOf(endpoint))
  }
  const { data } = await as('admin').get(`/api/customers/${hidden['/api/customers']?.id}`)
  assert.ok(data.name.includes(CANARY), 'an admin of the company reads the word')
})

/** Refusals that name the input whose record is out of reach, in the words of its form. */
const OF_A_FIELD = /不存在，或不在您可见的范围内|^请选择本公司在职的|不在您这一班的日志里/

/** Endpoints that succeed without an effect: they find no records within reach. */
const WITHOUT_EFFECT = [
  'POST /api/bulk-edits',
  'POST /api/customers/similar',
  'POST /api/rosters/clear',
  'POST /api/rosters/copy',
]

const isGate = ({ status, body }: Tried) =>
  status === 403 && body.errorMessage === '您没有这项操作的权限。如需使用，请联系管理员。'

/** Whether the request changed neither the record nor any of several records. */
function isRefusal({ status, data, body }: Tried): boolean {
  if (status === 403 || status === 404) return true
  if (status === 400) return OF_A_FIELD.test(body.errorMessage ?? '')
  const results: { problem?: string | null }[] | undefined = status === 200 ? data.results : undefined
  return Boolean(results?.length) && Boolean(results?.every(({ problem }) => problem))
}

test('users without reach to a record cannot change it through any endpoint', async () => {
  const done = tried.filter((one) => !isRefusal(one) && !WITHOUT_EFFECT.includes(one.route))
  assert.deepEqual(
    done.map(({ who, route, status, body }) => `${who} ${route} ${status} ${body.errorMessage ?? ''}`),
    [],
  )
  const { data } = await as('admin').get(`/api/stores/${hidden['/api/stores']?.id}`)
  assert.deepEqual([data.status, data.version], ['serving', hidden['/api/stores']?.version])
})

test('nearly all requests were refused by the handler, which looked for the record', () => {
  const routes = [...new Set(tried.map(({ route }) => route))]
  const barred = routes.filter((route) => tried.every((one) => one.route !== route || isGate(one)))
  assert.deepEqual(barred, [], 'nobody came past the gate')
  const past = tried.filter((one) => !isGate(one))
  assert.ok(routes.length > 120, `${routes.length} endpoints`)
  assert.ok(past.filter(({ status }) => status === 404).length > past.length * 0.85)
})

test('no response reveals anything about the record: no name, no word, no amount, no contact', () => {
  const words = [CANARY, 'miyun', CANARY_MOBILE, String(CANARY_CENTS), '88,770.07']
  const ofCompany = [
    '晨曦',
    '星澜',
    '宏远',
    '何立',
    '沈佳',
    '周小禾',
    '赵晓冬',
    '陈思雨',
    '林知远',
    '后台总部',
  ]
  const leaks = tried.flatMap(({ who, route, body }) => {
    const text = JSON.stringify(body)
    const closed = who === 'admin2' ? [...words, ...ofCompany] : words
    return closed.filter((word) => text.includes(word)).map((word) => `${who} ${route}: ${word}`)
  })
  assert.deepEqual(leaks, [])
})

test('no response to a write contains a price for role 2', () => {
  const prices = /"(storeSalary|monthlyFee|monthlyCents|baseCents|pricing|terms|lostMonthlyFee)\w*":/i
  const answersWithPrices = tried.filter(
    ({ who, body }) => ['agent', 'head'].includes(who) && prices.test(JSON.stringify(body)),
  )
  assert.deepEqual(
    answersWithPrices.map(({ who, route }) => `${who} ${route}`),
    [],
  )
})
