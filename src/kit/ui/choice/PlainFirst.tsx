import type { KeyboardEvent, ReactNode } from 'react'
import { Suspense, startTransition, useState } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import './PlainFirst.css'

/** How the real field begins: what happened to the plain one before its code was there. */
export interface Start {
  autoFocus: boolean
  defaultOpen: boolean
  typed: string
}

interface PlainProps {
  id?: string
  'aria-label'?: string
  className?: string
  /** What is chosen, in words. */
  text?: ReactNode
  placeholder?: ReactNode
  prefix?: ReactNode
  disabled?: boolean
  /** Whether the real field takes a text to search by. */
  searched: boolean
}

interface Props extends PlainProps {
  /** Loads the code of the real field ahead of need. */
  preload: () => void
  /** The plain field cannot show what is chosen: the real one comes at once. */
  atOnce?: boolean
  /** The real field, a part of the program that is loaded when it is first shown. */
  children: (start: Start) => ReactNode
}

const UNTOUCHED: Start = { autoFocus: false, defaultOpen: false, typed: '' }

/** The keys that open a field of choices. */
const OPENING = ['ArrowDown', 'ArrowUp', 'Enter', ' ']

/**
 * A field of choices that weighs nothing while nobody is at it: it is drawn as antd's `Select` is, which takes its place
 * when somebody points at it or moves the focus into it. A click, a key or a text in between is not lost.
 */
export function PlainFirst({ preload, atOnce = false, children, ...plain }: Props) {
  const [start, setStart] = useState(UNTOUCHED)
  const [wanted, setWanted] = useState(atOnce)
  const want = (change: Partial<Start>) => {
    preload()
    setStart((before) => ({ ...before, ...change }))
    // As a transition: the plain field, and the focus in it, stay until the code of the real one is there.
    if (!plain.disabled) startTransition(() => setWanted(true))
  }
  const field = <PlainField {...plain} typed={start.typed} onWant={want} />
  return <Suspense fallback={field}>{wanted || atOnce ? children(start) : field}</Suspense>
}

interface FieldProps extends PlainProps {
  typed: string
  onWant: (change: Partial<Start>) => void
}

function PlainField(props: FieldProps) {
  const { id, className = '', text, placeholder, prefix, disabled, searched, typed, onWant } = props
  const open = (event: KeyboardEvent) => {
    if (!OPENING.includes(event.key)) return
    event.preventDefault()
    onWant({ defaultOpen: true })
  }
  return (
    <div className={`plain-choice ${className}`}>
      {prefix}
      {!typed && (
        <span
          className={text ? '' : 'plain-choice-placeholder'}
          // It may be cut off.
          title={typeof text === 'string' ? text : undefined}
        >
          {text ?? placeholder}
        </span>
      )}
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
        onChange={({ target }) => onWant({ typed: target.value, defaultOpen: true })}
        onPointerEnter={() => onWant({})}
        onMouseDown={() => onWant({ autoFocus: true, defaultOpen: true })}
        onFocus={() => onWant({ autoFocus: true })}
        onBlur={() => onWant({ autoFocus: false, defaultOpen: false })}
        onKeyDown={open}
      />
    </div>
  )
}
