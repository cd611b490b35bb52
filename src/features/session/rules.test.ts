import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '#kit/errors.ts'
import { assertGoodPassword, assertMayTry, FAILURE_WINDOW_MS, idleLimitMs } from './rules.ts'

const refused = (password: string) => {
  try {
    assertGoodPassword(password, 'chensiyu', '启明客服')
    return null
  } catch (error) {
    return (error as AppError).data?.fields?.newPassword ?? null
  }
}

test('a password is counted by code point: eight characters are enough, Chinese ones too', () => {
  assert.match(refused('short77') ?? '', /至少 8 个/)
  assert.equal(refused('八个汉字也是密码'), null)
  assert.match(refused('😀'.repeat(7)) ?? '', /至少 8 个/)
  assert.equal(refused('😀'.repeat(8)), null)
})

test('a password may have 128 characters and no more, and there is no rule about their kinds', () => {
  assert.equal(refused('a b'.repeat(42)), null)
  assert.match(refused('x'.repeat(129)) ?? '', /最多 128/)
  assert.equal(refused('correct horse battery'), null)
})

test('common passwords are refused, and the words that are near: product, company, own name', () => {
  for (const bad of ['password', '12345678', 'PASSWORD', 'chensiyu', 'ChenSiYu123', 'houtai2026!']) {
    assert.match(refused(bad) ?? '', /太常见/, bad)
  }
})

test('the eleventh try in the window waits, and is told for how long', () => {
  const now = new Date('2026-05-19T04:00:00Z')
  const firstAt = new Date(now.getTime() - FAILURE_WINDOW_MS + 90_000)
  assertMayTry(9, 10, firstAt, now)
  assert.throws(
    () => assertMayTry(10, 10, firstAt, now),
    (error: AppError) => {
      assert.equal(error.code, 'TOO_MANY')
      assert.equal(error.params.minutes, 2)
      assert.equal(error.data?.retryAfterSeconds, 90)
      return true
    },
  )
})

test('a session lives 12 hours without a request, 30 days where the person asked for it', () => {
  assert.equal(idleLimitMs(false), 12 * 3_600_000)
  assert.equal(idleLimitMs(true), 30 * 24 * 3_600_000)
})
