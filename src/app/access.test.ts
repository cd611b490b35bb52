import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Need } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { assertMayCall } from '#kit/serve.ts'
import { testApp } from '#testing/testApp.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { featuresWith } from './features.ts'

const { app, as, db } = await testApp(seedWorld)

const features = featuresWith(SIGN_IN)
const endpoints = features.flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))

/**
 * Specification §6, written by hand and deliberately not taken from access/: the accounts that hold each permission.
 */
const HOLDERS: Record<Exclude<Need, null>, string> = {
  canAdmin: 'admin admin2',
  canManageUser: 'admin admin2 head',
  canReadCustomer: 'admin admin2 head sales finance',
  canUpdateCustomer: 'admin admin2 sales finance',
  canTransferCustomer: 'admin admin2 sales',
  canChargeCustomer: 'admin admin2 finance',
  canWarningCustomer: 'admin admin2 head finance',
  canReadStore: 'admin admin2 head agent sales finance',
  canReadStopStore: 'admin admin2 sales finance',
  canUpdateStore: 'admin admin2 sales finance',
  canReportWorklog: 'admin admin2 head agent',
  canAssignStore: 'admin admin2 head agent',
  canReportReimbursementBill: 'admin admin2 head agent sales finance',
  canManageMonthlyFinancial: 'admin admin2',
  canReviewReimbursementBill: 'admin admin2 finance',
  canReviewWorklog: 'admin admin2 head',
  signedIn: 'admin admin2 head agent sales finance',
}

const ACCOUNTS = ['admin', 'admin2', 'head', 'agent', 'sales', 'finance']

/**
 * Endpoints that check more than the gate does, because the permission depends on the input; tested in their features.
 */
const FURTHER: Record<string, string> = {
  'GET /api/staff/options': 'the purpose of the list decides',
  'GET /api/audit-logs': 'the kind of record decides',
  'POST /api/system/status/backup': 'only admins of the headquarters make a backup',
  'POST /api/system/status/check': 'only admins of the headquarters check again',
  'GET /api/imports/setup/:id/undo/consequences': 'only users who may create stores and customers undo a run',
}

/** An id that no record has: a call that passes the gate then fails for a reason other than permission. */
const UNKNOWN_ID = '999999'

const route = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

async function statusOf(username: string | null, endpoint: (typeof endpoints)[number]) {
  const path = endpoint.path.replaceAll(/:\w+/g, UNKNOWN_ID)
  const caller = as(username)
  const call = { GET: caller.get, POST: caller.post, PATCH: caller.patch, DELETE: caller.delete }[
    endpoint.method
  ]
  return call(path)
}

for (const endpoint of endpoints) {
  const { needs } = endpoint
  // Signing out would end the session that the other calls use, and checks nothing else.
  if (route(endpoint) === 'POST /api/login/outLogin') continue

  test(`${route(endpoint)} needs ${needs ?? 'nothing'}`, async () => {
    const nobody = await statusOf(null, endpoint)
    if (needs === null) {
      assert.notEqual(nobody.body.errorMessage, '您尚未登录，或登录已失效，请重新登录。')
      return
    }
    assert.deepEqual([nobody.status, nobody.body.errorCode], [401, 'UNAUTHENTICATED'], 'nobody')
    for (const username of ACCOUNTS) {
      const answer = await statusOf(username, endpoint)
      const holds = HOLDERS[needs].split(' ').includes(username)
      if (holds && FURTHER[route(endpoint)]) assert.notEqual(answer.status, 401, username)
      else if (holds)
        assert.ok(![401, 403].includes(answer.status), `${username}: ${answer.body.errorMessage}`)
      else assert.deepEqual([answer.status, answer.body.errorCode], [403, 'FORBIDDEN'], username)
      assert.ok(answer.status < 500, `${username}: ${answer.status} ${answer.body.errorMessage}`)
    }
  })

  test(`${route(endpoint)} rejects a missing and an unknown role if it needs a permission`, () => {
    for (const role of [null, 9]) {
      const person = { id: 1, username: 'x', name: 'x', role, parentId: null, companyCode: '001' }
      const assertAllowed = () =>
        assertMayCall(endpoint, { ...person, mustChangePassword: false, mustSetSecondFactor: false })
      if (needs === null || needs === 'signedIn') assert.doesNotThrow(assertAllowed)
      else assert.throws(assertAllowed, (error) => error instanceof AppError && error.code === 'FORBIDDEN')
    }
  })
}

test('permission is checked before the body is parsed', async () => {
  const token = await tokenOf('agent')
  const headers = { authorization: token, 'content-type': 'application/json' }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/customers',
    headers,
    payload: '{ this is no JSON',
  })
  assert.equal(answer.statusCode, 403)
})

async function tokenOf(username: string): Promise<string> {
  const { data } = await as(null).post('/api/login/account', {
    type: 'account',
    username,
    password: 'Demo@2026',
  })
  return data.token
}

const idOf = {
  staff: async (username: string) =>
    (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id,
  customers: async (name: string) =>
    (await db.selectFrom('customer').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id,
  stores: async (name: string) =>
    (await db.selectFrom('store').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id,
}

/** A record of company 001 and one of 002, for each resource that is read by id. */
const RECORDS = {
  staff: { '001': 'agent', '002': 'sales-b' },
  customers: { '001': '杭州晨曦家居有限公司', '002': '恒月母婴' },
  stores: { '001': '晨曦家居旗舰店', '002': '恒月母婴' },
} as const

/** Accounts that can read the record of their own company; other accounts with the permission get 404. */
const WITHIN: Record<keyof typeof RECORDS, string> = {
  staff: 'admin head',
  customers: 'admin head sales finance',
  stores: 'admin head agent sales finance',
}

for (const resource of ['staff', 'customers', 'stores'] as const) {
  test(`/api/${resource}/:id: a record of another company returns 404, except to the admin of 001`, async () => {
    const recordUrl = `/api/${resource}/${await idOf[resource](RECORDS[resource]['001'])}`
    const foreign = `/api/${resource}/${await idOf[resource](RECORDS[resource]['002'])}`
    for (const username of WITHIN[resource].split(' ')) {
      assert.equal((await as(username).get(recordUrl)).status, 200, `${username} ${recordUrl}`)
      assert.equal(
        (await as(username).get(foreign)).status,
        username === 'admin' ? 200 : 404,
        `${username} ${foreign}`,
      )
    }
    assert.equal((await as('admin2').get(recordUrl)).status, 404)
    assert.equal((await as('admin2').get(foreign)).status, 200)
  })

  test(`/api/${resource}/:id: a record out of reach gets the same response as a missing one`, async () => {
    const foreign = await as('admin2').get(
      `/api/${resource}/${await idOf[resource](RECORDS[resource]['001'])}`,
    )
    const unknown = await as('admin2').get(`/api/${resource}/${UNKNOWN_ID}`)
    assert.deepEqual({ ...foreign.body, traceId: '' }, { ...unknown.body, traceId: '' })
  })
}
