import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformsOf, repliedRateBp } from './replyRate.ts'

const rates = [
  [20, 1, 9500],
  [3, 1, 6667],
  [20_000, 19_999, 1],
  [5, 0, 10_000],
  [5, 5, 0],
  [0, 0, null],
  [null, 1, null],
  [3, null, null],
] as const

for (const [consulted, unreplied, bp] of rates) {
  test(`golden: ${unreplied} unreplied of ${consulted} is a reply rate of ${bp} basis points`, () => {
    assert.equal(repliedRateBp(consulted, unreplied), bp)
  })
}

test('a platform without a fixed metric belongs to none', () => {
  assert.deepEqual(platformsOf('replied'), ['taobao', 'tmall', 'jd'])
  assert.deepEqual(platformsOf('within3min'), ['pdd', 'douyin', 'kuaishou'])
})
