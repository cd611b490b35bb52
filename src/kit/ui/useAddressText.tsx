import { useSearchParams } from 'react-router'

/** Parameters of the address that only apply to the rows now shown: their order and their page. */
const ROW_PARAMETERS = ['sort', 'current']

/**
 * A string of a screen’s own state in the address, next to its filters: a view, an open store. Setting it is a step
 * that "back" undoes; removing it is not, so that "back" does not reopen what the user has closed.
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

/**
 * Returns a function that creates a link to the address with other values of some parameters; the rows then start at
 * their first page.
 */
export function useAddressLink(): (change: Record<string, string | undefined>) => string {
  const [params] = useSearchParams()
  return (change) => {
    const next = addressWith(params, change)
    for (const key of ROW_PARAMETERS) next.delete(key)
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
