import { useLocation, useSearchParams } from 'react-router'
import { HELP } from './helpAddress.ts'

interface Help {
  /** The name of the open place; undefined while the manual is closed. */
  name: string | undefined
  /** Opens a place by its name. */
  open: (name: string) => void
  close: () => void
}

/**
 * The manual's place is in the address, so that it can be sent to a colleague. "Back" closes the manual: going from
 * page to page in it adds no steps to the browser's history.
 */
export function useHelp(): Help {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const name = params.get(HELP) ?? undefined
  const set = (to: string | undefined) => {
    const next = new URLSearchParams(params)
    if (to === undefined) next.delete(HELP)
    else next.set(HELP, to)
    setParams(next, { preventScrollReset: true, replace: name !== undefined, state })
  }
  return { name, open: set, close: () => set(undefined) }
}
