import { Drawer } from 'antd'
import { useState } from 'react'
import { formatDuration, formatInstantShort } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { NameButton } from '#kit/ui/NameButton.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { type SystemJob, type SystemRun, systemStatus } from './contract.ts'
import { jobStates } from './rules.ts'
import '#kit/ui/StackedTable.css'
import { endSide } from '#kit/ui/side.tsx'

const tones: Record<SystemJob['state'], Tone> = {
  done: 'green',
  running: 'blue',
  failed: 'red',
  missed: 'red',
  never: 'grey',
}

const durationText = (ms: number | null) => (ms === null ? '-' : formatDuration(ms / 1_000))

/** The tasks that run by themselves: schedule, last run, result, next run. */
export function SystemJobs({ jobs }: { jobs: readonly SystemJob[] }) {
  const [opened, setOpened] = useState<SystemJob | null>(null)
  const wrong = jobs.filter(({ state }) => state === 'failed' || state === 'missed').length
  const hint =
    wrong > 0 ? t('{n} 个，{wrong} 个有问题', { n: jobs.length, wrong }) : t('{n} 个', { n: jobs.length })
  return (
    <Panel title={t('任务')} hint={hint} flush>
      <table className="system-table stacked-table" aria-label={t('任务')}>
        <thead>
          <tr>
            <th scope="col">{t('任务')}</th>
            <th scope="col">{t('计划')}</th>
            <th scope="col">{t('上次')}</th>
            <th scope="col" className="system-number">
              {t('用时')}
            </th>
            <th scope="col">{t('结果')}</th>
            <th scope="col">{t('状态')}</th>
            <th scope="col">{t('下次')}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.name} job={job} onOpen={() => setOpened(job)} />
          ))}
        </tbody>
      </table>
      {opened && <RunsDrawer job={opened} onClose={() => setOpened(null)} />}
    </Panel>
  )
}

function JobRow({ job, onOpen }: { job: SystemJob; onOpen: () => void }) {
  return (
    <tr>
      <th scope="row">
        <NameButton onClick={onOpen}>{job.title}</NameButton>
      </th>
      <td className="system-time" data-label={t('计划')}>
        {job.plan}
      </td>
      <td className="system-time" data-label={t('上次')}>
        {formatInstantShort(job.startedAt)}
      </td>
      <td className="system-number" data-label={t('用时')}>
        {durationText(job.tookMs)}
      </td>
      <td className="system-outcome">{job.outcome ?? '-'}</td>
      <td data-label={t('状态')}>
        <StatusTag tone={tones[job.state]} label={t(jobStates[job.state])} />
      </td>
      <td className="system-time" data-label={t('下次')}>
        {formatInstantShort(job.nextAt)}
      </td>
    </tr>
  )
}

/** The runs of a task in the last 30 days. */
function RunsDrawer({ job, onClose }: { job: SystemJob; onClose: () => void }) {
  const call = useCall(systemStatus.runs, { name: job.name }, { messagePlace: 'inPage' })
  return (
    <Drawer
      open
      title={t('{job}：近 30 天', { job: job.title })}
      placement={endSide()}
      size={640}
      onClose={onClose}
    >
      <Loaded call={call}>{({ items }) => <Runs runs={items} />}</Loaded>
    </Drawer>
  )
}

function Runs({ runs }: { runs: readonly SystemRun[] }) {
  if (runs.length === 0) return <EmptyState text={t('近 30 天没有运行过')} />
  return (
    <table className="system-table stacked-table" aria-label={t('近 30 天')}>
      <thead>
        <tr>
          <th scope="col">{t('应运行')}</th>
          <th scope="col">{t('开始')}</th>
          <th scope="col" className="system-number">
            {t('用时')}
          </th>
          <th scope="col">{t('结果')}</th>
          <th scope="col">{t('状态')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.dueAt}>
            <th scope="row" className="system-time">
              {formatInstantShort(run.dueAt)}
            </th>
            <td className="system-time" data-label={t('开始')}>
              {formatInstantShort(run.startedAt)}
            </td>
            <td className="system-number" data-label={t('用时')}>
              {durationText(run.tookMs)}
            </td>
            <td className="system-outcome">{run.outcome ?? '-'}</td>
            <td data-label={t('状态')}>
              <StatusTag tone={tones[run.state]} label={t(jobStates[run.state])} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
