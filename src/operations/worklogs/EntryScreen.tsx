import { Alert, Button, Space } from 'antd'
import { type KeyboardEvent, Suspense, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ago } from '#kit/ui/draft.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { preloadDialogs } from '#kit/ui/lazyModal.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { type HandoverNote, type WorklogDay, worklogDays } from './contractDay.ts'
import { EntryBar } from './EntryBar.tsx'
import { EntryDayOff, opensToSentence } from './EntryDayOff.tsx'
import { EntryDays } from './EntryDays.tsx'
import { EntryFigures } from './EntryFigures.tsx'
import { EntryMeta } from './EntryMeta.tsx'
import { EntryWords } from './EntryWords.tsx'
import { type EntryState, useEntry } from './useEntry.tsx'
import { type EntrySending, useSendEntry } from './useSendEntry.tsx'
import './Entry.css'

/** Loaded after the log, which is needed first. */
const EntryAhead = lazyPart(() => import('./EntryAhead.tsx'), 'EntryAhead')

/** The log that the user writes. The query string contains its day and shift; a shift opens the log on a day off too. */
export function EntryScreen() {
  const [params] = useSearchParams()
  useEffect(() => void preloadDialogs(), [])
  const [on, shift] = [params.get('on'), params.get('shift')]
  const query = { ...(on && { on }), ...(shift && { shift }) }
  const call = useCall(worklogDays.day, query, { messagePlace: 'inPage', keepRows: true })
  const skeleton = (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
  return (
    <Loaded call={call} skeleton={skeleton} panel>
      {(day) => (
        <div className="entry">
          <EntryNotes day={day} />
          {shift === null && opensToSentence(day) ? (
            <EntryDayOff key={day.on} day={day} />
          ) : (
            <EntryDay key={`${day.on} ${day.shift}`} day={day} />
          )}
          {day.writes && (
            <Suspense fallback={null}>
              <EntryAhead today={day.today} />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** A day's log: strip of days, shift and hours, texts, store figures and actions. */
function EntryDay({ day }: { day: WorklogDay }) {
  const { viewer } = useUser()
  const { nameOf } = useShifts()
  const title = t('{day} {shift}日志', { day: day.on.slice(5), shift: nameOf(day.shift, day.on) })
  const state = useEntry(day, title)
  const sending = useSendEntry(day, title, state)
  const editable = day.mayEdit && !viewer && !state.offered
  const { entry, change } = state
  const { fields } = sending.problems
  // Parts that do not depend on the figures are not rendered again when a figure changes.
  const commonProps = { day, editable, change }
  const lineProps = { state, problems: sending.problems, editable }
  return (
    <Panel flush label={title}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside: Ctrl+Enter hands in, Ctrl+S saves. */}
      <div className="entry-card" onKeyDown={(event) => editable && handleShortcut(event, sending.acts)}>
        <EntryDays day={day} />
        <EntryOffer state={state} />
        <EntryMeta {...commonProps} hours={entry.hours} hasProblem={fields.hours !== undefined} />
        <EntryWords {...commonProps} words={entry.words} problems={fields} />
        <EntryFigures day={day} {...lineProps} />
        <EntryBar day={day} state={state} sending={sending} editable={editable} />
      </div>
    </Panel>
  )
}

/** Ctrl+Enter submits, Ctrl+S saves; both are deferred until the cell being edited has committed its text. */
function handleShortcut(event: KeyboardEvent, { submit, save }: EntrySending['acts']): void {
  if (!(event.ctrlKey || event.metaKey)) return
  if (event.key === 'Enter') setTimeout(submit)
  else if (event.key === 's') setTimeout(save)
  else return
  event.preventDefault()
}

/** Notices above the log: the user's returned logs, and the handover notes from earlier shifts. */
function EntryNotes({ day }: { day: WorklogDay }) {
  const { nameOf } = useShifts()
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
                {t('{day} {shift}的日志被退回', { day: log.on.slice(5), shift: nameOf(log.shift, log.on) })}
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
  const { nameOf } = useShifts()
  const read = useAction(worklogDays.readHandover)
  const words = {
    name: note.fromName,
    day: note.on.slice(5),
    shift: nameOf(note.shift, note.on),
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

/** This browser has an unsent draft, and the log was changed elsewhere since: asks which version to use. */
function EntryOffer({ state }: { state: EntryState }) {
  if (!state.offered) return null
  const [when, n] = ago(state.offered.savedAt, Date.now())
  return (
    <Alert
      banner
      type="warning"
      title={t('这台电脑上有一份{when}没有发出的内容，而这份日志后来在别处改过。请选择用哪一份。', {
        when: t(when, { n }),
      })}
      action={
        <Space>
          <Button size="small" type="primary" onClick={state.acceptDraft}>
            {t('用这台电脑上的')}
          </Button>
          <Button size="small" onClick={state.discardDraft}>
            {t('用服务器上的')}
          </Button>
        </Space>
      }
    />
  )
}
