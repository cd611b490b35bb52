import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#kit/errors.ts'
import { inChinese } from '#kit/text.ts'
import {
  assertGoodPassword,
  assertMayRequestCode,
  assertMayTry,
  FAILURE_WINDOW_MS,
  idleLimitMs,
} from './rules.ts'

const refused = (password: string) => {
  try {
    assertGoodPassword(password, 'chensiyu', '启明客服')
    return null
  } catch (error) {
    const problem = (error as AppError).data?.fields?.newPassword
    return problem ? inChinese(problem) : null
  }
}

test('password length is counted in code points, so eight Chinese characters suffice', () => {
  assert.match(refused('short77') ?? '', /至少 8 个/)
  assert.equal(refused('八个汉字也是密码'), null)
  assert.match(refused('😀'.repeat(7)) ?? '', /至少 8 个/)
  assert.equal(refused('😀'.repeat(8)), null)
})

test('a password has at most 128 characters, of any kind', () => {
  assert.equal(refused('a b'.repeat(42)), null)
  assert.match(refused('x'.repeat(129)) ?? '', /最多 128/)
  assert.equal(refused('correct horse battery'), null)
})

test('common passwords and the names of product, company and user are refused', () => {
  for (const bad of ['password', '12345678', 'PASSWORD', 'chensiyu', 'ChenSiYu123', 'houtai2026!']) {
    assert.match(refused(bad) ?? '', /太常见/, bad)
  }
})

const NOW = new Date('2026-05-19T04:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)

/** Asserts that `work` throws TOO_MANY; returns the message and the seconds to wait. */
function tooMany(work: () => void) {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'TOO_MANY')
    return { sentence: inChinese(error.sentence), seconds: error.data?.retryAfterSeconds }
  }
  throw new Error('nothing was thrown')
}

const none = { count: 0, firstAt: null }

test('the eleventh attempt for a name within the window is refused with the time left', () => {
  const firstAt = before(FAILURE_WINDOW_MS - 90_000)
  assertMayTry({ byName: { count: 9, firstAt }, byAddress: none, inARow: 9 }, NOW)
  const refusal = tooMany(() =>
    assertMayTry({ byName: { count: 10, firstAt }, byAddress: none, inARow: 10 }, NOW),
  )
  assert.match(refusal.sentence, /请 2 分钟后再试/)
  assert.equal(refusal.seconds, 90)
})

test('an IP address is refused after a hundred failures, since a whole office may share it', () => {
  const firstAt = before(60_000)
  assertMayTry({ byName: none, byAddress: { count: 99, firstAt }, inARow: 0 }, NOW)
  const refusal = tooMany(() =>
    assertMayTry({ byName: none, byAddress: { count: 100, firstAt }, inARow: 0 }, NOW),
  )
  assert.match(refusal.sentence, /请 14 分钟后再试/)
})

test('a hundred failures in a row lock a name until an admin resets it, without a time limit', () => {
  assertMayTry({ byName: none, byAddress: none, inARow: 99 }, NOW)
  const refusal = tooMany(() => assertMayTry({ byName: none, byAddress: none, inARow: 100 }, NOW))
  assert.match(refusal.sentence, /请联系您的管理员/)
  assert.equal(refusal.seconds, undefined)
})

test('a number gets one code a minute and ten a day, an IP address thirty a minute', () => {
  const ofNumber = { count: 1, firstAt: before(60_000), lastAt: before(60_000) }
  const requests = { ofNumber, ofAddress: none }
  assertMayRequestCode(requests, NOW)
  const soon = { ...ofNumber, lastAt: before(12_500) }
  assert.match(tooMany(() => assertMayRequestCode({ ...requests, ofNumber: soon }, NOW)).sentence, /48 秒后/)
  const often = { count: 10, firstAt: before(23 * 3_600_000), lastAt: before(60_000) }
  assert.match(
    tooMany(() => assertMayRequestCode({ ...requests, ofNumber: often }, NOW)).sentence,
    /1 小时后/,
  )
  const office = { count: 30, firstAt: before(20_000) }
  assert.match(
    tooMany(() => assertMayRequestCode({ ...requests, ofAddress: office }, NOW)).sentence,
    /40 秒后/,
  )
})

test('a session ends after 12 idle hours, or 30 days with autoLogin', () => {
  assert.equal(idleLimitMs(false), 12 * 3_600_000)
  assert.equal(idleLimitMs(true), 30 * 24 * 3_600_000)
})
