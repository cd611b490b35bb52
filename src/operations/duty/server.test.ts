import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import type { Gap, Need, PersonWeek, StoreWeek } from './contract.ts'

// The test clock is set to Tuesday 2026-05-19.
const MONDAY = '2026-05-18'
const { as, db } = await testApp(seedWorld)
await putInService(db)
const { staffId, storeId } = idsIn(db)
const [agent, agent3] = [await staffId('agent'), await staffId('agent3')]
const tmall = await storeId('晨曦家居旗舰店')
await db
  .updateTable('store')
  .set({ shifts: ['morning', 'evening'] })
  .where('id', '=', tmall)
  .execute()
await db
  .insertInto('rosterShift')
  .values({ staffId: agent, onDay: '2026-05-20', shift: 'evening', companyCode: '001', createdAt: NOON })
  .execute()

const stores = async (who: string) =>
  (await as(who).get(`/api/duty/stores?from=${MONDAY}`)).data.stores as StoreWeek[]
const people = async (who: string) =>
  (await as(who).get(`/api/duty/people?from=${MONDAY}`)).data.people as PersonWeek[]

test('the week by store has the coverage of every running store within reach', async () => {
  const ofHead = await stores('head')
  assert.deepEqual(ofHead.map(({ name }) => name).sort(), ['星澜美妆', '晨曦家居旗舰店'])
  const cells = ofHead.find(({ id }) => id === tmall)?.cells.filter(({ on }) => on === '2026-05-20')
  assert.deepEqual(
    cells?.map(({ shift, need, state, people: there }) => [shift, need, state, there.length]),
    [
      ['morning', 1, 'none', 0],
      ['evening', 1, 'enough', 1],
    ],
  )
  assert.deepEqual(
    (await stores('agent')).map(({ name }) => name),
    ['晨曦家居旗舰店'],
  )
  assert.deepEqual(
    (await stores('admin2')).map(({ name }) => name),
    ['恒月母婴'],
  )
  for (const who of ['sales', 'finance']) {
    assert.equal((await as(who).get(`/api/duty/stores?from=${MONDAY}`)).status, 403)
    assert.equal((await as(who).get('/api/duty/attention')).status, 403)
  }
})

test('the week by person has the duty of each day; members see themselves', async () => {
  const [own, ...others] = await people('agent')
  assert.deepEqual([own?.name, others.length], ['周小禾', 0])
  assert.deepEqual([own?.hours, own?.shiftCount], [8, 1])
  assert.deepEqual(
    own?.days.filter(({ shifts }) => shifts.length > 0).map(({ on, shifts }) => [on, shifts]),
    [['2026-05-20', ['evening']]],
  )
  assert.deepEqual((await people('head')).map(({ name }) => name).sort(), ['周小禾', '李若彤', '陈思雨'])
  assert.deepEqual(await people('admin2'), [])
})

test('gaps and contradictions are listed for the team, and for the company of role 1', async () => {
  const { data } = await as('head').get('/api/duty/attention')
  assert.ok(data.gaps.every(({ storeName }: Gap) => storeName === '晨曦家居旗舰店'))
  const ofDay = (data.gaps as Gap[]).filter(({ days }) => days.includes('2026-05-20'))
  assert.deepEqual(
    ofDay.map(({ shift, absent }) => [shift, absent.map(({ name, why }) => `${name} ${why}`)]),
    [['morning', ['周小禾 otherShift']]],
  )
  assert.deepEqual(data.contradictions, [
    {
      kind: 'otherShift',
      on: '2026-05-20',
      staffId: agent,
      staffName: '周小禾',
      storeId: tmall,
      storeName: '晨曦家居旗舰店',
      shift: 'evening',
      other: 'morning',
    },
  ])
  assert.equal((await as('head2').get('/api/duty/attention')).data.gapTotal, 0)
  assert.equal((await as('admin2').get('/api/duty/attention')).data.contradictionTotal, 0)
  assert.equal((await as('admin').get('/api/duty/attention')).data.gapTotal, data.gapTotal)
  assert.equal((await as('agent').get('/api/duty/attention')).status, 403)
})

const standIn = (more: object = {}) => ({
  storeId: tmall,
  shift: 'morning',
  fromOn: '2026-05-20',
  toOn: '2026-05-20',
  staffId: agent3,
  insteadOf: agent,
  ...more,
})

test('a gap proposes who is in the shift anyway, and accepting fills it; each refusal is named', async () => {
  const open = async () =>
    ((await as('head').get('/api/duty/attention')).data.gaps as Gap[]).find(
      ({ shift, days }) => shift === 'morning' && days.includes('2026-05-20'),
    )
  const gap = await open()
  assert.deepEqual(
    [gap?.proposed?.name, gap?.proposed?.busyDays, gap?.proposed?.stores, gap?.proposed?.knowsStore],
    ['李若彤', 1, 1, false],
  )
  assert.ok(gap?.candidates.every(({ staffId: id }) => id !== agent))
  const accept = (who: string, ...standIns: object[]) => as(who).post('/api/duty/accept', { standIns })
  assert.equal((await accept('sales', standIn())).status, 403)
  assert.equal((await accept('finance', standIn())).status, 403)
  for (const who of ['head2', 'admin2']) {
    const [{ problem }] = (await accept(who, standIn())).data.results
    assert.match(problem, /店铺/)
  }
  const { status, data } = await accept('head', standIn(), standIn({ staffId: await staffId('agent2') }))
  assert.equal(status, 200)
  assert.deepEqual(
    data.results.map(({ problem }: { problem: string | null }) => problem),
    [null, '请选择您可以分配的在职客服。'],
  )
  assert.equal(await open(), undefined)
  const cells = (await stores('head')).find(({ id }) => id === tmall)?.cells
  assert.deepEqual(cells?.find(({ on, shift }) => on === '2026-05-20' && shift === 'morning')?.people, [
    { staffId: agent3, duty: 'substitute', assigned: 'morning', insteadOf: agent },
  ])
  const again = (await accept('head', standIn())).data.results
  assert.match(again[0].problem, /已在这家店铺/)
})

test('a stand-in that is accepted for a leave ends with the leave', async () => {
  const asked = await as('head').post('/api/leaves', {
    staffId: agent,
    kind: 'annual',
    fromOn: '2026-05-27',
    toOn: '2026-05-28',
    reason: '回老家',
  })
  assert.equal(asked.data.status, 'approved')
  const gaps = (await as('head').get('/api/duty/attention')).data.gaps as Gap[]
  const gap = gaps.find(
    ({ storeId: id, shift, days }) => id === tmall && shift === 'morning' && days.includes('2026-05-27'),
  )
  assert.deepEqual(gap?.absent, [{ staffId: agent, name: '周小禾', why: 'leave', leaveId: asked.data.id }])
  assert.deepEqual(gap?.days, ['2026-05-27', '2026-05-28'])
  const days = { fromOn: '2026-05-27', toOn: '2026-05-28' }
  await as('head').post('/api/duty/accept', { standIns: [standIn(days)] })
  const count = async () =>
    (await as('head').get(`/api/store-assignments?storeId=${tmall}&on=2026-05-27`)).data.items.length
  const before = await count()
  const { id, version } = asked.data
  assert.equal((await as('head').post(`/api/leaves/${id}/withdraw`, { version })).status, 200)
  assert.equal(await count(), before - 1)
})

test('who is there today has stores, logs and who rests, for heads and role 1', async () => {
  const { status, data } = await as('head').get('/api/duty/today')
  assert.equal(status, 200)
  assert.deepEqual(
    data.people.map(({ name, shifts, stores: own, logs }: Present) => [
      name,
      shifts.join(),
      own.map((store) => store.name).join(),
      logs.map(({ shift, status: state }) => `${shift} ${state}`).join(),
    ]),
    [['李若彤', 'morning', '星澜美妆', 'morning null']],
  )
  assert.deepEqual((await as('admin2').get('/api/duty/today')).data.people, [])
  for (const who of ['agent', 'sales', 'finance']) {
    assert.equal((await as(who).get('/api/duty/today')).status, 403)
  }
})

interface Present {
  name: string
  shifts: string[]
  stores: { name: string }[]
  logs: { shift: string; status: string | null }[]
}

test('needs are set per shift, weekday and day, by whoever leads the store', async () => {
  const need = (shift: string, heads: number, more: Partial<Need> = {}) => ({
    shift,
    heads,
    weekday: null,
    on: null,
    ...more,
  })
  const needs = [need('morning', 0), need('evening', 2), need('evening', 3, { weekday: 6 })]
  const set = (who: string, seen: unknown[] = []) =>
    as(who).post('/api/duty/needs', { storeId: tmall, needs, seen })
  assert.equal((await set('agent')).status, 403)
  assert.equal((await set('head2')).status, 404)
  assert.equal((await set('admin2')).status, 404)
  assert.equal((await set('head')).status, 200)
  assert.equal((await set('head')).status, 409)
  const cells = (await stores('head')).find(({ id }) => id === tmall)?.cells ?? []
  assert.deepEqual(
    cells
      .filter(({ on, need: heads }) => on >= '2026-05-20' && heads > 0)
      .map(({ on, shift, need: heads }) => `${on.slice(8)} ${shift} ${heads}`),
    ['20 evening 2', '21 evening 2', '22 evening 2', '23 evening 3', '24 evening 2'],
  )
  const twice = { storeId: tmall, needs: [need('night', 1), need('night', 2)], seen: needs }
  assert.equal((await as('head').post('/api/duty/needs', twice)).status, 400)
  const stored = (await as('head').get(`/api/duty/needs?storeId=${tmall}`)).data.needs
  assert.equal(stored.length, 3)
})
