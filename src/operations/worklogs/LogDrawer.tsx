import { App, Button, Drawer } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { formatInstant, formatInstantShort } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { hoursText } from './cellFormatters.ts'
import { type WorklogPage, worklogs } from './contract.ts'
import { LogLines } from './LogLines.tsx'
import { LogStores } from './LogStores.tsx'
import { hoursOdd, reviewedStores } from './odds.ts'
import { hoursOddText, returnReasons } from './oddTexts.ts'
import { ReturnNote } from './ReturnNote.tsx'
import { statusNames, statusTones } from './rules.ts'
import { useReviewQueue } from './useReviewQueue.tsx'
import './review.css'

interface Props {
  /** The log to show; null if the drawer is closed. */
  id: number | null
  /** Filters and order of the list from which the log was opened. */
  query: Record<string, unknown>
  onShow: (id: number) => void
  onClose: () => void
}

/**
 * A log as its reviewer sees it: figures with their sources, texts, recipients of the handover, and two actions. After
 * either action it shows the next log to review, or closes if there is none.
 */
export function LogDrawer({ id, query, onShow, onClose }: Props) {
  const call = useCall(worklogs.get, { id: id ?? 0 }, { enabled: id !== null, messagePlace: 'inPage' })
  const page = id === null ? undefined : call.data
  const shifts = useShifts()
  const queue = useReviewQueue({ id, query, onShow, onClose })
  const { whyButton, whyDialog } = useAccessExplanation('worklog', id ?? 0, page?.companyCode)
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size="min(1040px, 100vw)"
      placement={endSide()}
      extra={page && <QueueSteps queue={queue} onShow={onShow} />}
      title={page ? t('{name} {day} {shift}', titleOf(page, shifts)) : t('工作日志')}
      footer={
        page && <ReviewActions key={page.id} page={page} why={whyButton} queue={queue} onClose={onClose} />
      }
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(log) => <LogView key={log.id} page={log} />}
      </Loaded>
      {whyDialog}
    </Drawer>
  )
}

type ReviewQueue = ReturnType<typeof useReviewQueue>

const titleOf = ({ staffName: name, on: day, shift, companyCode }: WorklogPage, { nameOf }: Shifts) => ({
  name,
  day,
  shift: nameOf(shift, day, companyCode),
})

/** The place of a log among those to review, with steps to the ones before and after it. */
function QueueSteps({ queue, onShow }: { queue: ReviewQueue; onShow: (id: number) => void }) {
  const { place, previous, next } = queue
  if (!place || place.all < 2) return null
  const step = (id: number | undefined, label: string, icon: 'left' | 'right') => (
    <Button
      type="text"
      aria-label={label}
      icon={<Icon name={icon} />}
      disabled={id === undefined}
      onClick={() => id !== undefined && onShow(id)}
    />
  )
  return (
    <div className="log-steps">
      <span>{t('第 {n} 份，共 {all} 份', place)}</span>
      {step(previous, t('上一份'), 'left')}
      {step(next, t('下一份'), 'right')}
    </div>
  )
}

interface ReviewActionsProps {
  page: WorklogPage
  why: ReactNode
  queue: ReviewQueue
  onClose: () => void
}

function ReviewActions({ page, why, queue, onClose }: ReviewActionsProps) {
  const { message } = App.useApp()
  const [returning, setReturning] = useState(false)
  const approve = useAction(worklogs.approve)
  const { id, version, mayReview } = page
  const approveLog = async () => {
    try {
      await approve.mutateAsync({ id, version })
    } catch (error) {
      return ignoreShownErrors(error)
    }
    void message.success(t('已通过'))
    await queue.showNext()
  }
  return (
    <div className="log-acts">
      {why}
      {mayReview && (
        <>
          <Button onClick={() => setReturning(true)}>{t('退回')}</Button>
          <Button
            type="primary"
            loading={approve.isPending}
            // The second click of a double click must not approve the log that is shown next.
            onClick={({ detail }) => detail < 2 && void approveLog()}
          >
            {queue.hasNext ? t('通过，看下一份') : t('通过')}
          </Button>
        </>
      )}
      {!mayReview && <Button onClick={onClose}>{t('关闭')}</Button>}
      <ReturnForm page={page} open={returning} onClose={() => setReturning(false)} queue={queue} />
    </div>
  )
}

interface ReturnProps {
  page: WorklogPage
  open: boolean
  onClose: () => void
  queue: ReviewQueue
}

function ReturnForm({ page, open, onClose, queue }: ReturnProps) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      isAction
      record={page}
      title={t('退回{name} {day} 的日志', { name: page.staffName, day: page.on })}
      endpoint={worklogs.return}
      defaults={{ note: '' }}
      fields={[
        {
          key: 'note',
          kind: 'custom',
          render: (control) => <ReturnNote {...control} reasons={returnReasons(page)} />,
          hint: t('本人会收到消息；过了 7 天也可以修改再提交。'),
        },
      ]}
      submitText={queue.hasNext ? t('退回，看下一份') : t('退回')}
      doneText={t('已退回')}
      onDone={() => void queue.showNext()}
    />
  )
}

function LogView({ page }: { page: WorklogPage }) {
  const top = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const { names } = useShifts()
  const stores = useMemo(() => reviewedStores(page.lines), [page.lines])
  // Moves the focus to each log that is shown, away from the buttons of the previous one.
  useEffect(() => top.current?.focus(), [])
  return (
    <div className="log-look" ref={top} tabIndex={-1}>
      {page.status === 'returned' && page.reviewNote && (
        <p className="log-note">
          {t('{name}退回：{note}', { name: page.reviewedByName ?? '', note: page.reviewNote })}
        </p>
      )}
      {phone ? <LogHead page={page} /> : <Facts columns={3} items={factsOf(page)} />}
      {phone ? <LogStores stores={stores} /> : <LogLines stores={stores} />}
      <Facts columns={1} items={wordsOf(page)} />
      {phone && <Facts columns={1} items={factsOf(page)} />}
      <h3>{t('操作日志')}</h3>
      <RecordLog
        endpoint={auditLogs.list}
        entity="worklog"
        recordId={page.id}
        editedBy={worklogs.update}
        labels={{ status: t('状态'), onDay: t('日期'), reviewNote: t('退回原因') }}
        choices={{ status: statusNames, shift: names }}
        actions={{ submit: '提交', withdraw: '撤回', approve: '通过', return: '退回', resend: '重复收到' }}
      />
    </div>
  )
}

/** On phones: the status, when it was submitted, and the hours. */
function LogHead({ page }: { page: WorklogPage }) {
  const { status, submittedAt, hours } = page
  return (
    <div className="log-head">
      <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
      <span>{submittedAt && t('{time} 提交', { time: formatInstantShort(submittedAt) })}</span>
      {hours !== null && (
        <strong>
          <Hours page={page} />
        </strong>
      )}
    </div>
  )
}

/** The hours, and those of the shift if they differ. */
function Hours({ page }: { page: WorklogPage }) {
  const odd = hoursOdd(page)
  return (
    <>
      {t('{n} 小时', { n: hoursText(page.hours) ?? '' })}
      {odd && <small className="log-odd">{hoursOddText(odd)}</small>}
    </>
  )
}

function factsOf(page: WorklogPage) {
  const { status, hours, submittedAt, reviewedByName, reviewedAt, headName } = page
  return [
    { label: t('状态'), value: <StatusTag tone={statusTones[status]} label={t(statusNames[status])} /> },
    { label: t('工时'), value: hours === null ? null : <Hours page={page} /> },
    { label: t('组长'), value: headName },
    { label: t('提交时间'), value: submittedAt && formatInstant(submittedAt) },
    { label: t('审核人'), value: reviewedByName },
    { label: t('审核时间'), value: reviewedAt && formatInstant(reviewedAt) },
  ]
}

function wordsOf(page: WorklogPage) {
  const readers = page.handedTo.map(({ staffName: name, readAt }) =>
    readAt ? t('{name}（已读）', { name }) : t('{name}（未读）', { name }),
  )
  const long = (label: string, text: string | null) => ({
    label,
    wide: true,
    value: text && <span className="log-words">{text}</span>,
  })
  return [
    long(t('今日小结'), page.summary),
    long(t('问题'), page.problems),
    long(t('建议'), page.suggestions),
    long(t('交接'), page.handover),
    { label: t('交接给'), wide: true, value: readers.join(t('、')) },
  ]
}
