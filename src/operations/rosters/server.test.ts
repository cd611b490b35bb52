import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRostered } from '#operations/duty/queries.ts'
import { testApp } from '#testing/testApp.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'
import type { RosterCell } from './contract.ts'

const { as, db } = await testApp(seedWorld)
await putInService(db)

// The test clock is set to Tuesday 2026-05-19.
const [LAST, MONDAY, NEXT] = ['2026-05-11', '2026-05-18', '2026-05-25']

const staffId = async (username: string) =>
  (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
const [head, agent, agent2, agent3] = [
  await staffId('head'),
  await staffId('agent'),
  await staffId('agent2'),
  await staffId('agent3'),
]

const weekOf = async (who: string, from = MONDAY, more = '') =>
  (await as(who).get(`/api/rosters?from=${from}${more}`)).data
const plan = (who: string, ...cells: [staffId: number, on: string, entries: string[], seen?: string[]][]) =>
  as(who).post('/api/rosters/plan', {
    cells: cells.map(([id, on, entries, seen = []]) => ({ staffId: id, on, entries, seen })),
  })
const cellsOf = (data: { cells: RosterCell[] }, id: number) =>
  data.cells
    .filter((cell) => cell.staffId === id)
    .map(({ on, entries }) => `${on.slice(5)} ${entries.join('+')}`)
const namesOf = (data: { agents: { name: string }[] }) => data.agents.map(({ name }) => name)
const wipe = () => db.deleteFrom('rosterShift').execute()

test('GET /api/rosters: an admin sees the company, a head the team, a member their own row', async () => {
  assert.deepEqual(namesOf(await weekOf('admin')), ['陈思雨', '李若彤', '周小禾', '苏曼', '赵晓冬'])
  assert.deepEqual(namesOf(await weekOf('head')), ['陈思雨', '李若彤', '周小禾'])
  assert.deepEqual(namesOf(await weekOf('agent')), ['周小禾'])
  assert.deepEqual(namesOf(await weekOf('admin2')), [])
  assert.deepEqual(namesOf(await weekOf('admin', MONDAY, `&headId=${head}`)), ['陈思雨', '李若彤', '周小禾'])
  const found = await weekOf('admin', MONDAY, '&keyword=zhou')
  assert.deepEqual([namesOf(found), found.agentTotal], [['周小禾'], 1])
})

test('GET /api/rosters: any day selects its week; sales and finance get 403', async () => {
  assert.equal((await weekOf('head', '2026-05-24')).monday, MONDAY)
  for (const who of ['sales', 'finance']) {
    assert.equal((await as(who).get(`/api/rosters?from=${MONDAY}`)).status, 403)
  }
  assert.equal((await as('head').get('/api/rosters?from=2026-02-30')).status, 400)
})

test('plan: the agent sees the plan and owes its logs; the audit log has a line per person and week', async () => {
  const { status, data } = await plan(
    'head',
    [agent, '2026-05-20', ['evening', 'morning']],
    [agent, '2026-05-21', ['rest']],
    [agent3, '2026-05-20', ['night']],
  )
  assert.deepEqual([status, data.changed], [200, 3])
  const agentWeek = await weekOf('agent')
  assert.deepEqual(cellsOf(agentWeek, agent), ['05-20 morning+evening', '05-21 rest'])
  assert.deepEqual(agentWeek.assigned, [])
  const owed = await findRostered(db, {
    companyCode: '001',
    from: MONDAY,
    to: '2026-05-24',
    staffIds: [agent],
  })
  assert.deepEqual(
    owed.map(({ on, shift }) => `${on} ${shift}`),
    ['2026-05-20 morning', '2026-05-20 evening'],
  )
  const lines = await db
    .selectFrom('audit')
    .select(['recordId', 'changes'])
    .where('entity', '=', 'roster')
    .execute()
  assert.deepEqual(lines, [
    {
      recordId: String(agent),
      changes: { '2026-05-20': [[], ['morning', 'evening']], '2026-05-21': [[], ['rest']] },
    },
    { recordId: String(agent3), changes: { '2026-05-20': [[], ['night']] } },
  ])
  await wipe()
})

test('GET /api/rosters: people without a plan show their assigned shifts, except on days of leave', async () => {
  const shiftsOf = async () =>
    (await weekOf('agent')).assigned.map(
      ({ on, shift }: { on: string; shift: string }) => `${on.slice(8)} ${shift}`,
    )
  assert.equal((await shiftsOf()).length, 7)
  await plan('head', [agent, '2026-05-20', ['leave']])
  assert.deepEqual((await shiftsOf()).slice(0, 3), ['18 morning', '19 morning', '21 morning'])
  const owed = await findRostered(db, {
    companyCode: '001',
    from: MONDAY,
    to: '2026-05-24',
    staffIds: [agent],
  })
  assert.equal(owed.length, 6)
  await wipe()
})

test('plan: nothing is written if one of the days has changed since it was loaded', async () => {
  await plan('head', [agent, '2026-05-20', ['morning']])
  const late = await plan('admin', [agent3, '2026-05-20', ['night']], [agent, '2026-05-20', ['night']])
  assert.deepEqual([late.status, late.body.errorCode], [409, 'CONFLICT'])
  assert.match(late.body.errorMessage ?? '', /周小禾 2026-05-20/)
  assert.deepEqual(cellsOf(await weekOf('head'), agent3), [])
  assert.equal((await plan('admin', [agent, '2026-05-20', ['night'], ['morning']])).status, 200)
  await wipe()
})

test('plan: of two concurrent writes to the same day, one gets 409', async () => {
  const answers = await Promise.all([
    plan('head', [agent, '2026-05-22', ['morning']]),
    plan('admin', [agent, '2026-05-22', ['night']]),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  await wipe()
})

test('plan: a person out of reach is not found; a member may not plan, not even their own roster', async () => {
  assert.equal((await plan('head', [agent2, '2026-05-20', ['morning']])).status, 404)
  assert.equal((await plan('admin2', [agent, '2026-05-20', ['morning']])).status, 404)
  assert.equal((await plan('head', [await staffId('sales'), '2026-05-20', ['morning']])).status, 404)
  const refused = await plan('agent', [agent, '2026-05-20', ['rest']])
  assert.deepEqual([refused.status, refused.body.errorCode], [403, 'FORBIDDEN'])
  assert.equal((await plan('sales', [agent, '2026-05-20', ['rest']])).status, 403)
  for (const verb of ['copy', 'clear']) {
    const input = { from: MONDAY, ...(verb === 'copy' && { source: 'lastWeek' }) }
    assert.equal((await as('agent').post(`/api/rosters/${verb}`, input)).status, 403)
  }
  assert.deepEqual((await weekOf('admin')).cells, [])
})

test('plan: rejects invalid input and days that cannot be planned, with a message', async () => {
  for (const [on, entries, status] of [
    ['2026-05-20', ['morning', 'rest'], 400],
    ['2026-05-20', ['noon'], 400],
    ['2026-02-30', ['morning'], 400],
    ['2026-03-31', ['morning'], 409],
    ['2026-08-20', ['morning'], 409],
  ] as const) {
    assert.equal((await plan('head', [agent, on, [...entries]])).status, status, on)
  }
  await db.updateTable('staff').set({ leftOn: '2026-05-20' }).where('id', '=', agent3).execute()
  const gone = await plan('head', [agent3, '2026-05-21', ['morning']])
  assert.deepEqual(
    [gone.status, gone.body.errorMessage],
    [409, '李若彤在 2026-05-20 离职，之后的日子不能排班。'],
  )
  await db.updateTable('staff').set({ leftOn: null }).where('id', '=', agent3).execute()
})

const copyWeek = (who: string, more: object = {}) =>
  as(who).post('/api/rosters/copy', { from: MONDAY, source: 'lastWeek', ...more })

test('copy: copies last week for the head’s team, but keeps leave, and planned days unless replaced', async () => {
  await plan(
    'admin',
    [agent, '2026-05-12', ['evening']],
    [agent, '2026-05-13', ['rest']],
    [agent, '2026-05-14', ['night']],
  )
  await plan('admin', [agent2, '2026-05-12', ['evening']])
  await plan('admin', [agent, '2026-05-20', ['leave']], [agent, '2026-05-21', ['morning']])
  const first = await copyWeek('head')
  assert.deepEqual(
    [first.data.changed, first.data.kept],
    [
      1,
      [
        { name: '周小禾', on: '2026-05-20', reason: 'leave' },
        { name: '周小禾', on: '2026-05-21', reason: 'standing' },
      ],
    ],
  )
  const now = await weekOf('admin')
  assert.deepEqual(cellsOf(now, agent), ['05-19 evening', '05-20 leave', '05-21 morning'])
  assert.deepEqual(cellsOf(now, agent2), [])
  const replaced = await copyWeek('head', { replace: true })
  assert.equal(replaced.data.changed, 1)
  assert.deepEqual(cellsOf(await weekOf('head'), agent), ['05-19 evening', '05-20 leave', '05-21 night'])
  assert.equal((await copyWeek('head', { replace: true })).data.changed, 0)
  await wipe()
})

test('copy: fills a week from the store assignments', async () => {
  const { data } = await copyWeek('admin', { source: 'assignments', headId: head })
  assert.equal(data.changed, 14)
  const now = await weekOf('admin')
  assert.equal(cellsOf(now, agent).length, 7)
  assert.deepEqual(cellsOf(now, agent2), [])
  await wipe()
})

test('clear: empties the team’s week except leave; other weeks and teams are unchanged', async () => {
  await plan('admin', [agent, LAST, ['night']], [agent, MONDAY, ['night']], [agent, '2026-05-19', ['leave']])
  await plan('admin', [agent2, MONDAY, ['night']], [agent3, NEXT, ['rest']])
  const { data } = await as('head').post('/api/rosters/clear', { from: '2026-05-24' })
  assert.equal(data.changed, 1)
  const now = await weekOf('admin')
  assert.deepEqual(cellsOf(now, agent), ['05-19 leave'])
  assert.deepEqual(cellsOf(now, agent2), ['05-18 night'])
  assert.equal(cellsOf(await weekOf('admin', LAST), agent).length, 1)
  assert.equal(cellsOf(await weekOf('admin', NEXT), agent3).length, 1)
  await wipe()
})

test('GET /api/rosters: returns the holidays and worked weekend days of the week', async () => {
  const { specialDays } = await weekOf('agent', '2026-05-08')
  assert.deepEqual(specialDays, [
    { on: '2026-05-04', kind: 'holiday', name: '劳动节' },
    { on: '2026-05-05', kind: 'holiday', name: '劳动节' },
    { on: '2026-05-09', kind: 'workday', name: '劳动节' },
  ])
})

test('操作日志: a person’s roster log is visible to users who can read the roster, and to no others', async () => {
  await plan('head', [agent, '2026-05-27', ['evening']])
  const logOf = (who: string, id: number) =>
    as(who).get(`/api/audit-logs?entity=roster&recordId=${id}&pageSize=1`)
  for (const who of ['admin', 'head', 'agent']) {
    const [line] = (await logOf(who, agent)).data.items
    assert.deepEqual([line.action, line.changes], ['plan', { '2026-05-27': [[], ['evening']] }], who)
  }
  for (const who of ['agent3', 'head2', 'admin2']) assert.equal((await logOf(who, agent)).status, 404, who)
  assert.equal((await logOf('sales', agent)).status, 403)
  await wipe()
})
