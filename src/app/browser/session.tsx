import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { hideCompany } from '#access/can.ts'
import { SIGN_IN } from '#app/routes.ts'
import { baseUrlOf, createClient } from '#kit/client.ts'
import { type EarlyRead, earlyRead } from '#kit/earlyRead.ts'
import { CallError, retryError, sentenceOf } from '#kit/failures.ts'
import { rememberBrand } from '#kit/ui/brand.tsx'
import { preloaded } from '#kit/ui/lazyPart.tsx'
import { type Session, SessionContextProvider, type User } from '#kit/ui/user.tsx'
import { earlyRoutes } from '#people/sign-in/earlyRoutes.ts'
import { announce, redirect } from './announce.tsx'
import {
  type EarlyCall,
  FIRST_READS,
  firstCall,
  firstReads,
  startupCall,
  startupCalls,
} from './earlyCalls.ts'
import { takeEarlyOrFetch } from './earlyResponses.ts'
import { applyStoredLanguage, storedLanguage, textsLoaded } from './language.tsx'

/** The build sets it from the environment variable API_URL. */
declare const __API_URL__: string

const TOKEN = 'token'
/** Storage key that tells other tabs that this browser now views the console as another user. */
const VIEWING_AS = 'seen-as'

/**
 * `token` is the token with which the user was fetched; another tab may have stored another user's since. `reads`
 * holds what the console needs first.
 */
type State =
  | { phase: 'starting' }
  /** `reason`: why the server ended the session; shown on the sign-in page. */
  | { phase: 'out'; reason?: string }
  | { phase: 'in'; user: User; token: string | null; reads: readonly EarlyRead[] }

// The state is kept outside React because requests, which have no access to components, can end the session.
let state: State = { phase: 'starting' }
const listeners = new Set<() => void>()

function setState(next: State): void {
  state = next
  if (next.phase === 'in') rememberBrand(next.user, client.urlOf)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const client = createClient({
  baseUrl: baseUrlOf(__API_URL__),
  token: () => localStorage.getItem(TOKEN) ?? '',
  locale: () => storedLanguage().locale,
  textsLoaded,
  report: announce,
  redirect,
  onUnauthenticated: (failure) => {
    const hadToken = localStorage.getItem(TOKEN) !== null
    localStorage.removeItem(TOKEN)
    // A visitor without a token has no session that could end.
    if (hadToken) forgetAfter(failure)
    else forget()
  },
  onBarred: () => void refreshOnce(),
})

/** Signs out in this tab and drops all cached responses. `reason` is shown on the sign-in page. */
function forget(reason = ''): void {
  client.clear()
  setState({ phase: 'out', ...(reason && { reason }) })
}

/** Signs out after a failure: a notification is shown on top of the sign-in page, any other message in it. */
function forgetAfter(failure: CallError): void {
  const { notice } = failure
  if (notice.kind === 'notification') announce(failure)
  forget(notice.kind === 'notification' ? '' : sentenceOf(notice))
}

/** Fetches the current user. A failure leads to the sign-in page, which shows its message (specification §4). */
async function refresh(): Promise<void> {
  const token = localStorage.getItem(TOKEN)
  try {
    await enter(await currentUser(), token)
  } catch (error) {
    handleFailedUser(error)
  }
}

/** Throws CallError also if the response has no user. */
async function currentUser(): Promise<User> {
  const user: User | undefined = await client.call(
    earlyRoutes.currentUser,
    {},
    { messagePlace: 'inPage', send: takeEarlyOrFetch },
  )
  if (!user) throw retryError({ status: 200, url: earlyRoutes.currentUser.path })
  return user
}

/** After a failed `currentUser`. A 401 has usually ended the session by now. */
function handleFailedUser(error: unknown): void {
  if (!(error instanceof CallError)) {
    forget()
    throw error
  }
  if (error.status !== 401) forgetAfter(error)
  // The 401 was for a token that another tab has replaced since, so no session ended: this tab starts signed out.
  else if (state.phase === 'starting') forget()
}

/** Signs the user in. If it is another user than before, drops the cached responses here and in all other tabs. */
async function enter(user: User, token: string | null): Promise<void> {
  if (state.phase === 'in' && state.user.id === user.id) return setState({ ...state, user, token })
  if (state.phase === 'in') {
    client.clear()
    localStorage.setItem(VIEWING_AS, String(user.id))
  }
  const reads = await prefetch(user)
  // During `prefetch` the user may have signed out, or another user signed in, here or in another tab.
  if (localStorage.getItem(TOKEN) !== token) return
  localStorage.setItem(FIRST_READS, JSON.stringify(isBarred(user) ? {} : firstReads(user)))
  setState({ phase: 'in', user, token, reads })
}

/**
 * Whether a request sent now acts in the user's own name: no admin views as the user, and the token is still the
 * user's.
 */
export function isSignedInAs(personId: number): boolean {
  if (state.phase !== 'in' || state.user.id !== personId || state.user.viewer) return false
  return state.token === localStorage.getItem(TOKEN)
}

let refreshing = false

/** Like `refresh`, but fetches the user only once if several requests of a screen are refused at the same time. */
async function refreshOnce(): Promise<void> {
  if (refreshing) return
  refreshing = true
  await refresh().finally(() => {
    refreshing = false
  })
}

/** Requested as soon as this file runs, while the rest of the program is still loading. */
const first = location.pathname === SIGN_IN ? null : requestUser()

function requestUser() {
  const answer = currentUser()
  // `start` handles a failure; until it awaits the promise, the rejection must not count as unhandled.
  answer.catch(() => undefined)
  return { answer, token: localStorage.getItem(TOKEN) }
}

/** Specification §4: fetches the user at the start, except on the sign-in page; a failure leads there. */
async function start(): Promise<void> {
  if (!first) return setState({ phase: 'out' })
  const { token, answer } = first
  try {
    await enter(await answer, token)
  } catch (error) {
    handleFailedUser(error)
  }
}

/** How long the console waits for its data and parts, in ms; after that it renders with those that have arrived. */
const GATHER_MS = 1_000

/**
 * How long it then waits for the first data of its screen, in ms. Rendering takes longer than that, and twice as long if
 * the data arrives meanwhile.
 */
const ROWS_MS = 60

/**
 * Reads what the console and its first screen need, and waits for what every page needs and for parts that are loading,
 * so that the console renders once: content that arrives a moment later is delayed by React until 300 ms have passed.
 */
async function prefetch(user: User): Promise<EarlyRead[]> {
  const awaited = isBarred(user) ? [] : readStartup(user)
  const call = isBarred(user) ? undefined : firstCall(user, location)
  const rows = call ? [readEarly(call, send(call))] : []
  await atMost(GATHER_MS, [...awaited.map(({ ended }) => ended), preloaded()])
  await atMost(
    ROWS_MS,
    rows.map(({ ended }) => ended),
  )
  return [...awaited, ...rows]
}

/** Until the user has changed the password or set a second factor, the server refuses all other requests. */
const isBarred = (user: User) => user.mustChangePassword || user.mustSetSecondFactor

/** Waits until all have ended, but no longer than `ms`. */
async function atMost(ms: number, waits: readonly Promise<void>[]): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, ms))
  await Promise.race([Promise.allSettled(waits), late])
}

/** Sends one request for what every page of the console needs; returns a read for each part of the response. */
function readStartup(user: User): EarlyRead[] {
  const { companies, ...calls } = startupCalls
  const parts: Record<string, EarlyCall> = hideCompany(user) ? calls : { ...calls, companies }
  const response = send(startupCall) as Promise<Record<string, unknown>>
  return Object.entries(parts).map(([name, call]) =>
    readEarly(
      call,
      response.then((data) => data[name]),
    ),
  )
}

function readEarly(call: EarlyCall, early: Promise<unknown>): EarlyRead {
  return earlyRead({ path: call.endpoint.path, input: call.input }, early, () => send(call))
}

function send({ endpoint, input }: EarlyCall): Promise<unknown> {
  return client.call(endpoint, input, { messagePlace: 'inPage', send: takeEarlyOrFetch })
}

/** The reads sent ahead for the signed-in user's console. */
export function earlyReads(): readonly EarlyRead[] {
  return state.phase === 'in' ? state.reads : []
}

async function begin(token: string): Promise<void> {
  localStorage.setItem(TOKEN, token)
  client.clear()
  await refresh()
}

async function end(): Promise<void> {
  try {
    await client.call(earlyRoutes.signOut, {})
  } catch (error) {
    // The failure is shown already. On a shared machine the user must be signed out even if the server was not reached.
    if (!(error instanceof CallError)) throw error
  } finally {
    localStorage.clear()
    // `clear` also removed the language.
    await applyStoredLanguage()
    forget()
  }
}

/** Follows another tab that signed out or signed in. The event of a cleared storage has no key. */
function followOtherTab(event: StorageEvent): void {
  if (event.key === VIEWING_AS) return void refreshOnce()
  if (event.key !== TOKEN && event.key !== null) return
  const token = localStorage.getItem(TOKEN)
  if (!token) void applyStoredLanguage().then(() => forget())
  else if (token !== event.oldValue) void begin(token)
}

export function usePhase(): State['phase'] {
  return useSyncExternalStore(subscribe, () => state.phase)
}

/** Fetches the user and provides the session to every screen. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const now = useSyncExternalStore(subscribe, () => state)
  useEffect(() => {
    void start()
    window.addEventListener('storage', followOtherTab)
    return () => window.removeEventListener('storage', followOtherTab)
  }, [])
  const session = useMemo<Session>(
    () => ({
      user: now.phase === 'in' ? now.user : null,
      reason: (now.phase === 'out' && now.reason) || null,
      begin,
      refresh,
      end,
    }),
    [now],
  )
  return <SessionContextProvider value={session}>{children}</SessionContextProvider>
}
