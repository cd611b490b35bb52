import { Modal } from 'antd'
import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#kit/text.ts'
import { useOpening } from '#kit/ui/form/useOpening.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { PaletteList } from './PaletteList.tsx'
import type { PaletteEntry } from './palette.ts'
import { entriesOf, findEntries, remember } from './palette.ts'
import { titlePinyin } from './titlePinyin.ts'
import { useNavigatedAway } from './useNavigatedAway.tsx'
import { useRecentRecords, useRecordSearch } from './useRecords.tsx'
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
      focusable={{ trap: true, focusTriggerAfterClose: !navigatedAway }}
    >
      <Search key={opening} onDone={onClose} />
    </Modal>
  )
}

function readRecent(): string[] {
  const stored = (localStorage.getItem(RECENT) ?? '').split('\n')
  return stored.filter((key) => key !== '')
}

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
  if (text.trim() === '') {
    const candidates = [...all, ...recalled.entries]
    const recentEntries = recent.flatMap((key) => candidates.find((entry) => entry.key === key) ?? [])
    const offered = all.filter((entry) => !entry.searchOnly && !recentEntries.includes(entry))
    const entries = [...recentEntries, ...offered]
    return { entries, recent, busy: false, error: recalled.error }
  }
  const named = all.map((entry) => {
    const { title } = entry
    return { entry, names: [t(title), title, ...(titlePinyin[title] ?? '').split(' ')] }
  })
  return { ...found, entries: [...findEntries(named, text), ...found.entries], recent: [] }
}

function useRun(onDone: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate()
  const { end } = useSession()
  return ({ key, does, notRemembered }) => {
    onDone()
    if (does === 'sign-out') return void end()
    if (!notRemembered) localStorage.setItem(RECENT, remember(readRecent(), key).join('\n'))
    navigate(does.to)
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
