import type { ReactNode } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import './Note.css'

/** A line on its own ground: what is to be known (blue), what asks for care (orange), what is wrong (red). */
export function Note({ tone = 'blue', children }: { tone?: 'blue' | 'orange' | 'red'; children: ReactNode }) {
  return (
    <div className={`import-note import-note-${tone}`}>
      <Icon name={tone === 'blue' ? 'info' : 'warn'} />
      <p>{children}</p>
    </div>
  )
}
