import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignment } from '#clients/stores/assignments/contract.ts'
import { mondayOf } from '#kit/calendar.ts'
import { barsOf, boardRows, weekFrom } from './week.ts'

const MONDAY = '2026-05-18'
const assignment = (id: number, fromOn: string, toOn: string | null, more: Partial<Assignment> = {}) =>
  ({ id, fromOn, toOn, storeId: 1, staffId: 2, staffName: '周小禾', ...more }) as Assignment
const describeBars = (list: Assignment[]) =>
  barsOf(list, MONDAY).map(
    (bar) => `${bar.assignment.id}: ${bar.firstColumn}–${bar.lastColumn} lane ${bar.lane}`,
  )

test('a week begins on Monday', () => {
  assert.equal(mondayOf('2026-05-18'), MONDAY)
  assert.equal(mondayOf('2026-05-24'), MONDAY)
  assert.equal(mondayOf('2026-05-25'), '2026-05-25')
  assert.deepEqual(weekFrom(MONDAY).at(-1), '2026-05-24')
})

test('a bar is clipped to the week and marked if it continues beyond it', () => {
  const [bar] = barsOf([assignment(1, '2026-01-01', null)], MONDAY)
  assert.deepEqual(bar && [bar.firstColumn, bar.lastColumn, bar.fromBefore, bar.goesOn], [1, 7, true, true])
  assert.deepEqual(describeBars([assignment(1, '2026-05-20', '2026-05-21')]), ['1: 3–4 lane 1'])
  assert.deepEqual(
    describeBars([assignment(1, '2026-05-01', '2026-05-17'), assignment(2, '2026-05-25', null)]),
    [],
  )
})

test('bars that share a day get separate lanes; a free lane is reused', () => {
  const list = [
    assignment(1, '2026-05-01', '2026-05-19'),
    assignment(2, '2026-05-01', null),
    assignment(3, '2026-05-20', null),
  ]
  assert.deepEqual(describeBars(list), ['1: 1–2 lane 1', '2: 1–7 lane 2', '3: 3–7 lane 1'])
})

test('rows by agent include people with assignments who can no longer be chosen', () => {
  const stores = [
    { id: 1, name: '店', companyCode: '001', platform: 'jd', status: 'serving', shifts: [] } as const,
  ]
  const agents = [{ id: 9, name: '李若彤', companyCode: '001', headName: null }]
  const board = {
    stores: stores.map((store) => ({ ...store, shifts: [] })),
    agents,
    assignments: [assignment(1, MONDAY, null)],
  }
  assert.deepEqual(
    boardRows(board, 'agent').map(({ name, assignments }) => `${name} ${assignments.length}`),
    ['李若彤 0', '周小禾 1'],
  )
  assert.deepEqual(
    boardRows(board, 'store').map(({ name, assignments }) => `${name} ${assignments.length}`),
    ['店 1'],
  )
})
