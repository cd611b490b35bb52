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
import { useLedAway } from './useLedAway.tsx'
import './Palette.css'

const RECENT = 'palette-recent'

interface Props {
  open: boolean
  onClose: () => void
}

/** Screens and actions by name, pinyin or initials; the keyboard does everything. */
export function Palette({ open, onClose }: Props) {
  const opening = useOpening(open)
  const ledAway = useLedAway(open)
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      destroyOnHidden
      width={560}
      rootClassName="palette"
      aria-label={t('搜索页面和操作')}
      focusable={{ trap: true, focusTriggerAfterClose: !ledAway }}
    >
      <Search key={opening} onDone={onClose} />
    </Modal>
  )
}

function readRecent(): string[] {
  const kept = (localStorage.getItem(RECENT) ?? '').split('\n')
  return kept.filter((key) => key !== '')
}

function useEntries(text: string): { entries: PaletteEntry[]; recent: readonly string[] } {
  const user = useUser()
  const [recent] = useState(readRecent)
  const all = entriesOf(user)
  if (text.trim() === '') {
    const lately = recent.flatMap((key) => all.find((entry) => entry.key === key) ?? [])
    return { entries: [...lately, ...all.filter((entry) => !lately.includes(entry))], recent }
  }
  const named = all.map((entry) => {
    const { title } = entry
    return { entry, names: [t(title), title, ...(titlePinyin[title] ?? '').split(' ')] }
  })
  return { entries: findEntries(named, text), recent: [] }
}

function useRun(onDone: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate()
  const { end } = useSession()
  return ({ key, does }) => {
    onDone()
    if (does === 'sign-out') return void end()
    localStorage.setItem(RECENT, remember(readRecent(), key).join('\n'))
    navigate(does.to)
  }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function Search({ onDone }: { onDone: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { entries, recent } = useEntries(text)
  const run = useRun(onDone)

  function press(event: KeyboardEvent) {
    // While an input method is choosing characters its keys are its own.
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    const entry = entries[at]
    if (step && entries.length > 0) setAt((at + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && entry) run(entry)
    else return
    event.preventDefault()
  }

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
      <PaletteList id={id} entries={entries} recent={recent} at={at} onPoint={setAt} onRun={run} />
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
      aria-label={t('搜索页面和操作')}
      placeholder={t('名称、拼音或首字母')}
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
