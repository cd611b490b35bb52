import type { ReactNode } from 'react'

/** Where the record stands among those of the list it was opened from. */
export interface Position {
  index: number
  total: number
  onPrevious?: () => void
  onNext?: () => void
}

export interface DetailStep {
  label: string
  note?: ReactNode
  /** `end`: the path has ended here; it is no step on it. */
  state: 'done' | 'current' | 'todo' | 'end'
}

export interface DetailFigure {
  name: string
  value: ReactNode
  unit?: string
  note?: ReactNode
  /** Orange for what waits or is incomplete, red for a limit that is crossed. */
  tone?: 'orange' | 'red'
}

export interface DetailTab {
  key: string
  label: string
  count?: number
  children: ReactNode
}
