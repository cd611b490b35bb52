import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { findPromotionWeeks, findSpecialDays } from './queries.ts'

const { as, db } = await testApp(seedWorld)
const [days, periods] = ['/api/holidays', '/api/promotion-periods']

const listItems = async (who: string, path: string, more = '') =>
  (await as(who).get(`${path}?pageSize=100${more}`)).data.items
const findItem = async (who: string, path: string, key: string, value: string) =>
  (await listItems(who, path)).find((item: Record<string, unknown>) => item[key] === value)

test('holidays: lists the days of a year in order; only headquarters may change shared days', async () => {
  const ofYear = await listItems('admin2', days, '&year=2026')
  assert.deepEqual([ofYear[0].on, ofYear.at(-1).on, ofYear.length], ['2026-01-01', '2026-10-10', 39])
  assert.ok(ofYear.every(({ mine }: { mine: boolean }) => !mine))
  assert.ok((await listItems('admin', days)).every(({ mine }: { mine: boolean }) => mine))
  assert.equal((await as('admin').get(`${days}?year=26`)).status, 400)
})

test('holidays: a day added for all companies applies to each of them; a duplicate gets 409', async () => {
  const input = { name: '春节', kind: 'workday', fromOn: '2027-02-20', audience: 'all' }
  assert.deepEqual((await as('admin').post(days, input)).data, { added: 1 })
  assert.deepEqual(await findSpecialDays(db, '002', '2027-02-20', '2027-02-20'), [
    { on: '2027-02-20', kind: 'workday', name: '春节' },
  ])
  const twice = await as('admin').post(days, input)
  assert.deepEqual([twice.status, Object.keys(twice.data.fields)], [409, ['fromOn']])
})

test('holidays: a company’s own day replaces the shared day for that company only', async () => {
  const companyDays = { name: '值班', kind: 'workday', fromOn: '2026-10-05', toOn: '2026-10-07' }
  assert.deepEqual((await as('admin2').post(days, companyDays)).data, { added: 3 })
  const kinds = async (company: string) =>
    (await findSpecialDays(db, company, '2026-10-04', '2026-10-07')).map(({ kind }) => kind)
  assert.deepEqual(await kinds('002'), ['holiday', 'workday', 'workday', 'workday'])
  assert.deepEqual(await kinds('001'), ['holiday', 'holiday', 'holiday', 'holiday'])
  const row = await findItem('admin2', days, 'name', '值班')
  assert.deepEqual([row.mine, row.updatedByName], [true, '顾明'])
  assert.equal((await as('admin').delete(`${days}/${row.id}`)).status, 404)
  assert.equal((await as('admin2').delete(`${days}/${row.id}`)).status, 200)
  assert.deepEqual(await kinds('002'), ['holiday', 'holiday', 'workday', 'workday'])
})

test('holidays: an update with an old version gets STALE; another company may not change a shared day', async () => {
  const row = await findItem('admin2', days, 'on', '2026-05-09')
  const change = { version: row.version, kind: 'holiday' }
  assert.equal((await as('admin2').patch(`${days}/${row.id}`, change)).status, 403)
  assert.equal((await as('admin2').delete(`${days}/${row.id}`)).status, 403)
  const done = await as('admin').patch(`${days}/${row.id}`, { version: row.version, name: '五一' })
  assert.deepEqual([done.status, done.data.name, done.data.kind], [200, '五一', 'workday'])
  assert.equal((await as('admin').patch(`${days}/${row.id}`, change)).body.errorCode, 'STALE')
  const lines = await db
    .selectFrom('audit')
    .select('changes')
    .where('recordId', '=', String(row.id))
    .execute()
  assert.deepEqual(lines, [{ changes: { name: ['劳动节', '五一'] } }])
})

test('holidays: rejects reversed spans, too many days, missing names and shared days of another company', async () => {
  const good = { name: '年会', kind: 'holiday', fromOn: '2026-12-30' }
  for (const [wrong, status] of [
    [{ toOn: '2026-12-29' }, 400],
    [{ toOn: '2027-02-28' }, 400],
    [{ name: '' }, 400],
    [{ kind: 'party' }, 400],
    [{ fromOn: '2026-02-30' }, 400],
    [{ audience: 'all' }, 403],
  ] as const) {
    assert.equal((await as('admin2').post(days, { ...good, ...wrong })).status, status, JSON.stringify(wrong))
  }
})

test('promotion periods: adding, changing and removing a period changes the promotion weeks', async () => {
  const mondays = async () =>
    (await findPromotionWeeks(db, '002', '2026-08-01', '2026-08-31')).map(({ monday }) => monday)
  assert.deepEqual(await mondays(), [])
  const input = { name: '818', fromOn: '2026-08-10', toOn: '2026-08-18' }
  const { status, data } = await as('admin2').post(periods, input)
  assert.deepEqual([status, data.companyCode, data.mine], [200, '002', true])
  assert.deepEqual(await mondays(), ['2026-08-10', '2026-08-17'])
  const moved = await as('admin2').patch(`${periods}/${data.id}`, { version: 1, toOn: '2026-08-16' })
  assert.deepEqual([moved.status, await mondays()], [200, ['2026-08-10']])
  const turned = await as('admin2').patch(`${periods}/${data.id}`, { version: 2, toOn: '2026-08-01' })
  assert.deepEqual([turned.status, Object.keys(turned.data.fields)], [400, ['toOn']])
  assert.equal((await as('admin').delete(`${periods}/${data.id}`)).status, 404)
  assert.equal((await as('admin2').delete(`${periods}/${data.id}`)).status, 200)
  assert.deepEqual(await mondays(), [])
})

test('promotion periods: lists the shared periods of a year, which other companies may not change', async () => {
  const ofYear = await listItems('admin2', periods, '&year=2026')
  assert.deepEqual(
    ofYear.map(({ name }: { name: string }) => name),
    ['年货节', '春节', '618', '双11'],
  )
  const input = { version: ofYear[0].version, name: '年货' }
  assert.equal((await as('admin2').patch(`${periods}/${ofYear[0].id}`, input)).status, 403)
  assert.equal((await as('admin').patch(`${periods}/${ofYear[0].id}`, input)).status, 200)
  const long = { name: '整年', fromOn: '2026-01-01', toOn: '2026-12-31' }
  assert.equal((await as('admin').post(periods, long)).status, 400)
})
