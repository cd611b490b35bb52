import { Button, Dropdown } from 'antd'
import { memo } from 'react'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { worklogs } from './contract.ts'
import type { WorklogDay } from './contractDay.ts'
import { copyPrevious, type Entry } from './entry.ts'
import type { EntryState } from './useEntry.tsx'
import type { EntrySending } from './useSendEntry.tsx'

interface Props {
  day: WorklogDay
  state: EntryState
  sending: EntrySending
  editable: boolean
}

/** Shows where the input is saved (this device or the server), and the actions for the log. */
export function EntryBar({ day, state, sending, editable }: Props) {
  const phone = usePhone()
  const { isDirty, change } = state
  const buttons = editable ? (
    <EntryActions
      day={day}
      isDirty={isDirty}
      change={change}
      sending={sending.sending}
      actions={sending.acts}
    />
  ) : (
    day.worklog?.status === 'submitted' && <WithdrawButton day={day} />
  )
  return (
    <footer className="entry-foot">
      <p role="status">{saveStateText(day, state, sending)}</p>
      {phone ? buttons && <ThumbBar>{buttons}</ThumbBar> : <div className="entry-acts">{buttons}</div>}
    </footer>
  )
}

interface EntryActionsProps {
  day: WorklogDay
  isDirty: boolean
  change: EntryState['change']
  sending: EntrySending['sending']
  actions: EntrySending['acts']
}

const EntryActions = memo(({ day, isDirty, change, sending, actions }: EntryActionsProps) => (
  <>
    {!usePhone() && <CopyButton day={day} change={change} />}
    <Button loading={sending === 'save'} disabled={!isDirty} onClick={actions.save}>
      {t('保存草稿')}
    </Button>
    <Button type="primary" loading={sending === 'submit'} onClick={actions.submit}>
      {day.reviewerName ? t('提交给{name}', { name: day.reviewerName }) : t('提交')}
    </Button>
  </>
))

function saveStateText(
  day: WorklogDay,
  { isDirty, keptAt: storedAt }: EntryState,
  { queued }: EntrySending,
): string {
  if (queued) return t('等待发送，已存在这台电脑上')
  if (isDirty) {
    return storedAt === null
      ? t('正在保存到这台电脑…')
      : t('{time} 已存在这台电脑上，还没有发到服务器', { time: clockText(new Date(storedAt).toISOString()) })
  }
  const { worklog } = day
  if (!worklog) return day.mayEdit ? '' : t('只能补写近 7 天的日志')
  const reviewer = day.reviewerName ?? t('管理员')
  if (worklog.status === 'submitted') return t('已提交，等{name}审核；要修改请先撤回', { name: reviewer })
  if (worklog.status === 'approved') {
    return t('{name} {time} 已通过', {
      name: worklog.reviewedByName ?? reviewer,
      time: formatInstantShort(worklog.reviewedAt),
    })
  }
  return t('{time} 已保存在服务器', { time: formatInstantShort(worklog.updatedAt) })
}

function clockText(iso: string): string {
  return formatInstantShort(iso).slice(-5)
}

/** 复制上一份: fills empty fields from the previous log. */
function CopyButton({ day, change }: Pick<EntryActionsProps, 'day' | 'change'>) {
  const { previous } = day
  if (!previous) return null
  const copy = (what: 'handover' | 'words' | 'figures') =>
    change((now: Entry) => copyPrevious(now, previous, what, day.lines))
  const items = [
    { key: 'handover', label: t('交接'), disabled: !previous.handover, onClick: () => copy('handover') },
    { key: 'words', label: t('工时、小结、问题、建议和交接'), onClick: () => copy('words') },
    {
      key: 'figures',
      label: t('手工填写的店铺数据'),
      disabled: previous.lines.length === 0,
      onClick: () => copy('figures'),
    },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button>{t('复制 {day} 的', { day: previous.on.slice(5) })}</Button>
    </Dropdown>
  )
}

function WithdrawButton({ day }: { day: WorklogDay }) {
  const withdraw = useAction(worklogs.withdraw)
  const { worklog } = day
  if (!worklog) return null
  const { id, version } = worklog
  return (
    <Button
      loading={withdraw.isPending}
      onClick={() => void withdraw.mutateAsync({ id, version }).catch(ignoreShownErrors)}
    >
      {t('撤回修改')}
    </Button>
  )
}
