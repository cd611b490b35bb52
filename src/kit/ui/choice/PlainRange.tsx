import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import './PlainRange.css'

interface Props {
  id?: string
  className?: string
  value: readonly [from: string | undefined, to: string | undefined]
  placeholder: readonly [from: string, to: string]
  /** Loads the code of the real field ahead of need. */
  preload: () => void
  /** The real field, a lazy part of the program. It takes the focus. */
  children: ReactNode
}

/** Two days or months, shown in plain fields; the calendar is loaded when one of them is focused. */
export function PlainRange({ id, className = '', value: [from, to], placeholder, preload, children }: Props) {
  const [isNeeded, setNeeded] = useState(false)
  const field = { readOnly: true, autoComplete: 'off', onFocus: () => setNeeded(true) }
  const [first, last] = placeholder
  const plain = (
    <div className={`plain-range ${className}`} onPointerEnter={preload}>
      <input
        {...field}
        id={id}
        value={from ?? ''}
        placeholder={first}
        aria-label={id === undefined ? first : undefined}
      />
      <span>–</span>
      <input {...field} value={to ?? ''} placeholder={last} aria-label={last} />
      <Icon name="calendar" />
    </div>
  )
  return isNeeded ? <Suspense fallback={plain}>{children}</Suspense> : plain
}
