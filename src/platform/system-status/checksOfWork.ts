import { type Sentence, word } from '#kit/text.ts'
import { upSince } from './checksOfBackups.ts'
import { liveNodes } from './checksOfNodes.ts'
import {
  JOB_SILENCE_MS,
  MAX_DELIVERY_DELAY_MS,
  MAX_EXPORT_WAIT_MS,
  MAX_JOB_DELAY_MS,
  MAX_JOB_MS,
  MAX_WAIT_MS,
} from './limits.ts'
import type { Check, Problem } from './problem.ts'
import type { JobState, RobotFact, SystemState } from './state.ts'
import { instantText, lengthOf } from './words.ts'

/** Attempts of a run (app/jobRuns.ts); after the last one it is given up. */
const MAX_ATTEMPTS = 3

/**
 * Since when a job should have begun, in ms: the first instant after its last run, since the latest one of a frequent job
 * is never long ago. A job that has never run is due since the program started.
 */
function jobDueSince(state: SystemState, { dueAt, nextAt, last }: JobState): number {
  const up = upSince(state).getTime()
  const everyMs = nextAt.getTime() - dueAt.getTime()
  const first = (last?.dueAt.getTime() ?? up) + everyMs
  return Math.max(Math.min(dueAt.getTime(), first), up)
}

/** Whether the newest run that was due has begun. */
const hasBegun = ({ last, dueAt }: JobState) => last !== null && last.dueAt >= dueAt

/** Whether a job should have begun and has not: no node runs it. */
export function isMissed(state: SystemState, job: JobState): boolean {
  return !hasBegun(job) && state.now.getTime() - jobDueSince(state, job) > MAX_JOB_DELAY_MS
}

function missedJob(state: SystemState, job: JobState): Problem[] {
  if (!isMissed(state, job)) return []
  const last: Sentence = job.lastDoneAt
    ? { sentence: '上一次完成是 {at}', values: { at: instantText(job.lastDoneAt) } }
    : { sentence: '还没有完成过' }
  return [
    {
      key: `job.missed:${job.name}`,
      severity: 'error',
      title: {
        sentence: '任务“{job}”没有按时运行：{due} 就该开始。{last}',
        values: { job: word(job.title), due: instantText(job.dueAt), last },
      },
      remedy: {
        sentence: '先做：看节点是否在线、时钟是否准确（时钟差超过 5 秒的节点不运行任务）；都正常就重启程序。',
      },
      since: new Date(jobDueSince(state, job)),
    },
  ]
}

function failedJob({ name, title, last }: JobState): Problem[] {
  if (last?.state !== 'failed') return []
  const isGivenUp = last.attempts >= MAX_ATTEMPTS
  const values = {
    job: word(title),
    at: instantText(last.endedAt ?? last.startedAt),
    n: last.attempts,
    left: MAX_ATTEMPTS - last.attempts,
  }
  return [
    {
      key: `job.failed:${name}`,
      severity: isGivenUp ? 'error' : 'warning',
      title: isGivenUp
        ? { sentence: '任务“{job}”试了 {n} 次都没有完成，最后一次是 {at}。已做完的部分没有丢', values }
        : { sentence: '任务“{job}”在 {at} 没有完成，5 分钟后再试，还会试 {left} 次', values },
      remedy: {
        sentence:
          '先做：在服务器日志里找这个时间的“job failed”，那一行写着原因；排除以后，下一次到点会自动再做。',
      },
      since: last.startedAt,
    },
  ]
}

function longJob({ now }: SystemState, { name, title, last }: JobState): Problem[] {
  if (last?.state !== 'running' || now.getTime() - last.startedAt.getTime() <= MAX_JOB_MS) return []
  const isAlive = now.getTime() - last.beatAt.getTime() <= JOB_SILENCE_MS
  return [
    {
      key: `job.long:${name}`,
      severity: 'warning',
      title: {
        sentence: isAlive
          ? '任务“{job}”已运行 {length}，还没有结束'
          : '任务“{job}”已开始 {length}，做它的节点没有消息了',
        values: { job: word(title), length: lengthOf(now.getTime() - last.startedAt.getTime()) },
      },
      remedy: {
        sentence: '先做：看数据库是否很慢、磁盘是否快满；没有别的原因就重启程序，任务会接着做。',
      },
      since: last.startedAt,
    },
  ]
}

const waitOf = ({ now }: SystemState, since: Date | null) => (since ? now.getTime() - since.getTime() : 0)

function stuckExports(state: SystemState): Problem[] {
  const { waiting, running, waitingSince } = state.queues.exports
  const wait = waitOf(state, waitingSince)
  // Files of the same person wait for each other; a queue in which nothing is being written is stuck.
  if (wait <= (running > 0 ? MAX_EXPORT_WAIT_MS : MAX_WAIT_MS)) return []
  return [
    {
      key: 'queue.exports',
      severity: 'warning',
      title: {
        sentence: '后台导出排队：{n} 个文件在等，最久的等了 {length}。文件没有丢，轮到就会写',
        values: { n: waiting, length: lengthOf(wait) },
      },
      remedy: { sentence: '先做：看节点是否在线、数据库是否很慢；都正常就重启程序。' },
      since: waitingSince ?? undefined,
    },
  ]
}

function lateDeliveries(state: SystemState): Problem[] {
  const { waiting, waitingSince } = state.queues.deliveries
  const wait = waitOf(state, waitingSince)
  if (wait <= MAX_DELIVERY_DELAY_MS) return []
  return [
    {
      key: 'queue.deliveries',
      severity: 'warning',
      title: {
        sentence: '订阅没有按时送达：{n} 个在等，最久的等了 {length}',
        values: { n: waiting, length: lengthOf(wait) },
      },
      remedy: { sentence: '先做：看任务“订阅送达”的结果，以及服务器能不能连到群机器人的地址。' },
      since: waitingSince ?? undefined,
    },
  ]
}

/** The last message to each robot, whichever node sent it. */
function lastMessages(state: SystemState): RobotFact[] {
  const all = liveNodes(state).flatMap(({ facts }) => facts.robots ?? [])
  return all.filter(({ id, at }) => !all.some((other) => other.id === id && other.at > at))
}

const failingRobots = (state: SystemState): Problem[] =>
  lastMessages(state)
    .filter(({ isReached }) => !isReached)
    .map(({ id, name, at }) => ({
      key: `robot.failing:${id}`,
      severity: 'warning',
      title: {
        sentence: '群机器人“{name}”没有收到系统状态的消息（{at}），它的群不知道系统出的问题',
        values: { name, at: instantText(new Date(at)) },
      },
      remedy: {
        sentence: '先做：在“群机器人”里给它发一条测试消息，按提示改它的地址或安全设置；服务器也要能连到它。',
      },
      since: new Date(at),
    }))

export const workChecks: readonly Check[] = [
  { key: 'job.missed', check: (state) => state.jobs.flatMap((job) => missedJob(state, job)) },
  { key: 'job.failed', check: ({ jobs }) => jobs.flatMap(failedJob) },
  { key: 'job.long', check: (state) => state.jobs.flatMap((job) => longJob(state, job)) },
  { key: 'queue.exports', check: stuckExports },
  { key: 'queue.deliveries', check: lateDeliveries },
  { key: 'robot.failing', check: failingRobots },
]
