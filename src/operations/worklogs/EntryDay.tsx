import type { KeyboardEvent } from 'react'
import { shiftNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WorklogDay } from './contractDay.ts'
import { EntryBar } from './EntryBar.tsx'
import { EntryCards } from './EntryCards.tsx'
import { EntryDays } from './EntryDays.tsx'
import { EntryGrid } from './EntryGrid.tsx'
import { EntryMeta } from './EntryMeta.tsx'
import { EntryOffer } from './EntryOffer.tsx'
import { EntryWords } from './EntryWords.tsx'
import { useEntry } from './useEntry.tsx'
import type { EntrySending } from './useSendEntry.tsx'
import { useSendEntry } from './useSendEntry.tsx'

/** A day's log: strip of days, shift and hours, store figures, texts and actions. */
export function EntryDay({ day }: { day: WorklogDay }) {
  const { viewer } = useUser()
  const phone = usePhone()
  const title = t('{day} {shift}日志', { day: day.on.slice(5), shift: t(shiftNames[day.shift]) })
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
        {day.lines.length === 0 ? (
          <EmptyState
            compact
            text={t('这一天没有分配给您的店铺')}
            hint={t('小结和交接仍可以填写；店铺的分配请找组长。')}
          />
        ) : phone ? (
          <EntryCards {...lineProps} />
        ) : (
          <EntryGrid {...lineProps} />
        )}
        <EntryWords {...commonProps} words={entry.words} problems={fields} />
        <EntryBar day={day} sending={sending} {...lineProps} />
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
