import { useState } from 'react'
import { t } from '#kit/text.ts'
import type { GridProps, GridRecord } from './declare.tsx'
import { shapeOf } from './declare.tsx'
import type { Place } from './sheet.ts'
import type { GridState } from './state.ts'
import { goneTo, heldWithin, startState, typed } from './state.ts'
import { useEdits } from './useEdits.tsx'

/** Where the keyboard stands in a grid, what is being written there, and the ways to change both. */
export function useGrid<T extends GridRecord>(props: GridProps<T>) {
  const shape = shapeOf(props.rows, props.columns)
  const [kept, setState] = useState<GridState>(() => startState(shape))
  const state = heldWithin(kept, shape)
  const edits = useEdits(props)
  const isWriting = state.mode !== 'moving'

  /** Ends the text that is being written and keeps it. */
  const commit = () => {
    if (!isWriting) return
    const change = { ...state.active, text: state.draft.trim() }
    edits.act({ changes: [change], closed: 0, beyond: { rows: 0, columns: 0 } })
    setState((now) => ({ ...now, mode: 'moving', draft: '' }))
  }
  return {
    ...{ state, shape, edits, isWriting, commit },
    /** Keeps what is being written, then goes to a cell, or selects up to it. */
    go: (place: Place, extend = false) => {
      commit()
      setState((now) => goneTo(now, place, extend))
    },
    /** The same, remembering where a row of tabs began. */
    goByTab: (place: Place) => {
      commit()
      setState((now) => ({ ...goneTo(now, place), tabFrom: now.tabFrom ?? now.active.column }))
    },
    /** Gives up what is being written, and the selection. */
    cancel: () => setState((now) => goneTo(now, now.active)),
    /** Begins to change the text that stands in the cell. */
    edit: () => {
      if (!shape.isOpen(state.active)) return edits.say(t('这一格已锁定，不能修改。'))
      const draft = isWriting ? state.draft : edits.textAt(state.active)
      setState((now) => ({ ...now, head: now.active, mode: 'editing', draft }))
    },
    /** Something was typed. */
    type: (draft: string) => setState((now) => typed(now, draft)),
  }
}

export type GridKeeper = ReturnType<typeof useGrid>
