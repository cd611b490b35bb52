import { useLocation, useSearchParams } from 'react-router'
import { HELP, type HelpPlace, placeOf } from './helpPlace.ts'

interface Help {
  /** The open place of the manual; undefined while it is closed. */
  place: HelpPlace | undefined
  /** Opens a place by its name in the address. */
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
  const place = placeOf(params.get(HELP))
  const set = (name: string | undefined) => {
    const next = new URLSearchParams(params)
    if (name === undefined) next.delete(HELP)
    else next.set(HELP, name)
    setParams(next, { preventScrollReset: true, replace: place !== undefined, state })
  }
  return { place, open: set, close: () => set(undefined) }
}
