import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MonthFigures } from './monthFigures.ts'

const figures = (days: string, volumes: string, sales: string) =>
  new MonthFigures('2026-05', { days, volumes, sales })

test('days in order from the first are read as they are', () => {
  const found = figures('1,2,3', '12,null,0', 'null,500,700')
  assert.deepEqual(found.get('2026-05-01'), { volume: 12, salesCents: null })
  assert.deepEqual(found.get('2026-05-02'), { volume: null, salesCents: 500 })
  assert.deepEqual(found.get('2026-05-03'), { volume: 0, salesCents: 700 })
})

test('days in any order, and with gaps, are found', () => {
  const found = figures('31,2', '5,6', '50,60')
  assert.deepEqual(found.get('2026-05-31'), { volume: 5, salesCents: 50 })
  assert.deepEqual(found.get('2026-05-02'), { volume: 6, salesCents: 60 })
  assert.deepEqual(found.get('2026-05-01'), { volume: null, salesCents: null })
  // The same number of days in another order.
  assert.deepEqual(figures('2,31', '5,6', '50,60').get('2026-05-31'), { volume: 6, salesCents: 60 })
})

test('days of another month have no figures', () => {
  assert.equal(figures('1', '5', '50').get('2026-06-01'), undefined)
})
