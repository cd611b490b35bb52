import type { ReactNode } from 'react'
import './Columns.css'

interface Props {
  /** Width of the second column in px; by default both columns are equally wide. */
  side?: 320 | 384
  children: ReactNode
}

/** Two panels of equal height next to each other; one below the other if there is no room. */
export function Columns({ side, children }: Props) {
  return <div className={side ? `columns columns-${side}` : 'columns'}>{children}</div>
}
