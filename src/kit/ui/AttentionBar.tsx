import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './AttentionBar.css'

interface Props {
  /** What is incomplete, and what follows from it. */
  text: string
  /** The buttons or links that complete it. */
  children?: ReactNode
}

/** One line above a list or a record: something is incomplete but blocks nothing, with the step that completes it. */
export function AttentionBar({ text, children }: Props) {
  return (
    <section className="attention-bar" role="status">
      <p>
        <Icon name="warn" />
        {text}
      </p>
      {children && <span className="attention-bar-actions">{children}</span>}
    </section>
  )
}
