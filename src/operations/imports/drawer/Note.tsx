import type { ReactNode } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import './Note.css'

/** A note with a coloured background: information (blue), caution (orange) or error (red). */
export function Note({ tone = 'blue', children }: { tone?: 'blue' | 'orange' | 'red'; children: ReactNode }) {
  return (
    <div className={`import-note import-note-${tone}`}>
      <Icon name={tone === 'blue' ? 'info' : 'warn'} />
      <p>{children}</p>
    </div>
  )
}
