import assert from 'node:assert/strict'
import type { TestApp } from './testApp.ts'

interface Cell {
  storeId: number
  on: string
  nick?: string
}

interface ShownFigure {
  measure: string
  now: number | null
}

/** The input of a correction: the figures that the window shows, and their new values. */
export async function correctionInput(
  { as }: Pick<TestApp, 'as'>,
  { storeId, on, nick }: Cell,
  to: Record<string, number | null>,
) {
  const query = new URLSearchParams({ storeId: String(storeId), on, ...(nick !== undefined && { nick }) })
  const { status, data, body } = await as('admin').get(`/api/figures/day?${query}`)
  assert.equal(status, 200, body.errorMessage)
  const shownValues = new Map(data.figures.map(({ measure, now }: ShownFigure) => [measure, now]))
  const changes = Object.entries(to).map(([measure, value]) => [
    measure,
    { from: shownValues.get(measure) ?? null, to: value },
  ])
  return { storeId, on, ...(nick !== undefined && { nick }), changes: Object.fromEntries(changes) }
}
