import { useSearchParams } from 'react-router'

/** The parts of the address that only hold for the rows now shown: their order and their page. */
const OF_ROWS = ['sort', 'current']

/**
 * One text of a screen’s own state in the address, beside its filters: a view, an open store. Setting it is a step that
 * "back" undoes; taking it away is none, so that "back" does not open again what was closed.
 */
export function useAddressText(key: string): [string | undefined, (text: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const set = (text: string | undefined) =>
    setParams(addressWith(params, { [key]: text }), {
      preventScrollReset: true,
      replace: text === undefined,
    })
  return [params.get(key) ?? undefined, set]
}

/** The address with other values under some keys, as a link; the rows then begin at their first page. */
export function useAddressLink(): (change: Record<string, string | undefined>) => string {
  const [params] = useSearchParams()
  return (change) => {
    const next = addressWith(params, change)
    for (const key of OF_ROWS) next.delete(key)
    return `?${next}`
  }
}

function addressWith(params: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, text] of Object.entries(change)) {
    if (text === undefined) next.delete(key)
    else next.set(key, text)
  }
  return next
}
