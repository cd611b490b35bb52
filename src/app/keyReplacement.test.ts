import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { findSealedCards } from '#finance/reimbursement-bills/queries.ts'
import { cardOwner } from '#finance/reimbursement-bills/steps.ts'
import { claimsOf } from '#finance/reimbursement-bills/testClaims.ts'
import { decrypt } from '#kit/encryption.ts'
import { deriveKeys, type KeyFor, MASTER_KEY_BYTES, replacementOf } from '#kit/keys.ts'
import { sealPending, verifyChain } from '#platform/audit-logs/queries.ts'
import { getRobot, insertWebhook } from '#platform/webhooks/queries.ts'
import { NOON, PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { replaceKey } from './keyReplacement.ts'
import { checkKey } from './masterKey.ts'
import { buildServer } from './server.ts'
import { StartError } from './settings.ts'

const { app, as, clock, db } = await testApp(seedWorld)
const { staffId, customerId } = idsIn(db)

const NEXT = replacementOf(Buffer.alloc(MASTER_KEY_BYTES, 7))
const nextKeys = deriveKeys(NEXT)
const CARD = '6222020200112233445'
const URL_OF_ROBOT = 'https://oapi.dingtalk.com/robot/send?access_token=x'

/** What is encrypted or hashed with the key: a second factor, a robot, a card, a link, a stored response. */
async function fill() {
  await checkKey(db, TEST_KEYS)
  const path = '/api/currentUser/second-factor'
  const { secret } = (await as('agent').post(`${path}/begin`, { password: PASSWORD })).data
  const { recoveryCodes } = (await as('agent').post(`${path}/confirm`, { otp: otpOf(secret) })).data
  const robot = { name: '店群', kind: 'dingtalk' as const, url: new URL(URL_OF_ROBOT), secret: 'SEC-x' }
  const robotId = await insertWebhook(db, TEST_KEYS, robot, {
    companyCode: '001',
    actorId: await staffId('admin'),
    at: NOON,
  })
  await db
    .updateTable('staff')
    .set({ payeeBank: '招商银行', payeeCard: CARD })
    .where('username', '=', 'sales')
    .execute()
  const claimId = await claimsOf({ as }).submitted('sales')
  return { secret, recoveryCode: recoveryCodes[0], robotId, claimId, link: await makeLink() }
}

const otpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() })

/** The path of a merchant's link; its bill is created with a key for repeats. */
async function makeLink(): Promise<string> {
  await as('admin').patch('/api/statement-rules', { isOn: true, version: 0 })
  const line = { label: '支援', qty: 1, priceCents: 100_000, taxRateBp: 600 }
  const bill = { customerId: await customerId('杭州晨曦家居有限公司'), kind: 'adjustment', month: '2026-05' }
  const { token } = await signIn(app, 'finance')
  const created = await app.inject({
    method: 'POST',
    url: '/api/customer-bills',
    headers: { authorization: token, 'idempotency-key': 'a'.repeat(32) },
    payload: { ...bill, lines: [line] },
  })
  const { id, version } = created.json().data
  await as('finance').post(`/api/customer-bills/${id}/issue`, { version })
  return (await as('finance').post(`/api/customer-bills/${id}/statement`)).data.path
}

async function signIn(server: FastifyInstance, username: string) {
  const payload = { type: 'account', username, password: PASSWORD }
  return (await server.inject({ method: 'POST', url: '/api/login/account', payload })).json().data
}

const isHolding = async (keyFor: KeyFor) => {
  await sealPending(db, keyFor('audit'))
  return (await verifyChain(db, keyFor('audit'), '001', [])).broken === null
}

test('after a replacement everything works with the new key and nothing with the former, and the log still verifies', async () => {
  const { secret, recoveryCode, robotId, claimId, link } = await fill()
  assert.equal(await isHolding(TEST_KEYS), true)
  assert.equal((await app.inject({ url: link })).statusCode, 200)

  const replaced = await replaceKey(db, { before: TEST_KEYS, after: nextKeys }, clock.now)
  const { check, ...counts } = replaced
  assert.equal(check, 1)
  assert.deepEqual(counts, {
    'kept-answers': 1,
    'second-factor': 1,
    'recovery-codes': 10,
    webhook: 1,
    'payee-card': 1,
    statement: 1,
  })

  await checkKey(db, nextKeys)
  await assert.rejects(checkKey(db, TEST_KEYS), StartError)
  assert.equal(await isHolding(nextKeys), true)
  assert.deepEqual(await getRobot(db, nextKeys, '001', robotId), {
    kind: 'dingtalk',
    url: URL_OF_ROBOT,
    secret: 'SEC-x',
  })
  await assert.rejects(getRobot(db, TEST_KEYS, '001', robotId))
  const card = (await findSealedCards(db, [claimId])).get(claimId) ?? Buffer.alloc(0)
  assert.equal(decrypt(nextKeys('payee-card'), card, cardOwner(claimId)).toString(), CARD)

  const server = await buildServer({ db, clock: () => clock.now, keyFor: nextKeys })
  after(() => server.close())
  assert.equal((await server.inject({ url: link })).statusCode, 404)
  const secondStep = async (otp: string) => {
    const { ticket } = await signIn(server, 'agent')
    const payload = { type: 'ticket', ticket, otp }
    return (await server.inject({ method: 'POST', url: '/api/login/account', payload })).statusCode
  }
  clock.now = new Date(NOON.getTime() + 60_000)
  assert.equal(await secondStep(recoveryCode), 401)
  assert.equal(await secondStep(otpOf(secret)), 200)
  const line = await db.selectFrom('audit').select('actorName').where('action', '=', 'replace-key').execute()
  assert.deepEqual(line, [{ actorName: '系统' }])
})

test('with a key that is not the present one nothing is replaced', async () => {
  const before = await db.selectFrom('secondFactor').selectAll().execute()
  const other = deriveKeys(Buffer.alloc(MASTER_KEY_BYTES, 9))
  await assert.rejects(replaceKey(db, { before: other, after: TEST_KEYS }, clock.now), StartError)
  await checkKey(db, nextKeys)
  assert.deepEqual(await db.selectFrom('secondFactor').selectAll().execute(), before)
})
