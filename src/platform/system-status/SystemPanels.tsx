import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatInstantShort, formatMinute, joinFacts } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { SystemBackup, SystemNode, SystemQueue, SystemStatus } from './contract.ts'
import { backupKinds } from './rules.ts'
import { sizeText } from './words.ts'

interface Props {
  status: SystemStatus
}

/** Backups and test restores, by target. */
export function SystemBackups({ status: { backups } }: Props) {
  const hint = backups.length === 0 ? t('还没有记录') : t('{n} 项', { n: backups.length })
  return (
    <Panel title={t('备份')} hint={hint} flush>
      <ul className="system-rows">
        {backups.map((backup) => (
          <BackupRow key={`${backup.kind} ${backup.target}`} backup={backup} />
        ))}
      </ul>
    </Panel>
  )
}

function BackupRow({ backup }: { backup: SystemBackup }) {
  const { kind, target, state, doneAt, bytes, outcome } = backup
  const size = bytes === null ? '' : sizeText(bytes)
  return (
    <li>
      <span>{t(backupKinds[kind])}</span>
      <bdi>{target === 'local' ? t('本机') : target}</bdi>
      <span className="system-end">
        {state === 'failed' ? (
          <StatusTag tone="red" label={t('失败')} />
        ) : (
          <StatusTag
            tone={state === 'running' ? 'blue' : 'green'}
            label={state === 'running' ? t('运行中') : t('正常')}
          />
        )}
      </span>
      <p className="system-wide">
        {doneAt ? t('最近成功 {at}', { at: formatInstantShort(doneAt) }) : t('还没有成功过')} {size}
      </p>
      {state === 'failed' && outcome && <p className="system-wide">{outcome}</p>}
    </li>
  )
}

const isOperatorHost = ({ host }: SystemNode) => host !== null

/** The running programs and the database. */
export function SystemNodes({ status: { nodes, database } }: Props) {
  const versions = new Set(nodes.map(({ version }) => version))
  const hint = versions.size > 1 ? t('版本不一致') : t('版本一致')
  const { used, max } = database.connections
  const engine = database.engine === 'embedded' ? t('内置数据库') : 'PostgreSQL'
  const growth =
    database.growth === null ? '' : t('每月 +{size}', { size: sizeText(Math.max(0, database.growth)) })
  return (
    <Panel title={t('节点')} hint={hint} flush>
      <ul className="system-rows">
        {nodes.map((node) => (
          <NodeRow key={node.no} node={node} />
        ))}
        <li>
          <span>{engine}</span>
          <bdi>{database.version}</bdi>
          <span className="system-end">{sizeText(database.bytes)}</span>
          <p className="system-wide">
            {joinFacts([
              t('结构 {schema}', { schema: database.schema ?? '-' }),
              growth,
              max > 0 && t('连接 {used} / {max}', { used, max }),
              t('一小时内死锁 {n} 次', { n: database.deadlocks }),
            ])}
          </p>
        </li>
      </ul>
    </Panel>
  )
}

function NodeRow({ node }: { node: SystemNode }) {
  const { no, version, state, clockOffsetMs, memoryBytes, pingMs, startedAt, beatAt, host } = node
  const clock = (Math.abs(clockOffsetMs) / 1_000).toFixed(2)
  const facts = [
    t('时钟差 {n} 秒', { n: clock }),
    t('内存 {size}', { size: sizeText(memoryBytes) }),
    ...(pingMs === null ? [] : [t('数据库 {ms} 毫秒', { ms: pingMs })]),
    t('{at} 启动', { at: formatInstantShort(startedAt) }),
  ]
  return (
    <li>
      <span>{t('节点 {no}', { no })}</span>
      <bdi>{version}</bdi>
      <span className="system-end">
        {state === 'live' ? (
          <StatusTag tone="green" label={t('正常')} />
        ) : (
          <StatusTag tone="red" label={t('没有消息')} />
        )}
      </span>
      {isOperatorHost(node) && <p className="system-wide">{host}</p>}
      <p className="system-wide">
        {state === 'live'
          ? facts.map((fact) => (
              <span key={fact} className="system-fact">
                {fact}
              </span>
            ))
          : t('最后一次消息 {at}', { at: formatMinute(beatAt) })}
      </p>
    </li>
  )
}

/** The disk of each machine. */
export function SystemDisks({ status: { disks, problems } }: Props) {
  if (disks.length === 0) return null
  return (
    <Panel title={t('磁盘')} flush>
      <ul className="system-rows">
        {disks.map(({ no, freeBytes, totalBytes, daysLeft }) => {
          const used = 1 - freeBytes / totalBytes
          const isFull = problems.some(({ key }) => key === `disk.low:${no}`)
          return (
            <li key={no}>
              <span>{t('节点 {no}', { no })}</span>
              <span>
                {t('用了 {used}，共 {total}', {
                  used: sizeText(totalBytes - freeBytes),
                  total: sizeText(totalBytes),
                })}
              </span>
              <span className={isFull ? 'system-bar system-full' : 'system-bar'} aria-hidden>
                <span style={{ width: `${Math.round(used * 100)}%` }} />
              </span>
              <p className="system-wide">
                {daysLeft === null
                  ? t('增长要记录三天以后才知道，或者没有增长')
                  : t('按最近的增长，约 {n} 天后满', { n: formatCount(daysLeft) })}
              </p>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** What waits, and what was done and failed within a day. */
export function SystemQueues({ status: { queues, errors } }: Props) {
  const failed = queues.exports.failed + queues.deliveries.failed
  const hint = failed > 0 ? t('一天内 {n} 个失败', { n: failed }) : t('没有失败的')
  return (
    <Panel title={t('队列')} hint={hint} flush>
      <ul className="system-rows">
        <QueueRow name={t('导出')} queue={queues.exports} />
        <QueueRow name={t('订阅和群机器人')} queue={queues.deliveries} />
        <QueueRow name={t('导入')} queue={queues.imports} />
        <li>
          <span>{t('出错的请求')}</span>
          <span className="system-end">
            {t('15 分钟内 {quarter}，一小时内 {hour}', { quarter: errors.quarter, hour: errors.hour })}
          </span>
        </li>
      </ul>
    </Panel>
  )
}

function QueueRow({ name, queue }: { name: string; queue: SystemQueue }): ReactNode {
  const { waiting, running, done } = queue
  return (
    <li>
      <span>{name}</span>
      <span>
        {running > 0
          ? t('{n} 个运行中，{waiting} 个在等', { n: running, waiting })
          : t('{n} 个在等', { n: waiting })}
      </span>
      <span className="system-end">{t('一天内完成 {n} 个', { n: formatCount(done) })}</span>
    </li>
  )
}

/** The chain of the audit log: verified when, and its end to compare. */
export function SystemAudit({ status: { audit } }: Props) {
  const verified = audit.verifiedAt
    ? t('{n} 条，{at} 校验完一遍', { n: formatCount(audit.lines), at: formatMinute(audit.verifiedAt) })
    : t('第一遍还没有校验完')
  return (
    <Panel
      title={t('操作日志')}
      actions={<Link to="/account/settings/company?tab=log">{t('再校验')}</Link>}
      flush
    >
      <ul className="system-rows">
        <li>
          <span>{t('链条')}</span>
          <span>{verified}</span>
          <span className="system-end">
            {audit.isBroken ? (
              <StatusTag tone="red" label={t('有改动')} />
            ) : (
              <StatusTag tone="green" label={t('没有断')} />
            )}
          </span>
        </li>
        <li>
          <span>{t('链头')}</span>
          <Copyable text={audit.head}>
            <code className="system-head">{shortHead(audit.head)}</code>
          </Copyable>
          <p className="system-wide">{t('抄到系统以外的地方：日后对照，连整份日志被重写也能发现。')}</p>
        </li>
      </ul>
    </Panel>
  )
}

/** The company, the position and the first digits of the hash. */
function shortHead(head: string | null): string {
  const [company, seq, hash = ''] = head?.split(':') ?? []
  return `${company}:${seq}:${hash.slice(0, 12)}…`
}
