import type { ReactNode } from 'react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { SIGN_IN } from '#app/routes.ts'
import type { Answered } from '#kit/answered.ts'
import type { Bare } from '#kit/bare.ts'
import { baseUrlOf, createClient } from '#kit/client.ts'
import { CallError, retryError, sentenceOf } from '#kit/failures.ts'
import { preloaded } from '#kit/ui/lazyPart.tsx'
import type { Session, User } from '#kit/ui/user.tsx'
import { SessionContextProvider } from '#kit/ui/user.tsx'
import { bareCalls } from '#people/sign-in/bareCalls.ts'
import { announce, redirect } from './announce.tsx'
import { consoleCalls } from './consoleCalls.ts'
import { speakStored, storedLanguage, textsLoaded } from './language.tsx'

/** Set by the build from the environment's API_URL. */
declare const __API_URL__: string

const TOKEN = 'token'
/** Tells the other tabs as whom this browser looks at the console. */
const SEEN_AS = 'seen-as'

/**
 * `token`: with which the person was fetched; another tab may have put another person's in its place since. `answered`: what
 * the console reads first.
 */
type State =
  | { phase: 'starting' }
  /** `reason`: why the server ended the session, for the sign-in page. */
  | { phase: 'out'; reason?: string }
  | { phase: 'in'; user: User; token: string | null; answered: readonly Answered[] }

// The state stands outside React because requests end it, and they know nothing of components.
let state: State = { phase: 'starting' }
const listeners = new Set<() => void>()

function become(next: State): void {
  state = next
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

/** Signs out in this tab and drops all cached responses. `reason`: for the sign-in page. */
function forget(reason = ''): void {
  client.clear()
  become({ phase: 'out', ...(reason && { reason }) })
}

/** Signs out after a failure: a notification is shown over the sign-in page, any other message in it. */
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
    leave(error)
  }
}

/** Throws CallError also if the response has no user. */
async function currentUser(): Promise<User> {
  const user: User | undefined = await client.call(bareCalls.currentUser, {}, { messagePlace: 'inPage' })
  if (!user) throw retryError({ status: 200, url: bareCalls.currentUser.path })
  return user
}

/** After a failed `currentUser`. A 401 has usually ended the session by now. */
function leave(error: unknown): void {
  if (!(error instanceof CallError)) {
    forget()
    throw error
  }
  if (error.status !== 401) forgetAfter(error)
  // The 401 was for a token that another tab has replaced since, so it ended no session: this tab starts signed out.
  else if (state.phase === 'starting') forget()
}

/** The person is known. Where it is another one than before, nothing of what that one saw is kept, in any tab. */
async function enter(user: User, token: string | null): Promise<void> {
  if (state.phase === 'in' && state.user.id === user.id) return become({ ...state, user, token })
  if (state.phase === 'in') {
    client.clear()
    localStorage.setItem(SEEN_AS, String(user.id))
  }
  const answered = await gather(user)
  // Whoever signed out or in meanwhile, here or in another tab, is not this person any more.
  if (localStorage.getItem(TOKEN) === token) become({ phase: 'in', user, token, answered })
}

/** Whether a request that is sent now acts in the person's own name: nobody looks on as them, and the token is still theirs. */
export function actsAs(personId: number): boolean {
  if (state.phase !== 'in' || state.user.id !== personId || state.user.viewer) return false
  return state.token === localStorage.getItem(TOKEN)
}

let refreshing = false

/** The same where all that the open screen asked for is refused together: the person is fetched once. */
async function refreshOnce(): Promise<void> {
  if (refreshing) return
  refreshing = true
  await refresh().finally(() => {
    refreshing = false
  })
}

/** Asked for with the page's first line, while the rest of the program is still on its way. */
const first = location.pathname === SIGN_IN ? null : ask()

function ask() {
  const answer = currentUser()
  // Whoever waits for it hears of a failure; until somebody does it is nobody's fault.
  answer.catch(() => undefined)
  return { answer, token: localStorage.getItem(TOKEN) }
}

/** Specification §4: the person is fetched at the start, unless the page is the sign-in page; a failure leads there. */
async function start(): Promise<void> {
  if (!first) return become({ phase: 'out' })
  const { token, answer } = first
  try {
    await enter(await answer, token)
  } catch (error) {
    leave(error)
  }
}

/** How long the console waits for what it is made of; after that it is drawn with what has come. */
const GATHER_MS = 1_000

/**
 * Reads what the console needs first, and waits for the parts that are on their way, so that it is drawn once: React shows
 * what comes a moment later only after 300 ms. What fails is left out; whoever needs it asks again.
 */
async function gather({ mustChangePassword, mustSetSecondFactor }: User): Promise<Answered[]> {
  // Whoever has to do something before is answered nothing else.
  const endpoints = mustChangePassword || mustSetSecondFactor ? [] : Object.values<Bare>(consoleCalls)
  const answered: Answered[] = []
  const reads = endpoints.map(async (endpoint) => {
    const data = await client.call(endpoint, {}, { messagePlace: 'inPage' })
    answered.push({ path: endpoint.path, input: {}, data })
  })
  const late = new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS))
  await Promise.race([Promise.allSettled([...reads, preloaded()]), late])
  return [...answered]
}

/** What was read ahead for the console of the person who is signed in. */
export function readAlready(): readonly Answered[] {
  return state.phase === 'in' ? state.answered : []
}

async function begin(token: string): Promise<void> {
  localStorage.setItem(TOKEN, token)
  client.clear()
  await refresh()
}

async function end(): Promise<void> {
  try {
    await client.call(bareCalls.signOut, {})
  } catch (error) {
    // Shown already. Whoever signs out of a shared machine must be out of it, also where the server could not be told.
    if (!(error instanceof CallError)) throw error
  } finally {
    localStorage.clear()
    // The language went with the rest.
    await speakStored()
    forget()
  }
}

/** Another tab signed out, or signed in as somebody: this one follows. A cleared storage has no key. */
function follow(event: StorageEvent): void {
  if (event.key === SEEN_AS) return void refreshOnce()
  if (event.key !== TOKEN && event.key !== null) return
  const token = localStorage.getItem(TOKEN)
  if (!token) void speakStored().then(() => forget())
  else if (token !== event.oldValue) void begin(token)
}

export function usePhase(): State['phase'] {
  return useSyncExternalStore(subscribe, () => state.phase)
}

/** Fetches the person and keeps who that is for every screen. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const now = useSyncExternalStore(subscribe, () => state)
  useEffect(() => {
    void start()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
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
