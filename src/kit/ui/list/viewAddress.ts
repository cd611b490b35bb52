/** The word of the address that names the view; `0` is the list as it is, whatever view it would open with. */
export const SAVED = 'saved'

/** What a view keeps of an address: everything but the page and the view's own number, in one order. */
export function viewQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  for (const key of [SAVED, 'current']) kept.delete(key)
  kept.sort()
  return kept.toString()
}

/** The address that opens a view; of none, the list as it is. */
export function viewAddress(view: { id: number; query: string } | null): URLSearchParams {
  const params = new URLSearchParams(view?.query ?? '')
  params.set(SAVED, String(view?.id ?? 0))
  return params
}
