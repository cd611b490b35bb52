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
  state: 'done' | 'current' | 'todo'
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
