import type { ReactNode } from 'react'
import './Panel.css'

interface Props {
  title?: ReactNode
  /** A few words next to the title: the unit, the period, what a colour means. */
  hint?: ReactNode
  /** At the end of the title row. */
  actions?: ReactNode
  /** The content extends to the edges: tables and lists. */
  flush?: boolean
  className?: string
  label?: string
  children?: ReactNode
}

/** A card with an optional head: white, hairline, no shadow. */
export function Panel({ title, hint, actions, flush, className = '', label, children }: Props) {
  return (
    <section
      className={`panel ${className}`}
      aria-label={label ?? (typeof title === 'string' ? title : undefined)}
    >
      {(title || actions) && (
        <div className="panel-head">
          {title && <h2>{title}</h2>}
          {hint && <span className="panel-hint">{hint}</span>}
          {actions && <div className="panel-actions">{actions}</div>}
        </div>
      )}
      <div
        className={flush ? 'panel-flush' : title || actions ? 'panel-body panel-under-head' : 'panel-body'}
      >
        {children}
      </div>
    </section>
  )
}
