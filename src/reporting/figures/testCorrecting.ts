import assert from 'node:assert/strict'
import type { TestApp } from '#app/testApp.ts'

interface Cell {
  storeId: number
  on: string
  nick?: string
}

interface Shown {
  measure: string
  now: number | null
}

/** The input of a correction: the figures that the window shows, and their new values. */
export async function correcting(
  { as }: Pick<TestApp, 'as'>,
  { storeId, on, nick }: Cell,
  to: Record<string, number | null>,
) {
  const query = new URLSearchParams({ storeId: String(storeId), on, ...(nick !== undefined && { nick }) })
  const { status, data, body } = await as('admin').get(`/api/figures/day?${query}`)
  assert.equal(status, 200, body.errorMessage)
  const seen = new Map(data.figures.map(({ measure, now }: Shown) => [measure, now]))
  const changes = Object.entries(to).map(([measure, value]) => [
    measure,
    { from: seen.get(measure) ?? null, to: value },
  ])
  return { storeId, on, ...(nick !== undefined && { nick }), changes: Object.fromEntries(changes) }
}
