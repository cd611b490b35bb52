import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { shiftNames } from '#clients/stores/rules.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import type { HandoverNote, WorklogDay } from './contractDay.ts'
import { worklogDays } from './contractDay.ts'

/** Notices above the log: the user's returned logs, and the handover notes from earlier shifts. */
export function EntryNotes({ day }: { day: WorklogDay }) {
  return (
    <>
      {day.returned.map((log) => (
        <Alert
          key={log.id}
          type="error"
          showIcon
          title={
            <>
              <strong>
                {t('{day} {shift}的日志被退回', { day: log.on.slice(5), shift: t(shiftNames[log.shift]) })}
              </strong>{' '}
              {t('{name}：“{note}” 退回的日志过了 7 天也可以修改。', {
                name: log.reviewerName,
                note: log.note,
              })}
            </>
          }
          action={
            (log.on !== day.on || log.shift !== day.shift) && (
              <Link to={`?on=${log.on}&shift=${log.shift}`}>{t('去修改')}</Link>
            )
          }
        />
      ))}
      {day.handovers.map((note) => (
        <Handover key={note.worklogId} note={note} />
      ))}
    </>
  )
}

function Handover({ note }: { note: HandoverNote }) {
  const read = useAction(worklogDays.readHandover)
  const words = {
    name: note.fromName,
    day: note.on.slice(5),
    shift: t(shiftNames[note.shift]),
    stores: note.storeNames.join(t('、')),
  }
  return (
    <Alert
      type="info"
      showIcon
      title={
        <>
          <strong>{t('{name}（{day} {shift}）交给您：{stores}', words)}</strong>
          <p className="entry-note">{note.text}</p>
        </>
      }
      action={
        note.readAt ? (
          <small className="entry-quiet">{t('已读')}</small>
        ) : (
          <Button
            size="small"
            loading={read.isPending}
            onClick={() => void read.mutateAsync({ id: note.worklogId }).catch(ignoreShownErrors)}
          >
            {t('标为已读')}
          </Button>
        )
      }
    />
  )
}
