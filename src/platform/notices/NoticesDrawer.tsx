import { Button, Drawer, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { addDays, type Day, dayOf, today } from '#kit/calendar.ts'
import { formatInstant, formatWeekday } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { loadFailureText } from '#kit/ui/FailureDetails.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type Notice, notices } from './contract.ts'
import { kindNames, RETENTION_DAYS } from './rules.ts'
import './NoticesDrawer.css'

interface Props {
  open: boolean
  onClose: () => void
}

type Shown = 'all' | 'unread'

const PAGE = 30

/** The user's notices, newest first. A click opens the linked page and marks the notice as read. */
export function NoticesDrawer({ open, onClose }: Props) {
  const [shown, setShown] = useState<Shown>('all')
  const [current, setCurrent] = useState(1)
  const query = { current, pageSize: PAGE, ...(shown === 'unread' && { unread: 'true' as const }) }
  const call = useCall(notices.list, query, {
    enabled: open,
    keepRows: true,
    messagePlace: 'inPage',
  })
  const choose = (next: Shown) => {
    setShown(next)
    setCurrent(1)
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement={endSide()}
      size="min(440px, 100vw)"
      rootClassName="notices-drawer"
      title={t('通知')}
      footer={<Foot onClose={onClose} />}
    >
      <div className="notices-bar">
        <Choice shown={shown} onChoose={choose} />
        <ReadAll open={open} />
      </div>
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <Nothing shown={shown} />}
            <NoticeDays items={items} onOpen={onClose} />
            <Pages total={total} current={current} onChange={setCurrent} />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Choice({ shown, onChoose }: { shown: Shown; onChoose: (next: Shown) => void }) {
  return (
    <Segmented<Shown>
      aria-label={t('通知')}
      value={shown}
      onChange={onChoose}
      options={[
        { value: 'all', label: t('全部') },
        { value: 'unread', label: t('未读') },
      ]}
    />
  )
}

/** Marks the notices loaded so far as read; hidden while viewing as another user. */
function ReadAll({ open }: { open: boolean }) {
  const { viewer } = useUser()
  const readAll = useAction(notices.readAll)
  const { data, error } = useCall(
    notices.list,
    { current: 1, pageSize: 1, unread: 'true' },
    { enabled: open, messagePlace: 'inPage' },
  )
  const upTo = data?.items[0]?.id ?? 0
  if (viewer || (!upTo && !error)) return null
  return (
    <Button
      type="text"
      size="small"
      loading={readAll.isPending}
      disabled={!upTo}
      title={error ? loadFailureText(error) : undefined}
      icon={error && <Icon name="warn" />}
      onClick={() => readAll.mutate({ upTo })}
    >
      {t('全部标为已读')}
    </Button>
  )
}

interface PagesProps {
  total: number
  current: number
  onChange: (page: number) => void
}

function Pages({ total, current, onChange }: PagesProps) {
  if (total <= PAGE) return null
  return (
    <Pagination
      simple
      size="small"
      current={current}
      pageSize={PAGE}
      total={total}
      onChange={onChange}
      showSizeChanger={false}
    />
  )
}

function Nothing({ shown }: { shown: Shown }) {
  if (shown === 'unread') return <EmptyState compact text={t('没有未读的通知')} />
  return (
    <EmptyState
      compact
      text={t('还没有通知')}
      hint={t('退回的日志、提到您的备注、快到期的合同会出现在这里。')}
    />
  )
}

function Foot({ onClose }: { onClose: () => void }) {
  return (
    <div className="notices-foot">
      <span>{t('保留 {n} 天', { n: RETENTION_DAYS })}</span>
      <Link to="/account/settings?tab=notices" onClick={onClose}>
        {t('设置接收哪些通知')}
      </Link>
    </div>
  )
}

interface NoticeDaysProps {
  items: readonly Notice[]
  /** Called when the user opens a notice. */
  onOpen: () => void
}

/** Notices grouped by day. */
function NoticeDays({ items, onOpen }: NoticeDaysProps) {
  const days = Map.groupBy(items, ({ at }) => dayOf(new Date(at)))
  return (
    <>
      {[...days].map(([day, dayNotices]) => (
        <section key={day} className="notices-day">
          <h3>{dayName(day)}</h3>
          <ul>
            {dayNotices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { id, kind, title, text, link, at, readAt } = notice
  const read = useAction(notices.read)
  const { viewer } = useUser()
  const open = () => {
    if (!readAt && !viewer) read.mutate({ id })
    onOpen()
  }
  return (
    <li className={readAt ? 'notice' : 'notice notice-unread'}>
      <Link to={link} onClick={open}>
        <strong>{t(title)}</strong>
        {text && <p>{t(text)}</p>}
        <small>
          {!readAt && <span className="notice-new">{t('未读')}</span>}
          {t(kindNames[kind])} · {formatInstant(at).slice(11, 16)}
        </small>
      </Link>
    </li>
  )
}

/** For example 今天, 昨天 or 05-17 周日. */
function dayName(day: Day): string {
  const now = today(() => new Date())
  if (day === now) return t('今天')
  if (day === addDays(now, -1)) return t('昨天')
  return `${day.slice(0, 4) === now.slice(0, 4) ? day.slice(5) : day} ${formatWeekday(day)}`
}
