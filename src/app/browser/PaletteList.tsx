import { useEffect } from 'react'
import { t } from '#kit/text.ts'
import { failureKindText, failureMessage } from '#kit/ui/FailureDetails.tsx'
import type { PaletteEntry } from './palette.ts'

interface Props {
  id: string
  entries: readonly PaletteEntry[]
  /** Keys of the recently used entries, which are listed first. */
  recent: readonly string[]
  /** Index of the marked entry, which Enter runs. */
  at: number
  /** Whether the search for records is in progress. */
  busy: boolean
  /** Why the search for records failed. */
  error: Error | null
  onPoint: (at: number) => void
  onRun: (entry: PaletteEntry) => void
}

/** Search results under headings; one entry is marked, by keyboard or pointer, and scrolled into view. */
export function PaletteList({ id, entries, recent, at, busy, error, onPoint, onRun }: Props) {
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const headingOf = ({ key, group }: PaletteEntry) => (recent.includes(key) ? '最近使用' : group)
  const headings = [...new Set(entries.map(headingOf))]
  return (
    <>
      <div id={id} className="palette-list" role="listbox" aria-label={t('搜索结果')} aria-busy={busy}>
        {headings.map((heading) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options.
          <div key={heading} role="group" aria-label={t(heading)}>
            <div className="palette-heading" aria-hidden>
              {t(heading)}
            </div>
            {entries.map((entry, place) =>
              headingOf(entry) === heading ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys.
                <div
                  key={entry.key}
                  id={`${id}-${place}`}
                  className={entry.notRemembered ? 'palette-entry palette-more' : 'palette-entry'}
                  role="option"
                  aria-selected={place === at}
                  onPointerMove={() => onPoint(place)}
                  onClick={() => onRun(entry)}
                >
                  <span>{entry.isName ? entry.title : t(entry.title)}</span>
                  {entry.note && <small>{entry.note}</small>}
                </div>
              ) : null,
            )}
          </div>
        ))}
        {entries.length === 0 && !error && (
          <p className="palette-none">{busy ? t('正在查找') : t('没有找到。请换个说法，或从菜单进入。')}</p>
        )}
      </div>
      {error && (
        <p className="palette-none" role="alert">
          {t('没有查成：{why}', { why: failureKindText(error) })} {failureMessage(error)}
        </p>
      )}
    </>
  )
}
