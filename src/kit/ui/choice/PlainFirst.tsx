import { type KeyboardEvent, type ReactNode, Suspense, startTransition, useState } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import './PlainFirst.css'

/** Initial state of the real field: what the user did in the plain one before the code was loaded. */
export interface Start {
  autoFocus: boolean
  defaultOpen: boolean
  typed: string
}

interface PlainProps {
  id?: string
  'aria-label'?: string
  className?: string
  /** The chosen option in words. */
  text?: ReactNode
  placeholder?: ReactNode
  prefix?: ReactNode
  disabled?: boolean
  /** Whether the real field accepts a search text. */
  searched: boolean
}

interface Props extends PlainProps {
  /** Loads the code of the real field ahead of need. */
  preload: () => void
  /** The plain field cannot show the chosen value, so the real one is loaded immediately. */
  atOnce?: boolean
  /** The real field, a lazy part of the program. */
  children: (start: Start) => ReactNode
}

const UNTOUCHED: Start = { autoFocus: false, defaultOpen: false, typed: '' }

/** The keys that open a select. */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp', 'Enter', ' ']

/**
 * A select that loads no code until it is used: it looks like antd's `Select`, which replaces it when the user points
 * at it or focuses it. A click, a key or a text entered in between is not lost.
 */
export function PlainFirst({ preload, atOnce = false, children, ...plain }: Props) {
  const [start, setStart] = useState(UNTOUCHED)
  const [isNeeded, setNeeded] = useState(atOnce)
  const activate = (change: Partial<Start>) => {
    preload()
    setStart((before) => ({ ...before, ...change }))
    // As a transition: the plain field, and the focus in it, stay until the code of the real one is loaded.
    if (!plain.disabled) startTransition(() => setNeeded(true))
  }
  const field = <PlainField {...plain} typed={start.typed} onActivate={activate} />
  return <Suspense fallback={field}>{isNeeded || atOnce ? children(start) : field}</Suspense>
}

interface FieldProps extends PlainProps {
  typed: string
  onActivate: (change: Partial<Start>) => void
}

function PlainField(props: FieldProps) {
  const { id, className = '', text, placeholder, prefix, disabled, searched, typed, onActivate } = props
  const open = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return
    event.preventDefault()
    onActivate({ defaultOpen: true })
  }
  return (
    <div className={`plain-choice ${className}`}>
      {prefix}
      <span
        className={typed ? 'plain-choice-covered' : text ? '' : 'plain-choice-placeholder'}
        // The text may be cut off.
        title={typeof text === 'string' ? text : undefined}
      >
        {text ?? placeholder}
      </span>
      <Icon name="down" size={12} />
      <input
        id={id}
        role="combobox"
        aria-label={props['aria-label']}
        aria-haspopup="listbox"
        aria-expanded="false"
        autoComplete="off"
        disabled={disabled}
        readOnly={!searched}
        value={typed}
        onChange={({ target }) => onActivate({ typed: target.value, defaultOpen: true })}
        onPointerEnter={() => onActivate({})}
        onMouseDown={() => onActivate({ autoFocus: true, defaultOpen: true })}
        onFocus={() => onActivate({ autoFocus: true })}
        onBlur={() => onActivate({ autoFocus: false, defaultOpen: false })}
        onKeyDown={open}
      />
    </div>
  )
}
