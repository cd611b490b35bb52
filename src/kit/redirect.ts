const SIGN_IN = '/user/login'

/** The sign-in page, which brings the person back to where they were. */
export function signInPath(from: { pathname: string; search?: string }): string {
  const here = `${from.pathname}${from.search ?? ''}`
  if (from.pathname === SIGN_IN || here === '/') return SIGN_IN
  return `${SIGN_IN}?redirect=${encodeURIComponent(here)}`
}

/** Where to go after signing in: only a path of this site is followed, never another host (`//host`, `/\host`). */
export function safeRedirect(redirect: string | null | undefined, otherwise: string): string {
  if (!redirect || !/^\/(?![/\\])/.test(redirect)) return otherwise
  // Browsers drop tabs and line breaks inside a URL, so `/<tab>/host` would be `//host` to them.
  const hasControl = [...redirect].some((character) => character < ' ')
  return hasControl || redirect.startsWith(SIGN_IN) ? otherwise : redirect
}

/** The state of a navigation that the server orders: unsaved input becomes a draft, and the user is not asked. */
export const UNASKED = { unasked: true }

/** Whether a navigation was made with `UNASKED`. */
export function isUnasked(state: unknown): boolean {
  return (state as Partial<typeof UNASKED> | null)?.unasked === true
}
