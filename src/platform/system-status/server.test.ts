import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { toStored } from '#kit/text.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { findProblems } from './checks.ts'
import { tellPeople } from './notify.ts'
import { saveProblems } from './problemQueries.ts'
import { ago, nodeOf, stateOf } from './testState.ts'

const { as, clock, db, watch } = await testApp(seedWorld)

const MINUTE_MS = 60_000
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS)

/** Checks at an instant, as the chore does every minute. */
async function checkAt(minutes: number): Promise<void> {
  clock.now = later(minutes)
  await watch.check()
}

const status = async (username = 'admin') => (await as(username).get('/api/system/status')).data
const keysOf = async (username = 'admin') =>
  (await status(username)).problems.map(({ key }: { key: string }) => key)

test('a healthy installation has no problem; every admin sees its state, others do not', async () => {
  await checkAt(0)
  const seen = await status()
  assert.deepEqual(seen.problems, [])
  assert.deepEqual(
    [seen.isOperator, seen.nodes.length, seen.nodes[0].no, seen.nodes[0].state, seen.database.engine],
    [true, 1, 1, 'live', 'embedded'],
  )
  assert.ok(seen.nodes[0].host)
  const other = await status('admin2')
  assert.deepEqual([other.isOperator, other.nodes[0].host], [false, null])
  for (const username of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(username).get('/api/system/status')).status, 403)
  }
})

const run = (state: 'done' | 'failed', attempts: number, endedAt: Date) => ({
  job: 'notices',
  dueAt: new Date('2026-05-18T23:30:00Z'),
  state,
  attempts,
  node: 'a',
  startedAt: endedAt,
  beatAt: endedAt,
  endedAt,
  outcome: '没有完成',
})

test('a failed job is named once to the operators with what to do, and again when it works again', async () => {
  await db
    .insertInto('jobRun')
    .values(run('failed', 3, later(1)))
    .execute()
  await checkAt(2)
  await checkAt(3)
  const { problems } = await status()
  assert.equal(problems.length, 1)
  const [problem] = problems
  assert.deepEqual([problem.key, problem.severity, problem.toldPeople], ['job.failed:notices', 'error', 1])
  assert.match(problem.title, /跟进与合同提醒/)
  assert.match(problem.remedy, /先做/)
  await db.updateTable('jobRun').set({ state: 'done' }).where('job', '=', 'notices').execute()
  await checkAt(4)
  assert.deepEqual(await keysOf(), ['job.failed:notices'], 'one check without it does not resolve it')
  await checkAt(8)
  assert.deepEqual(await keysOf(), [])
  const notices = (await as('admin').get('/api/notices?current=1&pageSize=20')).data.items
  const told = notices.filter(({ kind }: { kind: string }) => kind === 'systemProblem')
  assert.equal(told.length, 2)
  assert.match(told[0].title.sentence, /^已恢复/)
  assert.equal(told[1].link, '/account/settings/system')
  const others = (await as('admin2').get('/api/notices?current=1&pageSize=20')).data.items
  assert.deepEqual(others, [])
})

test('admins of other companies see neither the robots of the operators nor why their backups fail', async () => {
  const reason = { sentence: '备份没有写成，{path} 不能使用', values: { path: '/srv/nas' } }
  const last = { state: 'failed' as const, startedAt: ago(9), endedAt: ago(9), outcome: toStored(reason) }
  const backup = { kind: 'backup' as const, target: 'local', last, done: null, failures: 1 }
  const robots = [{ id: 1, name: '运维群', isReached: false, at: ago(1).toISOString() }]
  const state = stateOf({ backups: [backup], nodes: [nodeOf(1, { robots })], jobs: [] })
  const keys = ['backup.failed:local', 'robot.failing:1']
  const found = findProblems(state).filter(({ key }) => keys.includes(key))
  assert.equal(found.length, keys.length)
  await saveProblems(db, found, clock.now)
  await tellPeople(db, clock.now)
  const seen = async (username: string) => (await status(username)).problems
  const own = await seen('admin')
  assert.deepEqual(own.map(({ key }: { key: string }) => key).sort(), keys)
  assert.match(JSON.stringify(own), /srv.*nas/)
  const others = await seen('admin2')
  assert.deepEqual(
    others.map(({ key }: { key: string }) => key),
    ['backup.failed:local'],
  )
  assert.match(others[0].remedy, /^先做：/)
  assert.doesNotMatch(JSON.stringify(others), /srv|运维群/)
})

test('only the operator checks again', async () => {
  assert.equal((await as('admin').post('/api/system/status/check')).status, 200)
  assert.equal((await as('admin2').post('/api/system/status/check')).status, 403)
  assert.equal((await as('head').post('/api/system/status/check')).status, 403)
})

test('only the operator starts a backup, one at a time, if the program makes backups', async () => {
  const press = (name: string) => as(name).post('/api/system/status/backup')
  assert.equal((await press('admin')).status, 409)
  const made = Promise.withResolvers<void>()
  watch.backup.provide(() => made.promise)
  assert.equal((await press('admin2')).status, 403)
  assert.equal((await press('head')).status, 403)
  assert.deepEqual((await press('admin')).data, { isStarted: true })
  assert.deepEqual((await press('admin')).data, { isStarted: false })
  assert.equal((await as('admin').get('/api/system/status')).data.canBackUp, true)
  assert.equal((await as('admin2').get('/api/system/status')).data.canBackUp, false)
  made.resolve()
})

test('the runs of a job, the newest first', async () => {
  const { items } = (await as('admin').get('/api/system/jobs/notices/runs')).data
  assert.deepEqual([items.length, items[0].state, items[0].attempts], [1, 'done', 3])
  assert.equal((await as('admin').get('/api/system/jobs/nothing/runs')).status, 404)
  // Outcomes count the records of every company.
  const theirs = (await as('admin2').get('/api/system/jobs/notices/runs')).data.items
  assert.ok(items[0].outcome)
  assert.deepEqual([theirs.length, theirs[0].outcome], [1, null])
  for (const { outcome } of (await status('admin2')).jobs) assert.equal(outcome, null)
})

test('a node that cannot write its row is not reported as gone by itself', async () => {
  await checkAt(60)
  await sql`create function refuse_row() returns trigger language plpgsql
    as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger refuse_row before insert or update on system_node execute function refuse_row()`.execute(
    db,
  )
  try {
    for (let minute = 61; minute < 70; minute += 1) await checkAt(minute)
    assert.deepEqual(watch.unwritable(), { sentence: '数据库的磁盘满了，现在不能保存。' })
    const seen = await status()
    assert.deepEqual(
      [seen.problems.filter(({ key }: { key: string }) => key.startsWith('node.')), seen.nodes[0].state],
      [[], 'live'],
    )
  } finally {
    await sql`drop function refuse_row cascade`.execute(db)
  }
  await checkAt(71)
  assert.equal(watch.unwritable(), null)
})
