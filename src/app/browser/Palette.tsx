import { Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHelp } from '#app/manual/useHelp.tsx'
import { useSearchableManual } from '#app/manual/useSearchableManual.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { failureKindText, failureMessage } from '#kit/ui/FailureDetails.tsx'
import { useOpening } from '#kit/ui/form/useOpening.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { useDebouncedValue } from '#kit/ui/useDebouncedValue.tsx'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { search } from '#workspace/search/contract.ts'
import { foundEntries, recordsIn } from './foundEntries.ts'
import { entriesOf, findEntries, type PaletteEntry, remember } from './palette.ts'
import { titlePinyin } from './titlePinyin.ts'
import { useNavigatedAway } from './useNavigatedAway.tsx'
import './Palette.css'

const RECENT = 'palette-recent'

interface Props {
  open: boolean
  onClose: () => void
}

/** Search for screens, actions, stores, customers and people by name, pinyin or initials; usable by keyboard alone. */
export function Palette({ open, onClose }: Props) {
  const opening = useOpening(open)
  const navigatedAway = useNavigatedAway(open)
  // The manual, which the palette may have opened, takes the focus.
  const isManualOpen = useHelp().name !== undefined
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      destroyOnHidden
      width={560}
      rootClassName="palette"
      aria-label={t('搜索')}
      focusable={{ trap: true, focusTriggerAfterClose: !navigatedAway && !isManualOpen }}
    >
      <Search key={opening} onDone={onClose} />
    </Modal>
  )
}

function readRecent(): string[] {
  const stored = (localStorage.getItem(RECENT) ?? '').split('\n')
  return stored.filter((key) => key !== '')
}

/** At most this many entries of the manual are listed for a search. */
const MAX_MANUAL = 5

interface PaletteResults {
  entries: PaletteEntry[]
  /** Keys of the recently used entries, which are listed first. */
  recent: readonly string[]
  busy: boolean
  error: Error | null
}

function useEntries(text: string): PaletteResults {
  const user = useUser()
  const [recent] = useState(readRecent)
  const recalled = useRecentRecords(recent)
  const found = useRecordSearch(text)
  const all = entriesOf(user)
  const manual = useSearchableManual(user)
  if (text.trim() === '') {
    const candidates = [...all, ...manual.map(({ entry }) => entry), ...recalled.entries]
    const recentEntries = recent.flatMap((key) => candidates.find((entry) => entry.key === key) ?? [])
    const offered = all.filter((entry) => !entry.searchOnly && !recentEntries.includes(entry))
    const entries = [...recentEntries, ...offered]
    return { entries, recent, busy: false, error: recalled.error }
  }
  const named = all.map((entry) => {
    const { title } = entry
    return { entry, names: [t(title), title, ...(titlePinyin[title] ?? '').split(' ')] }
  })
  const explained = findEntries(manual, text).slice(0, MAX_MANUAL)
  return { ...found, entries: [...findEntries(named, text), ...explained, ...found.entries], recent: [] }
}

function useRun(onDone: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate()
  const { end } = useSession()
  const help = useHelp()
  return ({ key, does, notRemembered }) => {
    onDone()
    if (does === 'sign-out') return void end()
    if (!notRemembered) localStorage.setItem(RECENT, remember(readRecent(), key).join('\n'))
    if ('help' in does) help.open(does.help)
    else navigate(does.to)
  }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

interface MarkControl {
  entries: readonly PaletteEntry[]
  at: number
  setAt: (at: number) => void
  run: (entry: PaletteEntry) => void
}

/** The arrow keys move the mark; Enter runs the marked entry. */
function keysFor({ entries, at, setAt, run }: MarkControl): (event: KeyboardEvent) => void {
  return (event) => {
    // While an input method is composing, it handles the keys.
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    const entry = entries[at]
    if (step && entries.length > 0) setAt((at + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && entry) run(entry)
    else return
    event.preventDefault()
  }
}

function Search({ onDone }: { onDone: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setAt] = useState(0)
  const shown = useEntries(text)
  const { entries } = shown
  // The new results may be fewer than before.
  const at = Math.min(chosen, Math.max(0, entries.length - 1))
  const run = useRun(onDone)

  const press = keysFor({ entries, at, setAt, run })
  return (
    <>
      <div className="palette-field">
        <Icon name="find" />
        <Field
          list={id}
          marked={entries.length > 0 ? `${id}-${at}` : undefined}
          onKeyDown={press}
          value={text}
          onChange={(next) => {
            setText(next)
            setAt(0)
          }}
        />
        <button type="button" onClick={onDone}>
          {t('取消')}
        </button>
      </div>
      <PaletteList id={id} {...shown} at={at} onPoint={setAt} onRun={run} />
    </>
  )
}

interface FieldProps {
  list: string
  marked: string | undefined
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Field({ list, marked, value, onChange, onKeyDown }: FieldProps) {
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the window is opened to type into it.
      autoFocus
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-activedescendant={marked}
      aria-label={t('搜索')}
      placeholder={t('店铺、客户、员工、页面：名称、拼音、首字母或编号')}
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface PaletteListProps {
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
function PaletteList({ id, entries, recent, at, busy, error, onPoint, onRun }: PaletteListProps) {
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

/** Debounce: a search is sent after this pause in typing. */
const PAUSE_MS = 180

/** A single Latin letter matches too many names. */
const isEnough = (text: string) => text.length > 1 || /[^\0-\x7f]/.test(text)

/** The staff, customers and stores that match a text; earlier results stay until the response arrives. */
function useRecordSearch(typed: string): {
  entries: PaletteEntry[]
  busy: boolean
  error: Error | null
} {
  const text = typed.trim()
  const keyword = useDebouncedValue(text, PAUSE_MS)
  const enabled = isEnough(keyword) && isEnough(text)
  const call = useCall(search.find, { keyword }, { enabled, keepRows: true, messagePlace: 'inPage' })
  const entries = enabled && call.data ? foundEntries(call.data, keyword) : []
  const busy = isEnough(text) && (keyword !== text || call.isFetching)
  return { entries, busy, error: enabled && !busy ? call.error : null }
}

/** The recently opened records, with their current names; records now out of reach are left out. */
function useRecentRecords(recent: readonly string[]): {
  entries: PaletteEntry[]
  error: Error | null
} {
  const recordIds = recordsIn(recent)
  const enabled = Object.values(recordIds).some((ids) => ids.length > 0)
  const { data, error } = useCall(search.recall, recordIds, { enabled, messagePlace: 'inPage' })
  return { entries: data ? foundEntries(data) : [], error }
}
