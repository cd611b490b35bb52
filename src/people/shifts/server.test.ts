import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { ShiftRow } from './contract.ts'
import { lengthOf, nextCode, timesOf } from './rules.ts'

const { as, db } = await testApp(seedWorld)

const list = async (who = 'admin') => (await as(who).get('/api/shifts')).data as ShiftRow[]
const own = async () => (await list()).filter(({ companyCode }) => companyCode === '001')
const texts = (rows: readonly ShiftRow[]) =>
  rows.map(({ code, from, to, hours, fromOn, toOn }) => `${code} ${from}-${to} ${hours} ${fromOn} ${toOn}`)
const byCode = async (code: string) => {
  const row = (await own()).findLast((one) => one.code === code)
  assert.ok(row)
  return row
}
const late = { name: '深夜班', mark: '深', from: '23:00', to: '07:00', colour: 'green', fromOn: '2026-05-20' }

test('a company begins with four shifts, which every role reads', async () => {
  const expected = ['morning 08:00-16:00', 'middle 12:00-20:00', 'evening 16:00-00:00', 'night 00:00-08:00']
  for (const who of ['head', 'agent', 'sales', 'finance', 'admin2']) {
    assert.deepEqual(
      texts(await list(who)),
      expected.map((text) => `${text} 8 2010-01-01 null`),
    )
  }
  // An admin of the headquarters reads records of all companies, with their shifts.
  const companies = (await list()).map(({ companyCode }) => companyCode)
  assert.deepEqual([companies.slice(0, 5), companies.length % 4], [['001', '001', '001', '001', '002'], 0])
})

test('only role 1 writes shifts; a shift may end on the next day, and its code never changes', async () => {
  for (const who of ['head', 'agent', 'finance']) {
    assert.equal((await as(who).post('/api/shifts', late)).status, 403)
  }
  const { status, data } = await as('admin').post('/api/shifts', late)
  assert.equal(status, 200)
  assert.deepEqual(
    [data.code, data.hours, data.overMidnight, data.counts, data.current],
    ['shift5', 8, true, 1, false],
  )
  assert.equal((await list('admin2')).length, 4)
})

test('names and marks are distinct, and the hours fit', async () => {
  const mark = await as('admin').post('/api/shifts', { ...late, name: '另一班' })
  assert.deepEqual([mark.status, mark.body.errorMessage], [409, '标记“深”已被深夜班使用。'])
  const long = await as('admin').post('/api/shifts', {
    ...late,
    name: '长班',
    mark: '长',
    from: '06:00',
    to: '23:00',
  })
  assert.deepEqual([long.status, long.body.errorMessage], [400, '班次时长应在 0.5 至 16 小时之间。'])
  assert.equal((await as('admin').post('/api/shifts', { ...late, mark: '两字' })).status, 400)
})

test('new times hold from a day on, and the days before keep theirs', async () => {
  const { id, version } = await byCode('morning')
  const sent = { version, fromOn: '2026-06-01', from: '09:00', to: '18:00', breakMinutes: 60 }
  const changed = await as('admin').post(`/api/shifts/${id}/change`, sent)
  assert.equal(changed.status, 200)
  assert.deepEqual(texts((await own()).filter(({ code }) => code === 'morning')), [
    'morning 08:00-16:00 8 2010-01-01 2026-05-31',
    'morning 09:00-18:00 8 2026-06-01 null',
  ])
  assert.equal((await as('admin').post(`/api/shifts/${id}/change`, sent)).status, 409)
  assert.equal((await as('admin2').post(`/api/shifts/${id}/change`, sent)).status, 404)
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'shift')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  assert.deepEqual([line?.action, line?.recordId], ['change', 'morning'])
})

test('a used shift is ended, not deleted, and not while something later uses it', async () => {
  const { id, version } = await byCode('morning')
  const removed = await as('admin').delete(`/api/shifts/${id}`)
  assert.deepEqual([removed.status, removed.body.errorMessage], [409, '这个班次已有排班，只能停用。'])
  const ended = await as('admin').post(`/api/shifts/${id}/end`, { version, toOn: '2026-06-30' })
  assert.equal(ended.status, 409)
  const unused = await byCode('shift5')
  const end = { version: unused.version, toOn: '2026-07-31' }
  assert.equal((await as('admin').post(`/api/shifts/${unused.id}/end`, end)).data.toOn, '2026-07-31')
  assert.equal((await as('admin').delete(`/api/shifts/${unused.id}`)).status, 200)
  assert.equal(
    (await list()).some(({ code }) => code === 'shift5'),
    false,
  )
})

test('D4: a shift from 23:00 to 07:00 has 8 hours; codes are not given again', () => {
  assert.equal(lengthOf({ starts: 23 * 60, ends: 7 * 60 }), 480)
  assert.equal(timesOf({ from: '23:00', to: '07:00', breakMinutes: 30 }).minutes, 450)
  assert.equal(nextCode(['morning', 'shift7']), 'shift8')
})
