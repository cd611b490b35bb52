import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type Path,
  parsePath,
  Router,
  type To,
} from 'react-router'

/** A navigation away from the page: origin and destination. */
export interface Transition {
  from: string
  to: string
  /** The state passed to the navigation. */
  state: unknown
}

/** A guard may hold a navigation and ask the user. `ask` must call `proceed` or `stay` once. */
export interface Guard {
  blocks: (transition: Transition) => boolean
  confirm: (choices: { proceed: () => void; stay: () => void }) => void
}

/** Scroll position of a page when it opens: px from its top, its top, or the window's present position. */
type Scroll = number | 'top' | 'stay'

interface Position {
  location: Location
  action: `${NavigationType}`
  scroll: Scroll
}

// react-router's own blocker requires its loaders and actions, which are as large as a table and which no screen uses.
// So the history is kept here, and the router renders the position that it is given.
const history = createBrowserHistory()

const STORED = 'scroll-positions'
let positions: Record<string, number> | undefined

let position: Position = { location: history.location, action: 'POP' as const, scroll: firstScroll() }
let show: (position: Position) => void = () => undefined
let guard: Guard | undefined
/** The navigation that waits for the user's answer. */
let pendingNavigation: (() => void) | undefined
/** Callbacks after history steps taken by this file; every other step is the browser's "back" or "forward". */
const stepCallbacks: (() => void)[] = []

/**
 * Scroll positions by history entry and path: entries that the browser created have no key of their own. They are read
 * when they are first needed, because the first access to the storage waits for another process of the browser.
 */
function scrollPositions(): Record<string, number> {
  positions ??= storedPositions()
  return positions
}

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * Where the page was when it was reloaded, or when the user returned to it. A new page is at its top already; setting
 * that would cost the browser a layout.
 */
function firstScroll(): Scroll {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type === 'navigate') return 'stay'
  return scrollPositions()[entryOf(history.location)] || 'stay'
}

function entryOf({ key, pathname }: Location): string {
  return `${key} ${pathname}`
}

function savedScroll(location: Location): Scroll {
  return scrollPositions()[entryOf(location)] ?? 'top'
}

function arrive(action: Position['action'], scroll: Scroll): void {
  scrollPositions()[entryOf(position.location)] = window.scrollY
  position = { location: history.location, action, scroll }
  show(position)
}

/** Navigates immediately, or asks the user first. */
function navigateGuarded(
  target: Omit<Transition, 'from'>,
  proceed: () => void,
  onBlocked: () => void = () => undefined,
): void {
  const transition = { ...target, from: position.location.pathname }
  if (!guard?.blocks(transition)) {
    proceed()
    return
  }
  onBlocked()
  const isQuestionOpen = pendingNavigation !== undefined
  pendingNavigation = proceed
  if (isQuestionOpen) return
  const answer = (isProceeding: boolean) => () => {
    const pending = pendingNavigation
    pendingNavigation = undefined
    if (isProceeding) pending?.()
  }
  guard.confirm({ proceed: answer(true), stay: answer(false) })
}

function step(steps: number, then: () => void): void {
  stepCallbacks.push(then)
  history.go(steps)
}

// The browser has already navigated when it fires this event: a held navigation is reversed, and repeated after the
// answer.
history.listen(({ location, delta }) => {
  navigationCount += 1
  const stepCallback = stepCallbacks.shift()
  if (stepCallback) return stepCallback()
  const follow = () => arrive('POP', savedScroll(location))
  if (!delta) return follow()
  let isBack = false
  const proceed = () => (isBack ? step(delta, follow) : follow())
  navigateGuarded({ to: location.pathname, state: location.state }, proceed, () => {
    isBack = true
    step(-delta, () => undefined)
  })
})

/** How long a page waits for the code of the next one, in ms; after that the next one is shown while it loads. */
const PATIENCE_MS = 300

let prepare: (path: string) => Promise<unknown> | undefined = () => undefined
let readAhead: (address: Pick<Path, 'pathname' | 'search'>) => void = () => undefined
/** Counts the navigations: a later one replaces one that still waits for its code. */
let navigationCount = 0

/** Sets how the code of a page is loaded before the page is shown; undefined if it is loaded already. */
export function setPageLoader(by: typeof prepare): void {
  prepare = by
}

/** Sets how the first data of a page is requested while its code is loaded; returns a function that removes it. */
export function setPageReader(by: typeof readAhead): () => void {
  readAhead = by
  return () => {
    if (readAhead === by) readAhead = () => undefined
  }
}

/** Loads the code of a page that the user may open next. */
export function loadPage(path: string): void {
  void prepare(path)
}

function go(how: 'push' | 'replace', to: To, state: unknown, options?: NavigateOptions): void {
  const target: Partial<Path> = typeof to === 'string' ? parsePath(to) : to
  const { pathname = position.location.pathname, search = '' } = target
  const isOtherPage = pathname !== position.location.pathname
  const follow = () => {
    history[how](to, state)
    arrive(how === 'push' ? 'PUSH' : 'REPLACE', options?.preventScrollReset ? 'stay' : 'top')
  }
  navigateGuarded({ to: pathname, state }, () => {
    navigationCount += 1
    const navigationNo = navigationCount
    if (isOtherPage) readAhead({ pathname, search })
    // React delays content that it has to wait for by 300 ms, so the old page stays until the code is loaded.
    const loaded = isOtherPage ? prepare(pathname) : undefined
    if (!loaded) {
      follow()
      return
    }
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    void Promise.race([loaded, late]).then(() => navigationNo === navigationCount && follow())
  })
}

const navigator: Navigator = {
  createHref: (to) => history.createHref(to),
  encodeLocation: (to) => history.encodeLocation(to),
  go: (steps) => history.go(steps),
  push: (to, state, options) => go('push', to, state, options),
  replace: (to, state, options) => go('replace', to, state, options),
}

/** Navigates to a path from outside the components. */
export function navigateTo(path: string, state: unknown): void {
  go('push', path, state)
}

/** Sets the guard of every navigation; returns a function that removes it. */
export function setNavigationGuard(by: Guard): () => void {
  guard = by
  return () => {
    if (guard === by) guard = undefined
  }
}

const ScrollContext = createContext(position)

/** The router of the whole program. */
export function Navigation({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(position)
  useLayoutEffect(() => {
    show = (next) => startTransition(() => setShown(next))
    // An effect further inside may have navigated before this one ran.
    setShown(position)
  }, [])
  return (
    <ScrollContext value={shown}>
      <Router location={shown.location} navigationType={shown.action as NavigationType} navigator={navigator}>
        {children}
      </Router>
    </ScrollContext>
  )
}

/** Rendered once in the frame: opens every page at the scroll position where it was left, or at its top. */
export function ScrollPositions() {
  const { location, scroll } = useContext(ScrollContext)
  useEffect(() => {
    // Reading it when the page is left would make the browser compute all styles once more, before it opens the next page.
    let scrolledTo = 0
    const followScroll = () => {
      scrolledTo = window.scrollY
    }
    const savePositions = () => {
      scrollPositions()[entryOf(position.location)] = scrolledTo
      sessionStorage.setItem(STORED, JSON.stringify(scrollPositions()))
    }
    window.history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', savePositions)
    window.addEventListener('scroll', followScroll, { passive: true })
    return () => {
      window.history.scrollRestoration = 'auto'
      window.removeEventListener('scroll', followScroll)
      window.removeEventListener('pagehide', savePositions)
    }
  }, [])
  useLayoutEffect(() => {
    const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (typeof scroll !== 'number' && part) part.scrollIntoView()
    else if (scroll !== 'stay') window.scrollTo(0, scroll === 'top' ? 0 : scroll)
  }, [location, scroll])
  return null
}
