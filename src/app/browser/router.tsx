import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation, useRoutes, useSearchParams } from 'react-router'
import {
  EXCEPTION,
  HOME,
  type MovedPath,
  menu,
  movedPaths,
  type ScreenRoute,
  SIGN_IN,
  screensOf,
} from '#app/routes.ts'
import { safeRedirect, signInPath } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { BrandMark, rememberedBrand } from '#kit/ui/brand.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Navigation } from '#kit/ui/navigation.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { Console, preloadConsole, Screen, SignIn } from './chunks.tsx'
import { BrokenScreen, Exception, NotFound } from './faults.tsx'
import { chooseLanguage, useLanguage } from './language.tsx'
import { type Locale, languages, showsEnglish } from './languages.ts'
import { usePhase } from './session.tsx'
import './Gate.css'
import './Language.css'

/** First events of a visitor who uses the form: by keyboard, by pointer, or by a password manager that fills it in. */
const FIRST_EVENTS = ['keydown', 'pointerdown', 'input'] as const

/**
 * The sign-in page. Loads the console when the visitor starts typing, so that a visitor who only looks loads little.
 */
function SignInPage() {
  const [query] = useSearchParams()
  const path = safeRedirect(query.get('redirect'), HOME)
  useEffect(() => {
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      preloadConsole(new URL(path, location.origin).pathname)
    }
    for (const sign of FIRST_EVENTS) addEventListener(sign, load, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [path])
  return (
    <Suspense key={useLanguage().locale} fallback={null}>
      <SignIn />
      <SignInLanguage />
    </Suspense>
  )
}

/** The language choice of the sign-in page: a native select, because heavy parts load only after sign-in. */
function SignInLanguage() {
  const current = useLanguage()
  return (
    <span className="door-language">
      <select
        aria-label={t('界面语言')}
        value={current.locale}
        onChange={(event) => void chooseLanguage({ ...current, locale: event.target.value as Locale })}
      >
        {(Object.keys(languages) as Locale[]).map((code) => (
          <option key={code} value={code} lang={code}>
            {showsEnglish(code) ? `${languages[code]} · ${t('英文')}` : languages[code]}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </span>
  )
}

/** Specification §4: without a current user every page redirects to the sign-in page. */
function Gate() {
  const { user } = useSession()
  const phase = usePhase()
  const here = useLocation()
  if (phase === 'starting') return <EmptyFrame />
  if (!user) return <Navigate to={signInPath(here)} replace />
  return (
    <Suspense fallback={<EmptyFrame />}>
      <Console key={user.id} />
    </Suspense>
  )
}

/** The frame's outline until the current user is known. index.html contains the same markup and paints it first. */
function EmptyFrame() {
  return (
    <div className="empty-frame" aria-busy="true">
      <div className="empty-top">
        <span className="brand">
          <BrandMark brand={rememberedBrand()} />
        </span>
      </div>
    </div>
  )
}

function routesOf(route: ScreenRoute): RouteObject[] {
  const list = { path: route.path, element: <Screen route={route} /> }
  const { detail, pages = [] } = route
  const below = [...(detail ? [{ path: ':id', ...detail }] : []), ...pages]
  return [
    list,
    ...below.map((page) => ({
      path: `${route.path}/${page.path}`,
      element: <Screen route={route} page={page} />,
    })),
  ]
}

function Redirect({ to }: Pick<MovedPath, 'to'>) {
  const [params] = useSearchParams()
  return <Navigate to={to(params)} replace />
}

/** The routes within the console, of `routes.ts` in the router's format. */
const consoleRoutes: RouteObject[] = [
  { path: '/', element: <Navigate to={HOME} replace /> },
  ...movedPaths.map(({ path, to }) => ({ path, element: <Redirect to={to} /> })),
  ...screensOf(menu).flatMap(routesOf),
  { path: EXCEPTION, element: <Exception /> },
]

// The same elements in every table, so that React keeps what it has drawn around a page.
const signIn = <SignInPage />
const gate = <Gate />
const boundary = <PageBoundary />
const notFound = <NotFound />

/** If a screen throws an error, the frame around it stays. */
const tableOf = (pages: RouteObject[]): RouteObject[] => [
  { path: SIGN_IN, element: signIn },
  {
    element: gate,
    children: [{ element: boundary, children: [...pages, { path: '*', element: notFound }] }],
  },
]

/** The first part of a path as the router compares it: decoded, in small letters. */
function firstPart(path: string): string {
  const part = path.split('/')[1] ?? ''
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part
  }
}

const tables = new Map<string, RouteObject[]>()

/**
 * The routes that begin like a path. Whenever the router renders, it builds a pattern of every route that it is given: of
 * all some hundred and fifty, that took 10 ms of each navigation.
 */
function tableAt(path: string): RouteObject[] {
  const first = firstPart(path)
  const known = tables.get(first)
  if (known) return known
  const table = tableOf(consoleRoutes.filter((route) => firstPart(route.path ?? '') === first))
  tables.set(first, table)
  return table
}

function PageBoundary() {
  return (
    <ErrorBoundary at={useLocation().key}>
      <Outlet />
    </ErrorBoundary>
  )
}

function RouteTable() {
  const { key, pathname } = useLocation()
  return <ErrorBoundary at={key}>{useRoutes(tableAt(pathname))}</ErrorBoundary>
}

/** The page at the window's address. */
export function AppRouter() {
  return (
    <Navigation>
      <RouteTable />
    </Navigation>
  )
}

interface ErrorBoundaryProps {
  /** Key of the history entry that is shown; a new entry clears the error. */
  at: string
  children: ReactNode
}

interface State {
  at: string
  isBroken: boolean
}

/**
 * Shows a message in place of a page that throws, until another page is opened. React logs the error to the console.
 */
class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { at: this.props.at, isBroken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, state: State): State | null {
    return at === state.at ? null : { at, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? <BrokenScreen /> : this.props.children
  }
}
