import type { ReactNode } from 'react'

/** Position of the record in the list from which it was opened. */
export interface Position {
  index: number
  total: number
  onPrevious?: () => void
  onNext?: () => void
}

export interface DetailStep {
  label: string
  note?: ReactNode
  /** `end`: the record has left the path here; this is not one of its steps. */
  state: 'done' | 'current' | 'todo' | 'end'
}

export interface DetailFigure {
  name: string
  value: ReactNode
  unit?: string
  note?: ReactNode
  /** Orange if something is pending or incomplete, red if a limit is crossed. */
  tone?: 'orange' | 'red'
}

export interface DetailTab {
  key: string
  label: string
  count?: number
  children: ReactNode
}
