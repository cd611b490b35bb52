import { isOlder } from '#db/version.ts'
import type { Sentence } from '#kit/text.ts'
import { BreakReason } from '#platform/audit-logs/contract.ts'
import { breakSentence } from '#platform/audit-logs/rules.ts'
import { upSince } from './checksOfBackups.ts'
import { liveNodes } from './checksOfNodes.ts'
import {
  ANNOUNCE_END_MS,
  MANY_CONNECTIONS,
  MANY_DEADLOCKS,
  MAX_UNSEALED_MS,
  MAX_VERIFICATION_AGE_MS,
  MIN_POSTGRESQL,
  POSTGRESQL_END,
} from './limits.ts'
import type { Check, Problem } from './problem.ts'
import type { AuditState, SystemState } from './state.ts'
import { lengthOf } from './words.ts'

function brokenChain({ companyCode, seq, reason, at }: AuditState['broken'][number]): Problem {
  const values = {
    code: companyCode,
    seq: seq ?? '-',
    reason: { sentence: breakSentence(BreakReason.parse(reason)) } satisfies Sentence,
  }
  return {
    key: `audit.broken:${companyCode}`,
    severity: 'error',
    title: {
      sentence:
        seq === null
          ? '公司 {code} 的操作日志被人在系统之外动过：{reason}'
          : '公司 {code} 的操作日志被人在系统之外动过，第 {seq} 行：{reason}',
      values,
    },
    remedy: {
      sentence:
        '先做：不要删任何东西，留好现在的备份和服务器日志；查谁能直接登录数据库，再和之前存下的链头对照。',
    },
    since: at,
  }
}

function unsealedLines(state: SystemState): Problem[] {
  const waits = liveNodes(state).map(({ facts }) => facts.unsealedMs)
  const wait = Math.max(0, ...waits)
  if (wait <= MAX_UNSEALED_MS) return []
  return [
    {
      key: 'audit.unsealed',
      severity: 'error',
      title: {
        sentence: '操作日志有 {length}没有封存：封存之前，改动它不会留下痕迹。日志本身没有丢',
        values: { length: lengthOf(wait) },
      },
      remedy: {
        sentence: '先做：在服务器日志里找“chore failed”和“audit line unsealed”，看原因；重启程序会再试。',
      },
    },
  ]
}

function unverifiedChain(state: SystemState): Problem[] {
  const { verifiedAt, companies } = state.audit
  if (companies === 0) return []
  const since = Math.max(verifiedAt?.getTime() ?? 0, upSince(state).getTime())
  const age = state.now.getTime() - since
  if (age <= MAX_VERIFICATION_AGE_MS) return []
  return [
    {
      key: 'audit.unverified',
      severity: 'warning',
      title: { sentence: '操作日志已有 {length}没有完整地校验过一遍', values: { length: lengthOf(age) } },
      remedy: { sentence: '先做：看任务“操作日志校验”有没有失败；也可以在“操作日志校验”里自己校验一次。' },
      since: verifiedAt ?? undefined,
    },
  ]
}

function deadlocks({ database }: SystemState): Problem[] {
  if (database.deadlocks < MANY_DEADLOCKS) return []
  return [
    {
      key: 'database.deadlocks',
      severity: 'warning',
      title: {
        sentence: '一小时内数据库解开了 {n} 次死锁，每次有一个操作没有保存，操作的人看到了提示',
        values: { n: database.deadlocks },
      },
      remedy: { sentence: '先做：把 PostgreSQL 日志里“deadlock detected”的几段发给开发的人。' },
    },
  ]
}

function readOnly({ database }: SystemState): Problem[] {
  if (!database.isReadOnly) return []
  return [
    {
      key: 'database.read-only',
      severity: 'error',
      title: { sentence: '数据库现在只能读，不能保存。已保存的没有丢' },
      remedy: {
        sentence: '先做：看 DATABASE_URL 指向的是不是主库（备库只能读）；若是主库，看它是否被设成了只读。',
      },
    },
  ]
}

function fewConnections({ database }: SystemState): Problem[] {
  const { used, max } = database.connections
  if (max === 0 || used < max * MANY_CONNECTIONS) return []
  return [
    {
      key: 'database.connections',
      severity: 'warning',
      title: {
        sentence: '数据库的连接快用完了：{used} / {max}',
        values: { used, max },
      },
      remedy: { sentence: '先做：看还有什么程序连着这个数据库；节点多时提高 max_connections。' },
    },
  ]
}

function oldServer({ database, now }: SystemState): Problem[] {
  if (database.engine === 'embedded') return []
  const end = POSTGRESQL_END[database.major]
  const isTooOld = database.major < MIN_POSTGRESQL
  const left = end ? new Date(`${end}T00:00:00+08:00`).getTime() - now.getTime() : Number.POSITIVE_INFINITY
  if (!isTooOld && left > ANNOUNCE_END_MS) return []
  const values = { version: database.version, end: end ?? '-', least: MIN_POSTGRESQL }
  const sentence = isTooOld
    ? 'PostgreSQL {version} 太旧，程序只在 {least} 及以上的版本上测试过'
    : left > 0
      ? 'PostgreSQL {version} 的安全更新到 {end} 为止'
      : 'PostgreSQL {version} 从 {end} 起没有安全更新了'
  return [
    {
      key: 'database.old',
      severity: isTooOld || left <= 0 ? 'error' : 'warning',
      title: { sentence, values },
      remedy: { sentence: '先做：先备份，再按运维手册的“PostgreSQL”升级到新的大版本。' },
    },
  ]
}

/** Nodes whose program does not fit the schema of the database. */
function wrongSchema(state: SystemState): Problem[] {
  const { minimum, newest, schema } = state.database
  return liveNodes(state).flatMap((node): Problem[] => {
    const values = { no: node.no, version: node.version, newest, minimum }
    const isRefused = isOlder(node.version, minimum)
    const remedy: Sentence = { sentence: '先做：把这个节点升级到 {newest} 再启动。', values: { newest } }
    if (isRefused) {
      const sentence =
        '节点 {no} 的程序 {version} 太旧：数据库只接受 {minimum} 及以上的程序写入，在这个节点上不能保存'
      return [{ key: `schema.refused:${node.no}`, severity: 'error', title: { sentence, values }, remedy }]
    }
    const isOld = isOlder(node.version, newest)
    const isMigratedSince = node.schema !== null && schema !== null && node.schema < schema
    const runs = state.now.getTime() - node.startedAt.getTime()
    if (!(isOld || isMigratedSince) || runs < 3_600_000) return []
    const sentence = '节点 {no} 的程序 {version} 比数据库旧：数据库已由 {newest} 升级'
    return [{ key: `schema.older:${node.no}`, severity: 'warning', title: { sentence, values }, remedy }]
  })
}

export const dataChecks: readonly Check[] = [
  { key: 'audit.broken', check: ({ audit }) => audit.broken.map(brokenChain) },
  { key: 'audit.unsealed', check: unsealedLines },
  { key: 'audit.unverified', check: unverifiedChain },
  { key: 'database.deadlocks', check: deadlocks },
  { key: 'database.read-only', check: readOnly },
  { key: 'database.connections', waitMs: 60_000, check: fewConnections },
  { key: 'database.old', check: oldServer },
  { key: 'schema', check: wrongSchema },
]
