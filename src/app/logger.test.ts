import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import pino from 'pino'
import { handleErrors } from './errors.ts'
import { loggerOptions } from './logger.ts'
import { eventOf } from './securityEvents.ts'

/** A logger of the program, and the text that it has written. */
function testLogger() {
  const written = { text: '' }
  const stream = {
    write(text: string) {
      written.text += text
    },
  }
  return { logger: pino(loggerOptions('info'), stream), stream, written }
}

test('a log line is one line of JSON with its time in UTC, whatever the values contain', () => {
  const { logger, written } = testLogger()
  const forged = 'x\r\n{"level":"info","event":"sign-in"}\u2028\u0085\u001b[31m'
  logger.info({ path: forged }, `request ${forged}`)
  const lines = written.text.split('\n')
  assert.equal(lines.length, 2)
  assert.equal(lines[1], '')
  const line = JSON.parse(lines[0] ?? '')
  assert.deepEqual([line.level, line.path, line.msg], ['info', forged, `request ${forged}`])
  assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(line.event, undefined)
})

test('tokens and the details of database errors are left out', () => {
  const { logger, written } = testLogger()
  const token = 'a-token-of-a-session'
  logger.warn({ authorization: token, req: { authorization: token, headers: { authorization: token } } }, 'x')
  const detail = 'Key (mobile)=(13912345678) already exists.'
  const error = Object.assign(new Error('duplicate key'), { code: '23505', table: 'staff', detail })
  logger.error({ err: error }, 'fault')
  assert.ok(!written.text.includes(token))
  assert.ok(!written.text.includes('13912345678'))
  assert.match(written.text, /"code":"23505".*"table":"staff"/)
})

test('an unexpected error is logged with its stack, and the person gets its number only', async () => {
  const { stream, written } = testLogger()
  const app = fastify({
    logger: { ...loggerOptions('info'), stream },
    genReqId: () => '11111111-1111-4111-8111-111111111111',
  })
  handleErrors(app, [])
  app.get('/api/fault', async () => {
    throw new Error('select password_hash from staff: relation missing')
  })
  const answer = await app.inject({ url: '/api/fault' })
  assert.equal(answer.statusCode, 500)
  const { traceId, errorCode, errorMessage, ...rest } = answer.json()
  assert.deepEqual([traceId, errorCode], ['11111111-1111-4111-8111-111111111111', 'INTERNAL'])
  assert.match(errorMessage, /^系统出错了/)
  assert.deepEqual(rest, { success: false, showType: rest.showType })
  assert.doesNotMatch(answer.body, /select|password|staff|\.ts|stack/)
  assert.match(written.text, /logger\.test\.ts/)
  assert.match(written.text, new RegExp(`"reqId":"${traceId}"`))
})

test('every refusal that may be an attack has its security event', () => {
  const event = (status: number, { route = '/api/staff', method = 'GET', hadToken = true } = {}) =>
    eventOf(method, route, status, hadToken)
  const signIn = { route: '/api/login/account', method: 'POST' }
  assert.deepEqual(
    [200, 401, 429].map((status) => event(status, signIn)),
    ['sign-in', 'sign-in-failed', 'sign-in-locked'],
  )
  assert.deepEqual(
    [400, 401, 403, 422, 429].map((status) => event(status)),
    ['invalid-input', 'session-refused', 'denied', 'invalid-input', 'limited'],
  )
  assert.equal(event(401, { hadToken: false }), null)
  assert.equal(event(200), null)
  assert.equal(event(200, { route: '/api/exports', method: 'POST' }), 'export')
})
