import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonthResult } from './contract.ts'
import { monthWithDrafts } from './rules.ts'

const month = (status: MonthResult['status']) => {
  const sums = { revenueCents: 100_000, grossCents: 60_000, netCents: 20_000 } as MonthResult['sums']
  return { month: '2026-04', status, sums }
}
const of = (status: MonthResult['status'], beforeCents: number[]) => {
  const { draftCents, revenueCents, grossCents, netCents } = monthWithDrafts(
    month(status),
    beforeCents.map((cents) => ({ beforeCents: cents })),
  )
  return [draftCents, revenueCents, grossCents, netCents]
}

test('drafts count as revenue of the previous month while it is open, not once it is closed', () => {
  assert.deepEqual(of('open', [90_000, 40_000]), [30_000, 130_000, 90_000, 50_000])
  assert.deepEqual(of('open', [100_000]), [0, 100_000, 60_000, 20_000])
  assert.deepEqual(of('closed', [90_000, 40_000]), [0, 100_000, 60_000, 20_000])
})
