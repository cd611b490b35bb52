import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { DepositItem, RollItem } from '#billing/receivables/ties/contract.ts'
import type { TestApp } from '#testing/testApp.ts'

/** Tests that each list of accounts has rows in this or last month. */
export function testSettlements(
  { as, db }: Pick<TestApp, 'as' | 'db'>,
  months: readonly [string, string],
): void {
  const finance = as('finance')
  const [last, current] = months
  const get = async (path: string) => {
    const answer = await finance.get(path)
    assert.equal(answer.status, 200, answer.body.errorMessage)
    return answer.data
  }

  test('the accounts contain 核销, 押金抵扣, 待退 and 预收, and balance', async () => {
    const now = await get(`/api/receivables/roll?month=${current}&pageSize=100`)
    const before = await get(`/api/receivables/roll?month=${last}&pageSize=100`)
    assert.deepEqual([now.gaps, before.gaps], [[], []])
    const found = (rows: { items: RollItem[] }, figure: keyof RollItem) =>
      rows.items.filter((item) => item[figure] !== 0).length
    assert.equal(found(now, 'reducedCents'), 1, 'written off')
    assert.equal(found(now, 'byDepositCents'), 1, 'paid by a deposit')
    assert.ok(found(now, 'creditCents') > 0, 'money to give back')
    assert.ok(found(before, 'advanceInCents') > 0, 'money before its bill')
    assert.ok(found(now, 'advanceUsedCents') > 0, 'its bill was issued since')
  })

  test('deposits are used and refunded', async () => {
    const rowsOf = async (month: string): Promise<DepositItem[]> =>
      (await get(`/api/receivables/deposits?month=${month}&pageSize=100`)).items
    assert.ok((await rowsOf(current)).some(({ usedCents }) => usedCents > 0))
    assert.ok((await rowsOf(last)).some(({ refundedCents }) => refundedCents > 0))
  })

  test('bills issued with missing days have a reason; some drafts with missing days remain', async () => {
    assert.ok((await get('/api/customer-bills?incomplete=issued')).total > 0)
    const silent = await db
      .selectFrom('customerBill')
      .select('code')
      .where('issuedOn', 'is not', null)
      .where(sql<boolean>`missing <> '[]'`)
      .where('missingReason', 'is', null)
      .execute()
    assert.deepEqual(silent, [])
    assert.ok((await get('/api/customer-bills?incomplete=yes&status=draft')).total >= 2)
  })
}
