/** Parameter of the address that contains the view's id; `0` is the list without any view, even its default one. */
export const SAVED = 'saved'

/** The part of an address that a view stores: everything but the page and the view's id, in a fixed order. */
export function viewQuery(params: URLSearchParams): string {
  const remaining = new URLSearchParams(params)
  for (const key of [SAVED, 'current']) remaining.delete(key)
  remaining.sort()
  return remaining.toString()
}

/** The address that opens a view; for null, the list without a view. */
export function viewAddress(view: { id: number; query: string } | null): URLSearchParams {
  const params = new URLSearchParams(view?.query ?? '')
  params.set(SAVED, String(view?.id ?? 0))
  return params
}
