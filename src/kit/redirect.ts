const SIGN_IN = '/user/login'

/** Returns the path of the sign-in page, with the current page as its `redirect` parameter. */
export function signInPath(from: { pathname: string; search?: string }): string {
  const here = `${from.pathname}${from.search ?? ''}`
  if (from.pathname === SIGN_IN || here === '/') return SIGN_IN
  return `${SIGN_IN}?redirect=${encodeURIComponent(here)}`
}

/**
 * Returns the page to open after sign-in: `redirect` if it is a path of this site, never another host (`//host`,
 * `/\host`).
 */
export function safeRedirect(redirect: string | null | undefined, otherwise: string): string {
  if (!redirect || !/^\/(?![/\\])/.test(redirect)) return otherwise
  // Browsers drop tabs and line breaks inside a URL, so they would read `/<tab>/host` as `//host`.
  const hasControl = [...redirect].some((character) => character < ' ')
  return hasControl || redirect.startsWith(SIGN_IN) ? otherwise : redirect
}

/** State of a navigation that the server causes: unsaved input becomes a draft, and the user is not asked. */
export const WITHOUT_PROMPT = { unasked: true }

/** Whether a navigation was made with `WITHOUT_PROMPT`. */
export function isWithoutPrompt(state: unknown): boolean {
  return (state as Partial<typeof WITHOUT_PROMPT> | null)?.unasked === true
}
