import { App, Button } from 'antd'
import { formatCount, formatInstantShort, formatMinute } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type SystemStatus, systemStatus } from './contract.ts'
import { SystemJobs } from './SystemJobs.tsx'
import { SystemAudit, SystemBackups, SystemDisks, SystemNodes, SystemQueues } from './SystemPanels.tsx'
import { ProblemBand } from './ui/ProblemBand.tsx'
import { lengthOf, sizeText } from './words.ts'
import './SystemTab.css'

/** The state changes every minute. */
const POLL_MS = 60_000

/** 系统状态: what is wrong and what to do, then backups, tasks, disks, queues, nodes and the audit log. */
export function SystemTab() {
  const { message } = App.useApp()
  const call = useCall(systemStatus.get, {}, { messagePlace: 'inPage', refetchInterval: POLL_MS })
  const check = useAction(systemStatus.check, {
    onSuccess: () => void message.success(t('已重新检查')),
  })
  const backUp = useAction(systemStatus.backUp, {
    onSuccess: ({ isStarted }) =>
      void message.success(isStarted ? t('已开始备份，做完后这里会更新') : t('正在备份，做完后这里会更新')),
  })
  return (
    <>
      {call.data?.isOperator && (
        <PageActions>
          <Button loading={check.isPending} onClick={() => check.mutate({})}>
            {t('重新检查')}
          </Button>
          {call.data.canBackUp && (
            <Button type="primary" loading={backUp.isPending} onClick={() => backUp.mutate({})}>
              {t('立即备份')}
            </Button>
          )}
        </PageActions>
      )}
      <Loaded call={call} skeleton={<Waiting />} panel>
        {(status) => <Content status={status} />}
      </Loaded>
    </>
  )
}

/** The panels that every installation has, without their content. */
function Waiting() {
  return (
    <div className="system">
      <FiguresSkeleton count={5} />
      <div className="system-columns">
        <Panel title={t('任务')} flush>
          <TextSkeleton rows={10} />
        </Panel>
        <div>
          <Panel title={t('备份')} flush>
            <TextSkeleton rows={2} />
          </Panel>
          <Panel title={t('节点')} flush>
            <TextSkeleton rows={4} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

function Content({ status }: { status: SystemStatus }) {
  const { problems, jobs } = status
  return (
    <div className="system">
      {problems.length > 0 ? <ProblemBand problems={problems} /> : <AllWell status={status} />}
      <FigureStrip figures={figuresOf(status)} />
      <div className="system-columns">
        <div>
          <SystemJobs jobs={jobs} />
          <SystemAudit status={status} />
        </div>
        <div>
          <SystemBackups status={status} />
          <SystemNodes status={status} />
          <SystemDisks status={status} />
          <SystemQueues status={status} />
        </div>
      </div>
    </div>
  )
}

function AllWell({ status: { checkedAt } }: { status: SystemStatus }) {
  return (
    <p className="system-well" role="status">
      <Icon name="check" />
      {t('没有发现问题，{at} 检查，每分钟一次', { at: formatMinute(checkedAt) })}
    </p>
  )
}

/** The five figures of the strip. */
function figuresOf(status: SystemStatus): Figure[] {
  return [
    backupFigure(status),
    diskFigure(status),
    queueFigure(status),
    nodeFigure(status),
    auditFigure(status),
  ]
}

const isWrong = ({ problems }: SystemStatus, prefix: string) =>
  problems.some(({ key }) => key.startsWith(prefix))

/** The last backup that survives the loss of the machine, or, without one, the last of this machine. */
function backupFigure(status: SystemStatus): Figure {
  const made = status.backups.filter(({ kind, doneAt }) => kind !== 'test_restore' && doneAt)
  const remote = made.filter(({ target }) => target !== 'local')
  const newest = (remote.length > 0 ? remote : made)
    .map(({ doneAt }) => doneAt ?? '')
    .sort()
    .at(-1)
  const name = remote.length > 0 ? t('最近的异地备份') : t('最近的备份')
  const bad = isWrong(status, 'backup.')
  if (!newest) return { key: 'backup', name, value: t('还没有'), bad }
  const age = Date.parse(status.checkedAt) - Date.parse(newest)
  const note = t('{at}', { at: formatInstantShort(newest) })
  return { key: 'backup', name, value: t('{length}前', { length: t(lengthOf(age)) }), note, bad }
}

function diskFigure(status: SystemStatus): Figure {
  const [disk] = [...status.disks].sort((a, b) => a.freeBytes / a.totalBytes - b.freeBytes / b.totalBytes)
  const name = t('磁盘')
  if (!disk) return { key: 'disk', name, value: '-' }
  const used = Math.round((1 - disk.freeBytes / disk.totalBytes) * 100)
  const free = sizeText(disk.freeBytes)
  const note =
    disk.daysLeft === null
      ? t('剩 {free}', { free })
      : t('剩 {free}，约 {n} 天', { free, n: formatCount(disk.daysLeft) })
  return { key: 'disk', name, value: String(used), unit: '%', note, bad: isWrong(status, 'disk.') }
}

function queueFigure(status: SystemStatus): Figure {
  const { exports, deliveries, imports } = status.queues
  const waiting = exports.waiting + deliveries.waiting + imports.waiting
  const since = [exports.waitingSince, deliveries.waitingSince].filter((at) => at !== null).sort()[0]
  const wait = since ? Date.parse(status.checkedAt) - Date.parse(since) : 0
  const note = since ? t('最久等 {length}', { length: t(lengthOf(wait)) }) : t('没有在等的')
  const bad = isWrong(status, 'queue.')
  return { key: 'queue', name: t('等待的任务'), value: formatCount(waiting), unit: t('个'), note, bad }
}

function nodeFigure(status: SystemStatus): Figure {
  const live = status.nodes.filter(({ state }) => state === 'live')
  const offset = Math.max(0, ...live.map(({ clockOffsetMs }) => Math.abs(clockOffsetMs)))
  return {
    key: 'nodes',
    name: t('节点'),
    value: `${live.length}/${status.nodes.length}`,
    unit: t('在线'),
    note: t('时钟差 {n} 秒', { n: (offset / 1_000).toFixed(2) }),
    bad: isWrong(status, 'node.') || isWrong(status, 'clock.'),
  }
}

function auditFigure({ audit }: SystemStatus): Figure {
  const name = t('操作日志')
  if (audit.isBroken) return { key: 'audit', name, value: t('有改动'), bad: true }
  if (!audit.verifiedAt) return { key: 'audit', name, value: t('校验中') }
  const values = { n: formatCount(audit.lines), at: formatInstantShort(audit.verifiedAt) }
  return { key: 'audit', name, value: t('完整'), note: t('{n} 条，{at}', values) }
}
