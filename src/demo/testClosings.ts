import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf } from '#finance/monthly-financials/closingWrites.ts'
import type { MonthPage, MonthResult } from '#finance/monthly-financials/contract.ts'
import type { LiveResult } from '#finance/monthly-financials/liveResult.ts'
import type { TestApp } from '#testing/testApp.ts'
import { COMPANIES } from './people.ts'

/** The tests' current time is in May: March and April stay open. */
const CLOSED = ['2025-12', '2026-01', '2026-02']
const path = (month: string, rest = '') => `/api/monthly-financials/${month}${rest}`

type App = Pick<TestApp, 'as' | 'db'>

/** Tests of the demo's closed months. */
export function testClosings(app: App): void {
  test('the older months of every company are closed, the newest two are open', () =>
    assertOlderMonthsClosed(app))
  test('every snapshot matches its hash, and its parts add up to the result', () => assertSnapshotsMatch(app))
  test('a closed month has bills, receipts, claims and manual lines, and its payroll is frozen', () =>
    assertClosedMonthsComplete(app))
  test('one month was reopened with a reason; a later raise does not change it', () =>
    assertReopenedMonth(app))
  test('a closed month rejects writes; the next month accepts them', () => assertClosedMonthLocked(app))
}

async function assertOlderMonthsClosed({ as }: App): Promise<void> {
  for (const { code } of COMPANIES) {
    const query = `?from=${CLOSED[0]}&to=2026-04&companyCode=${code}`
    const { items } = (await as('admin').get(`/api/monthly-financials${query}`)).data
    assert.deepEqual(
      items.map(({ month, status }: MonthResult) => [month, status]),
      [...CLOSED.map((month) => [month, 'closed']), ['2026-03', 'open'], ['2026-04', 'open']],
    )
  }
}

async function assertSnapshotsMatch({ db }: App): Promise<void> {
  const snapshots = await db.selectFrom('monthlySnapshot').selectAll().orderBy('id').execute()
  assert.equal(snapshots.length, COMPANIES.length * CLOSED.length + 1)
  for (const { companyCode, monthOn, hash, content } of snapshots) {
    const result = content as unknown as LiveResult
    assert.equal(hashOf(result), hash, `${companyCode} ${monthOn}`)
    assert.equal(result.identityCents, 0)
    for (const figure of ['revenueCents', 'storeSalaryCents', 'otherSalaryCents', 'manualCents'] as const) {
      assert.ok(result.sums[figure] > 0, `${companyCode} ${monthOn}: ${figure}`)
    }
    assert.ok(result.parts.store.length > 0 && result.parts.agent.length > 0)
  }
}

async function assertClosedMonthsComplete({ as, db }: App): Promise<void> {
  for (const month of CLOSED) {
    const first = `${month}-01`
    const count = async (table: 'customerBill' | 'monthlyManualLine' | 'payrollMonth') =>
      (await db.selectFrom(table).select('companyCode').where('monthOn', '=', first).execute()).length
    assert.ok((await count('customerBill')) > 100, month)
    assert.ok((await count('monthlyManualLine')) >= 9, month)
    assert.ok((await count('payrollMonth')) > 30, month)
    const claims = await db
      .selectFrom('reimbursementBill')
      .select('status')
      .where('month', '=', month)
      .execute()
    assert.deepEqual([...new Set(claims.map(({ status }) => status))].sort(), ['paid', 'rejected'])
  }
  const received = await db
    .selectFrom('billReceipt')
    .select('id')
    .where('onDay', '>=', '2026-01-01')
    .where('onDay', '<=', '2026-02-28')
    .execute()
  assert.ok(received.length > 100)
  const { items } = (await as('admin').get('/api/reports/payroll?month=2026-01&companyCode=001')).data
  assert.ok(items.length > 10 && items.every(({ frozen }: { frozen: boolean }) => frozen))
}

async function assertReopenedMonth({ as }: App): Promise<void> {
  const page: MonthPage = (await as('admin').get(`${path('2026-02')}?companyCode=001`)).data
  assert.deepEqual(
    page.steps.map(({ action, snapshotNo }) => [action, snapshotNo]),
    [
      ['close', 2],
      ['reopen', 1],
      ['close', 1],
    ],
  )
  assert.ok(page.isLatestClosed && page.steps[1]?.reason)
  assert.ok(page.steps[0]?.waived.every(({ reason }) => reason.length > 3))
  const { items } = (await as('admin').get(path('2026-02', '/differences'))).data
  // Exclude customers: a store's bills move to another customer, as with a merge that was undone.
  const ours = items.filter(({ part }: { part: string | null }) => part !== 'customer')
  assert.deepEqual(ours, [], 'what was billed and paid is as it was closed, though pay was raised since')
}

async function assertClosedMonthLocked({ as }: App): Promise<void> {
  const cost = { label: '房租', amountCents: 100 }
  const refused = await as('admin').post(path('2026-02', '/lines'), cost)
  assert.deepEqual([refused.status, refused.body.errorCode], [400, 'INVALID'])
  assert.equal((await as('admin').post(path('2026-03', '/lines'), cost)).status, 200)
  const closable: { items: { item: string; done: boolean }[] } = (
    await as('admin').get(path('2026-03', '/checklist'))
  ).data
  assert.ok(closable.items.find(({ item }) => item === 'previousClosed')?.done)
}
