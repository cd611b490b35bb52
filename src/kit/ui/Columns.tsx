import type { ReactNode } from 'react'
import './Columns.css'

interface Props {
  /** How wide the second column is; without it both share the width. */
  side?: 320 | 384
  children: ReactNode
}

/** Two panels beside each other, equally high; one beneath the other where there is no room. */
export function Columns({ side, children }: Props) {
  return <div className={side ? `columns columns-${side}` : 'columns'}>{children}</div>
}
