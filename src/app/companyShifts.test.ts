import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'

/*
 * A company with twelve shifts of its own, from the settings to the log: every place takes its codes and no others. The
 * test clock is set to Tuesday 2026-05-19.
 */
const app = await testApp(seedWorld)
const { as, db } = app
await putInService(db)
const { staffId, storeId } = idsIn(db)
const { checked, imported, rowsOf } = importing(app)

const [TODAY, MONDAY] = ['2026-05-19', '2026-05-18']
const [agent, agent3] = [await staffId('agent'), await staffId('agent3')]
const star = await storeId('星澜美妆')

interface Shift {
  id: number
  code: string
  version: number
  name: string
  toOn: string | null
}

const add = async (name: string, more: object = {}, who = 'admin') => {
  const times = { from: '09:00', to: '17:00', colour: 'green', fromOn: '2026-05-01' }
  return as(who).post('/api/shifts', { name, mark: name[0], ...times, ...more })
}
const listed = async (who = 'admin') => {
  const rows = (await as(who).get('/api/shifts')).data as (Shift & { companyCode: string })[]
  return rows.filter(({ companyCode }) => companyCode === (who === 'admin2' ? '002' : '001'))
}
const rowOf = async (code: string) => {
  const row = (await listed()).findLast((one) => one.code === code)
  assert.ok(row)
  return row
}
const assign = (more: object) =>
  as('head').post('/api/store-assignments', { storeId: star, staffId: agent, fromOn: '2026-05-01', ...more })
const plan = (on: string, entries: string[], seen: string[] = []) =>
  as('head').post('/api/rosters/plan', { cells: [{ staffId: agent, on, entries, seen }] })
const refusal = async (answer: ReturnType<typeof plan>) => {
  const { status, data, body } = await answer
  return [status, Object.keys(data.fields ?? {}), body.errorMessage]
}

test('the first shift that a company adds ends the right of older programs to write', async () => {
  const minimum = async () =>
    (await db.selectFrom('programVersion').select('minimum').executeTakeFirstOrThrow()).minimum
  assert.equal(await minimum(), '0.1.0')
  assert.equal((await add('大夜', { from: '23:00', to: '07:00' })).data.code, 'shift5')
  assert.equal(await minimum(), '0.2.0')
})

test('up to twelve shifts; codes are distinct over all companies', async () => {
  // Another company: its code is not given to this one.
  assert.equal((await add('长班', { from: '08:00', to: '22:00', counts: 2 }, 'admin2')).data.code, 'shift6')
  const names = [...'甲乙丙丁戊己'].map((mark) => `${mark}班`)
  for (const name of names) assert.equal((await add(name)).status, 200)
  const double = await add('通班', { from: '08:00', to: '22:00', breakMinutes: 120, counts: 2 })
  assert.deepEqual([double.data.code, double.data.hours, double.data.counts], ['shift13', 12, 2])
  assert.equal((await add('第十三')).body.errorMessage, '最多 12 个班次，请先停用不用的。')
  const { id, version } = await rowOf('morning')
  const times = { version, fromOn: '2026-05-01', from: '07:00', to: '15:00' }
  assert.equal((await as('admin').post(`/api/shifts/${id}/change`, times)).status, 200)
})

test('stores, assignments, rosters, logs and needs take the shifts of their company only', async () => {
  const sentence = (day: string) => `${day} 没有这个班次，请另选一个。`
  for (const shift of ['shift6', 'noon', 'rest']) {
    assert.deepEqual(await refusal(assign({ shift })), [400, ['shift'], sentence('2026-05-01')], shift)
  }
  assert.deepEqual(await refusal(plan('2026-05-20', ['shift6'])), [400, ['cells'], sentence('2026-05-20')])
  const log = { on: TODAY, shift: 'shift6', hours: 8, summary: '无', submit: false }
  assert.deepEqual(await refusal(as('agent').post('/api/worklogs', log)), [400, ['shift'], sentence(TODAY)])
  assert.equal((await as('agent').get('/api/worklogs/day?shift=shift6')).status, 400)
  const { version } = (await as('admin').get(`/api/stores/${star}`)).data
  const store = { version, shifts: ['shift6'] }
  assert.deepEqual(await refusal(as('admin').patch(`/api/stores/${star}`, store)), [
    400,
    ['shifts'],
    sentence(TODAY),
  ])
  const needs = [{ shift: 'shift6', weekday: null, on: '2026-05-20', heads: 1 }]
  const need = as('head').post('/api/duty/needs', { storeId: star, needs, seen: [] })
  assert.deepEqual(await refusal(need), [400, ['needs'], sentence('2026-05-20')])
  // A shift that begins later is refused before its first day.
  assert.deepEqual(await refusal(assign({ shift: 'shift5', fromOn: '2026-04-20' })), [
    400,
    ['shift'],
    '大夜从 2026-05-01 起才有，请另选一个班次或日期。',
  ])
})

test('an added shift from the assignment over roster and log to coverage', async () => {
  const { version } = (await as('admin').get(`/api/stores/${star}`)).data
  const store = { version, shifts: ['shift5', 'shift13'] }
  assert.deepEqual((await as('admin').patch(`/api/stores/${star}`, store)).data.shifts, store.shifts)
  assert.equal((await assign({ shift: 'shift5', sharePercent: 0 })).status, 200)
  assert.equal((await plan(TODAY, ['shift13', 'shift5'])).status, 200)
  const day = (await as('agent').get(`/api/worklogs/day?on=${TODAY}`)).data
  assert.deepEqual(
    [day.shift, day.times, day.shifts.map(({ shift }: { shift: string }) => shift)],
    ['shift5', { from: '23:00', to: '07:00', hours: 8 }, ['shift5', 'shift13']],
  )
  // D4: the log belongs to the day on which the shift begins.
  const log = { on: TODAY, shift: 'shift5', hours: 8, summary: '夜间咨询少。', submit: true }
  const written = await as('agent').post('/api/worklogs', log)
  assert.deepEqual([written.status, written.data.on, written.data.shiftHours], [200, TODAY, 8])
  // D5: hours and Σ 班次 follow the rows.
  const week = (await as('head').get(`/api/duty/people?from=${MONDAY}`)).data
  const row = week.people.find(({ id }: { id: number }) => id === agent)
  assert.deepEqual([row.hours, row.shiftCount], [20, 3])
  const { stores } = (await as('head').get(`/api/duty/stores?from=${MONDAY}`)).data
  const cells = stores.find(({ id }: { id: number }) => id === star).cells
  const covered = cells.find(
    (cell: { on: string; shift: string }) => cell.on === TODAY && cell.shift === 'shift5',
  )
  assert.deepEqual([covered.state, covered.people[0].staffId], ['enough', agent])
})

test('sheets name shifts by the names of the company; the first four names stay valid', async () => {
  const { named } = (await as('head').get('/api/record-imports/choices?entity=assignment')).data
  assert.deepEqual(
    [named.shift.length, named.shift.slice(0, 5)],
    [12, ['早班', '中班', '晚班', '夜班', '大夜']],
  )
  const row = (班次: string): Cells => ({
    店铺: '星澜美妆',
    客服: '李若彤',
    班次,
    职责: '副责',
    占比: '0',
    开始日期: '2026-05-04',
  })
  await imported('head', 'assignment', [row('通班'), row('中班')])
  const { items } = (await as('head').get(`/api/store-assignments?storeId=${star}&staffId=${agent3}`)).data
  const shifts = items.map(({ shift, fromOn }: { shift: string; fromOn: string }) => `${shift} ${fromOn}`)
  assert.ok(shifts.includes('shift13 2026-05-04') && shifts.includes('middle 2026-05-04'))
  const wrong = await checked('head', 'assignment', [row('长班')])
  assert.match((await rowsOf('head', wrong.id))[0].problem, /^班次没有“长班”这一项，可填：早班、中班/)
  const { items: existing } = (
    await as('head').get('/api/record-imports/existing?entity=assignment&offset=0')
  ).data
  assert.ok(existing.some(({ shift }: Cells) => shift === '通班'))
  // A renamed shift is still read by its first name.
  const { id, version } = await rowOf('middle')
  const renamed = { version, name: '白班', mark: '白', fromOn: '2010-01-01' }
  assert.equal((await as('admin').post(`/api/shifts/${id}/change`, renamed)).status, 200)
  const former = await checked('head', 'assignment', [row('中班'), row('白班')])
  assert.deepEqual(
    (await rowsOf('head', former.id)).map(({ state }: { state: string }) => state),
    ['same', 'same'],
  )
})

test('an ended shift stays in old records and is refused after its last day', async () => {
  const shift = await rowOf('shift7')
  const last = { version: shift.version, toOn: '2026-05-20' }
  assert.equal((await as('admin').post(`/api/shifts/${shift.id}/end`, last)).status, 200)
  const sentence = '甲班用到 2026-05-20 为止，之后的日子请另选一个班次。'
  assert.deepEqual(await refusal(plan('2026-05-21', ['shift7'])), [400, ['cells'], sentence])
  assert.equal((await plan('2026-05-20', ['shift7'])).status, 200)
  assert.deepEqual(await refusal(assign({ shift: 'shift7' })), [400, ['shift'], sentence])
  assert.equal((await assign({ shift: 'shift7', toOn: '2026-05-20', sharePercent: 0 })).status, 200)
  const copied = await as('head').post('/api/rosters/copy', { from: '2026-05-25', source: 'lastWeek' })
  assert.deepEqual(
    copied.data.kept
      .filter(({ reason }: { reason: string }) => reason === 'ended')
      .map(({ on }: { on: string }) => on),
    ['2026-05-27'],
  )
})
