import type { Sentence } from '#kit/text.ts'
import {
  CLOCK_JUMP_MS,
  CRITICAL_DISK_BYTES,
  DISK_FULL_SOON_MS,
  EASING,
  JOB_CLOCK_OFFSET_MS,
  LOW_DISK,
  MANY_FAILED_REQUESTS,
  MANY_LOST_CONNECTIONS,
  MANY_RESTARTS,
  MAX_CLOCK_OFFSET_MS,
  MAX_MIXED_VERSIONS_MS,
  MIN_TREND_MS,
  NODE_SILENCE_MS,
  SHOW_EVENT_MS,
  SLOW_DATABASE_MS,
} from './limits.ts'
import type { Check, Problem } from './problem.ts'
import type { NodeState, Sample, SystemState } from './state.ts'
import { instantText, lengthOf, sizeText } from './words.ts'

const isSilent = ({ now }: SystemState, { beatAt }: NodeState) =>
  now.getTime() - beatAt.getTime() > NODE_SILENCE_MS

/** The nodes that write their rows. */
export const liveNodes = (state: SystemState) => state.nodes.filter((node) => !isSilent(state, node))

/**
 * The nodes that fell silent without having stopped in order, and that no other node has replaced: one that was
 * restarted, on the same or another machine, started after the last sign of the old one.
 */
export function goneNodes(state: SystemState): NodeState[] {
  const live = liveNodes(state)
  const gone = state.nodes
    .filter((node) => isSilent(state, node))
    .sort((a, b) => a.beatAt.getTime() - b.beatAt.getTime())
  const replacements = live.map(({ startedAt }) => startedAt.getTime()).sort((a, b) => a - b)
  return gone.filter(({ beatAt }) => {
    const at = replacements.findIndex((startedAt) => startedAt >= beatAt.getTime())
    if (at >= 0) replacements.splice(at, 1)
    return at < 0
  })
}

function goneNode({ no, version, beatAt }: NodeState): Problem {
  return {
    key: `node.gone:${no}`,
    severity: 'error',
    title: {
      sentence: '节点 {no}（{version}）没有消息了，最后一次是 {at}。它没有做完的任务由别的节点接着做',
      values: { no, version, at: instantText(beatAt) },
    },
    remedy: { sentence: '先做：看那台机器是否开着、程序是否在运行；不再用的节点 7 天后自动从这里消失。' },
    since: beatAt,
  }
}

function wrongClock(state: SystemState, { no, facts }: NodeState): Problem[] {
  const offset = facts.clockOffsetMs
  const key = `clock.off:${no}`
  if (Math.abs(offset) * (state.open.has(key) ? EASING : 1) <= MAX_CLOCK_OFFSET_MS) return []
  const runsNoJobs = Math.abs(offset) > JOB_CLOCK_OFFSET_MS
  const side: Sentence = { sentence: offset > 0 ? '慢' : '快' }
  const values = { no, side, length: lengthOf(Math.abs(offset)) }
  return [
    {
      key,
      severity: runsNoJobs ? 'error' : 'warning',
      title: runsNoJobs
        ? { sentence: '节点 {no} 的时钟比数据库{side} {length}，它不再运行任务', values }
        : { sentence: '节点 {no} 的时钟比数据库{side} {length}', values },
      remedy: {
        sentence: '先做：在那台机器上开启时间同步（timedatectl set-ntp true），再点“重新检查”。',
      },
    },
  ]
}

function jumpedClock({ now }: SystemState, { no, facts }: NodeState): Problem[] {
  const jump = facts.clockJump
  if (!jump || Math.abs(jump.ms) < CLOCK_JUMP_MS) return []
  const at = new Date(jump.at)
  // A clock that was set back makes the jump lie ahead.
  if (Math.abs(now.getTime() - at.getTime()) > SHOW_EVENT_MS) return []
  const side: Sentence = { sentence: jump.ms > 0 ? '往前' : '往后' }
  return [
    {
      key: `clock.jumped:${no}`,
      severity: 'error',
      title: {
        sentence: '节点 {no} 的机器时间{side}跳了 {length}。这期间记下的时间可能不对',
        values: { no, side, length: lengthOf(Math.abs(jump.ms)) },
      },
      remedy: { sentence: '先做：看那台机器的日期和时间对不对，开启时间同步；虚拟机还要看它是否被暂停过。' },
      since: at,
    },
  ]
}

function mixedVersions(state: SystemState): Problem[] {
  const live = liveNodes(state)
  const versions = [...new Set(live.map(({ version }) => version))]
  const newest = Math.max(...live.map(({ startedAt }) => startedAt.getTime()))
  if (versions.length < 2 || state.now.getTime() - newest <= MAX_MIXED_VERSIONS_MS) return []
  return [
    {
      key: 'node.versions',
      severity: 'warning',
      title: {
        sentence: '各节点的版本不一致已超过 {length}：{versions}',
        values: { length: lengthOf(MAX_MIXED_VERSIONS_MS), versions },
      },
      remedy: { sentence: '先做：把旧版本的节点升级；升级没有做完时，新功能可能时有时无。' },
    },
  ]
}

/** The nodes whose disk is a disk of its own: the first of each machine. */
const disksOf = (state: SystemState) =>
  liveNodes(state).filter((node, at, all) => all.findIndex(({ host }) => host === node.host) === at)

function fullDisk(state: SystemState, node: NodeState): Problem[] {
  const { disk, isDiskFull } = node.facts
  if (!disk) return []
  const key = `disk.low:${node.no}`
  const ease = state.open.has(key) ? EASING : 1
  const { freeBytes, totalBytes } = disk
  const isLow = freeBytes < LOW_DISK.bytes * ease && freeBytes < totalBytes * LOW_DISK.share * ease
  const isCritical = isDiskFull || freeBytes < CRITICAL_DISK_BYTES
  if (!isLow && !isCritical) return []
  const values = { no: node.no, free: sizeText(freeBytes), total: sizeText(totalBytes) }
  return [
    {
      key,
      severity: isCritical ? 'error' : 'warning',
      title: isDiskFull
        ? { sentence: '节点 {no} 的磁盘满了（剩 {free}），现在只能查看，不能保存。已保存的没有丢', values }
        : {
            sentence: '节点 {no} 的磁盘只剩 {free}（共 {total}）。数据没有丢，少于 0.5 GB 时会停止保存',
            values,
          },
      remedy: {
        sentence: '先做：删掉或移走这块盘上不用的文件，或者换大一点的盘；不要删数据文件夹里的东西。',
      },
    },
  ]
}

/** How long a disk lasts at the growth of its samples, in ms; null if it does not grow or the time is too short. */
export function timeUntilFull(samples: readonly Sample[], freeBytes: number, now: Date): number | null {
  const [first] = samples
  if (!first) return null
  const passed = now.getTime() - first.at.getTime()
  const used = first.value - freeBytes
  return passed < MIN_TREND_MS || used <= 0 ? null : (freeBytes / used) * passed
}

function fillingDisk(state: SystemState, node: NodeState): Problem[] {
  const free = node.facts.disk?.freeBytes
  if (free === undefined) return []
  const left = timeUntilFull(state.diskTrend.get(node.host) ?? [], free, state.now)
  const key = `disk.filling:${node.no}`
  if (left === null || left > DISK_FULL_SOON_MS * (state.open.has(key) ? EASING : 1)) return []
  return [
    {
      key,
      severity: 'warning',
      title: {
        sentence: '按最近的增长，节点 {no} 的磁盘再过 {length}就满（剩 {free}）',
        values: { no: node.no, length: lengthOf(left), free: sizeText(free) },
      },
      remedy: { sentence: '先做：看是什么在增长（备份、日志，还是别的程序的文件），清理或者换大一点的盘。' },
    },
  ]
}

function restartedEngine({ no, facts }: NodeState): Problem[] {
  if (facts.engineRestarts === 0 || !facts.engineRestartedAt) return []
  const at = new Date(facts.engineRestartedAt)
  return [
    {
      key: `engine.restarted:${no}`,
      severity: facts.engineRestarts >= MANY_RESTARTS ? 'error' : 'warning',
      title: {
        sentence: '内置数据库在一小时内意外重启 {n} 次，最后一次是 {at}。已保存的没有丢',
        values: { n: facts.engineRestarts, at: instantText(at) },
      },
      remedy: {
        sentence:
          '先做：看服务器的内存够不够（日志里“内置数据库意外退出”的前后）；反复出现时改用 PostgreSQL。',
      },
      since: at,
    },
  ]
}

function lostConnections(state: SystemState): Problem[] {
  const lost = liveNodes(state).reduce((sum, { facts }) => sum + facts.lostConnections, 0)
  if (lost < MANY_LOST_CONNECTIONS) return []
  return [
    {
      key: 'database.lost',
      severity: 'warning',
      title: {
        sentence: '一小时内与数据库的连接断了 {n} 次。没有保存成功的操作，当时已经告诉了操作的人',
        values: { n: lost },
      },
      remedy: { sentence: '先做：看数据库服务器是否重启过、网络是否稳定，以及它的日志。' },
    },
  ]
}

/** An outage of the server is known only when it is over; the embedded engine's restarts are a problem of their own. */
function missingDatabase(state: SystemState): Problem[] {
  if (state.database.engine === 'embedded') return []
  const outages = liveNodes(state).flatMap(({ facts }) => (facts.outage ? [facts.outage] : []))
  const [last] = outages.sort((a, b) => b.to.localeCompare(a.to))
  if (!last) return []
  const [from, to] = [new Date(last.from), new Date(last.to)]
  const values = {
    length: lengthOf(to.getTime() - from.getTime()),
    from: instantText(from),
    to: instantText(to),
  }
  return [
    {
      key: 'database.gone',
      severity: 'error',
      title: {
        sentence:
          '数据库有 {length}连不上（{from} 到 {to}），现在又连上了。已保存的没有丢，没有保存成功的操作，当时已经告诉了操作的人',
        values,
      },
      remedy: { sentence: '先做：看数据库服务器是否重启过、网络是否稳定，以及它的日志。' },
      since: from,
    },
  ]
}

function slowDatabase(state: SystemState): Problem[] {
  const key = 'database.slow'
  const pings = liveNodes(state).flatMap(({ facts }) => (facts.pingMs === null ? [] : [facts.pingMs]))
  const slowest = Math.max(0, ...pings)
  if (slowest * (state.open.has(key) ? EASING : 1) <= SLOW_DATABASE_MS) return []
  return [
    {
      key,
      severity: 'warning',
      title: {
        sentence: '数据库答得慢：最简单的一问要 {ms} 毫秒（平时在 20 毫秒以内）。数据没有丢',
        values: { ms: Math.round(slowest) },
      },
      remedy: {
        sentence: '先做：看数据库服务器的处理器、磁盘和网络，有没有别的程序在占用；大的导入做完会自己恢复。',
      },
    },
  ]
}

function failedRequests(state: SystemState): Problem[] {
  const failed = liveNodes(state).reduce((sum, { facts }) => sum + facts.failedRequests.quarter, 0)
  if (failed < MANY_FAILED_REQUESTS) return []
  return [
    {
      key: 'errors.5xx',
      severity: 'warning',
      title: {
        sentence: '最近 15 分钟有 {n} 个请求因为程序或数据库出错没有办成，操作的人看到了提示',
        values: { n: failed },
      },
      remedy: {
        sentence: '先做：看这里有没有别的问题；没有的话，按错误编号在服务器日志里找原因，告诉开发的人。',
      },
    },
  ]
}

const MINUTE_MS = 60_000

export const nodeChecks: readonly Check[] = [
  {
    key: 'node.gone',
    // After an outage of the database, or a jump of the clock, every node is silent until its next round.
    waitMs: MINUTE_MS,
    check: (state) => goneNodes(state).map(goneNode),
  },
  { key: 'node.versions', check: mixedVersions },
  {
    key: 'clock.off',
    waitMs: MINUTE_MS,
    check: (state) => liveNodes(state).flatMap((node) => wrongClock(state, node)),
  },
  {
    key: 'clock.jumped',
    check: (state) => liveNodes(state).flatMap((node) => jumpedClock(state, node)),
  },
  { key: 'disk.low', check: (state) => disksOf(state).flatMap((node) => fullDisk(state, node)) },
  { key: 'disk.filling', check: (state) => disksOf(state).flatMap((node) => fillingDisk(state, node)) },
  { key: 'engine.restarted', check: (state) => liveNodes(state).flatMap(restartedEngine) },
  { key: 'database.lost', check: lostConnections },
  { key: 'database.gone', check: missingDatabase },
  { key: 'database.slow', waitMs: 2 * MINUTE_MS, check: slowDatabase },
  { key: 'errors.5xx', check: failedRequests },
]
