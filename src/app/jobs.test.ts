import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Job } from '#kit/job.ts'
import { everyMinutes } from '#kit/schedule.ts'
import { toStored } from '#kit/text.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { MAX_ATTEMPTS, RETRY_AFTER_MS, recordHeartbeat, TAKEOVER_AFTER_MS } from './jobRuns.ts'
import { jobs, jobWorker, runIfDue } from './jobs.ts'

const { db } = await testApp(seedWorld)

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** The parts of a node whose clock the test may set. */
function nodeAt(now: Date) {
  const parts = { db, clock: () => parts.now, keyFor: TEST_KEYS, log, isStopping: () => false, now }
  return parts
}

/** A job for one test, due every quarter of an hour, that records its runs in `done`. */
function counting(
  name: string,
  work: (time: number) => Promise<string> = async () => '做完了',
): Job & { done: Date[] } {
  const done: Date[] = []
  return {
    name,
    title: name,
    dueAt: everyMinutes(15),
    work: async ({ dueAt }) => ({ sentence: await work(done.push(dueAt)) }),
    done,
  }
}

const runOf = (job: string) =>
  db.selectFrom('jobRun').selectAll().where('job', '=', job).orderBy('dueAt').execute()
/** Polls until the condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(5)
}
const later = (ms: number) => new Date(NOON.getTime() + ms)

test('one of several concurrent nodes does the work, and its outcome is stored', async () => {
  const job = counting('once')
  const nodes = ['a', 'b', 'c', 'd', 'e', 'f']
  const did = await Promise.all(nodes.map((node) => runIfDue(nodeAt(NOON), job, node)))
  assert.equal(did.filter(Boolean).length, 1)
  assert.deepEqual(job.done, [NOON])
  const [run, ...others] = await runOf('once')
  assert.deepEqual(others, [])
  assert.equal(run?.node, nodes[did.indexOf(true)])
  assert.deepEqual(
    [run?.state, run?.outcome, run?.attempts, run?.endedAt],
    ['done', toStored({ sentence: '做完了' }), 1, NOON],
  )
})

test('a due run is done once; after missed runs, only the latest one is executed', async () => {
  const job = counting('missed')
  assert.equal(await runIfDue(nodeAt(NOON), job), true)
  assert.equal(await runIfDue(nodeAt(later(14 * 60_000)), job), false)
  assert.equal(await runIfDue(nodeAt(later(2 * 3_600_000 + 60_000)), job), true)
  assert.deepEqual(job.done, [NOON, later(2 * 3_600_000)])
})

const QUARTER = 15 * 60_000
const quarters = (...numbers: number[]) => numbers.map((n) => later(n * QUARTER))
const catching = (name: string, work?: (time: number) => Promise<string>) => ({
  ...counting(name, work),
  catchesUp: true as const,
})

test('a job that catches up does each missed run once, oldest first; a new job starts with the newest', async () => {
  const job = catching('catches up')
  assert.equal(await runIfDue(nodeAt(later(3 * QUARTER + 60_000)), job), true)
  assert.deepEqual(job.done, quarters(3))
  const back = nodeAt(later(6 * QUARTER + 60_000))
  const did = await Promise.all(['a', 'b', 'c'].map((node) => runIfDue(back, job, node)))
  // A node may take the next run while another stores the result of the last one; none is done twice or too early.
  assert.ok(did.includes(true))
  while (await runIfDue(back, job));
  assert.deepEqual(job.done, quarters(3, 4, 5, 6))
  assert.deepEqual(
    (await runOf('catches up')).map(({ dueAt, state, attempts }) => [dueAt, state, attempts]),
    quarters(3, 4, 5, 6).map((dueAt) => [dueAt, 'done', 1]),
  )
})

test('a missed run that fails is retried before later ones, until it is given up', async () => {
  let fails = true
  const job = catching('catches up late', async (time) => {
    if (fails && time > 1) throw new Error('no')
    return '做完了'
  })
  assert.equal(await runIfDue(nodeAt(NOON), job), true)
  const at = (ms: number) => nodeAt(later(2 * QUARTER + ms))
  assert.equal(await runIfDue(at(0), job), true)
  assert.deepEqual(job.done, quarters(0, 1))
  // The pause is not over, so the later run waits too.
  assert.equal(await runIfDue(at(RETRY_AFTER_MS - 1), job), false)
  await runIfDue(at(RETRY_AFTER_MS), job)
  assert.deepEqual(job.done, quarters(0, 1, 1))
  for (const rest of [2, 3]) await runIfDue(at(rest * RETRY_AFTER_MS - 1), job)
  fails = false
  while (job.done.length < 6) await runIfDue(at(4 * RETRY_AFTER_MS), job)
  assert.deepEqual(job.done, quarters(0, 1, 1, 1, 2, 3))
  const ends = (await runOf('catches up late')).map(({ state, attempts }) => `${state} ${attempts}`)
  assert.deepEqual(ends, ['done 1', `failed ${MAX_ATTEMPTS}`, 'done 1', 'done 1'])
})

test('a run in the future, from a wrong clock, does not stop a job from catching up', async () => {
  const job = catching('future')
  await runIfDue(nodeAt(NOON), job)
  await runIfDue(nodeAt(later(20_000 * QUARTER)), { ...job, catchesUp: undefined } as never)
  await runIfDue(nodeAt(later(2 * QUARTER)), job)
  assert.deepEqual(job.done, quarters(0, 20_000, 1, 2))
})

test('a node that may not start jobs checks again later and does what was missed', async () => {
  const job = catching('clock off')
  let isRight = false
  const worker = jobWorker(nodeAt(NOON), [job], async () => isRight)
  await worker.chore.work()
  await worker.settled()
  assert.deepEqual(job.done, [])
  isRight = true
  await worker.chore.work()
  await worker.settled()
  assert.deepEqual(job.done, [NOON])
})

test('a run without heartbeats is taken over, one with heartbeats is not', async () => {
  const job = counting('silent')
  // A node that started the run and died: only its row remains.
  const never = counting('silent', () => new Promise(() => {}))
  void runIfDue(nodeAt(NOON), never, 'dead')
  await until(async () => (await runOf('silent')).length > 0)
  assert.equal(await runIfDue(nodeAt(later(TAKEOVER_AFTER_MS - 1)), job, 'living'), false)
  await recordHeartbeat(db, { job: 'silent', dueAt: NOON }, 1, later(60_000))
  assert.equal(await runIfDue(nodeAt(later(TAKEOVER_AFTER_MS)), job, 'living'), false)
  assert.equal(await runIfDue(nodeAt(later(TAKEOVER_AFTER_MS + 60_000)), job, 'living'), true)
  const [run] = await runOf('silent')
  assert.deepEqual([run?.state, run?.node, run?.attempts], ['done', 'living', 2])
})

test('a node that resumes after its job was taken over does not change the result', async () => {
  let wake = (_text: string) => {}
  const slow = counting('woken', () => new Promise((resolve) => (wake = resolve)))
  const first = runIfDue(nodeAt(NOON), slow, 'slow')
  await until(() => slow.done.length > 0)
  await runIfDue(
    nodeAt(later(TAKEOVER_AFTER_MS)),
    counting('woken', async () => '接着做完'),
    'quick',
  )
  wake('太晚')
  await first
  const [run] = await runOf('woken')
  assert.deepEqual([run?.node, run?.outcome, run?.attempts], ['quick', toStored({ sentence: '接着做完' }), 2])
})

test('a failed run is retried after a pause, up to the maximum number of attempts', async () => {
  const job = counting('failing', async () => {
    throw new Error('no')
  })
  const times = Array.from({ length: MAX_ATTEMPTS + 1 }, (_, time) => later(time * RETRY_AFTER_MS * 0.9))
  const node = nodeAt(NOON)
  const did: boolean[] = []
  for (const now of times.slice(0, 2)) {
    node.now = now
    did.push(await runIfDue(node, job))
  }
  // The pause is not over: 4.5 of 5 minutes.
  assert.deepEqual(did, [true, false])
  for (let time = 1; time <= MAX_ATTEMPTS; time += 1) {
    const schedule = { ...job, dueAt: Object.assign(() => NOON, everyMinutes(15)) }
    node.now = later(time * RETRY_AFTER_MS)
    did.push(await runIfDue(node, schedule))
  }
  assert.deepEqual(did.slice(2), [true, true, false])
  const [run] = await runOf('failing')
  assert.deepEqual([run?.state, run?.attempts], ['failed', MAX_ATTEMPTS])
  assert.doesNotMatch(run?.outcome ?? '', /Error|no\b/)
})

test('a long job does not delay the others, and its node does not start it twice', async () => {
  let finish = (_text: string) => {}
  const long = counting('long', () => new Promise((resolve) => (finish = resolve)))
  const short = counting('short')
  const worker = jobWorker(nodeAt(NOON), [long, short])
  await worker.chore.work()
  await until(async () => long.done.length > 0 && (await runOf('short'))[0]?.state === 'done')
  await worker.chore.work()
  assert.deepEqual([long.done.length, short.done.length], [1, 1])
  finish('完')
  await worker.settled()
  assert.equal((await runOf('long'))[0]?.outcome, toStored({ sentence: '完' }))
})

test('a node that is stopping starts no jobs', async () => {
  const job = counting('stopping')
  const worker = jobWorker({ ...nodeAt(NOON), isStopping: () => true }, [job])
  await worker.chore.work()
  await worker.settled()
  assert.deepEqual(job.done, [])
})

test('the jobs have unique names, and their due instants are in the past', () => {
  const names = jobs.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const job of jobs) assert.ok(job.dueAt(NOON) <= NOON, job.name)
})
