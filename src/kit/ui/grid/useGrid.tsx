import { useState } from 'react'
import { t } from '#kit/text.ts'
import { type GridProps, type GridRecord, shapeOf } from './declare.tsx'
import type { Place } from './sheet.ts'
import { clampState, type GridState, startState, withActiveCell, withDraft } from './state.ts'
import { useEdits } from './useEdits.tsx'

/** The state of a grid, the text being written, and the functions that change both. */
export function useGrid<T extends GridRecord>(props: GridProps<T>) {
  const shape = shapeOf(props.rows, props.columns)
  const [storedState, setState] = useState<GridState>(() => startState(shape))
  const state = clampState(storedState, shape)
  const edits = useEdits(props)
  const isWriting = state.mode !== 'moving'

  /** Ends the text being written and saves it. */
  const commit = () => {
    if (!isWriting) return
    const change = { ...state.active, text: state.draft.trim() }
    edits.act({ changes: [change], closed: 0, beyond: { rows: 0, columns: 0 } })
    setState((now) => ({ ...now, mode: 'moving', draft: '' }))
  }
  return {
    state,
    shape,
    edits,
    isWriting,
    commit,
    /** Saves the text being written, then moves to a cell or extends the selection to it. */
    go: (place: Place, extend = false) => {
      commit()
      setState((now) => withActiveCell(now, place, extend))
    },
    /** Like `go`, and remembers the column in which a series of tabs began. */
    goByTab: (place: Place) => {
      commit()
      setState((now) => ({ ...withActiveCell(now, place), tabFrom: now.tabFrom ?? now.active.column }))
    },
    /** Discards the text being written, and the selection. */
    cancel: () => setState((now) => withActiveCell(now, now.active)),
    /** Starts editing the text of the cell. */
    edit: () => {
      if (!shape.isOpen(state.active)) return edits.setStatusText(t('这一格已锁定，不能修改。'))
      const draft = isWriting ? state.draft : edits.textAt(state.active)
      setState((now) => ({ ...now, head: now.active, mode: 'editing', draft }))
    },
    /** Called when the user types. */
    type: (draft: string) => setState((now) => withDraft(now, draft)),
  }
}

export type GridController = ReturnType<typeof useGrid>
