import { useState } from 'react'

/** Counts the openings of a window, 0 before the first; used as a key, it gives every opening a fresh form. */
export function useOpening(open: boolean): number {
  const [state, setState] = useState({ open: false, count: 0 })
  if (state.open !== open) setState({ open, count: state.count + (open ? 1 : 0) })
  return state.open !== open && open ? state.count + 1 : state.count
}
