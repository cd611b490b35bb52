import type { RouteObject } from 'react-router'
import { Navigate, Outlet, useLocation, useRoutes, useSearchParams } from 'react-router'
import type { MovedPath, ScreenRoute } from '#app/routes.ts'
import { EXCEPTION, HOME, menu, movedPaths, SIGN_IN, screensOf } from '#app/routes.ts'
import { Navigation } from '#kit/ui/navigation.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Exception, NotFound } from './faults.tsx'
import { Gate } from './Gate.tsx'
import { Screen } from './parts.tsx'
import { SignInPage } from './SignInPage.tsx'

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

/** The table of `routes.ts` in the router's format. If a screen throws an error, the frame around it stays. */
const table: RouteObject[] = [
  { path: SIGN_IN, element: <SignInPage /> },
  {
    element: <Gate />,
    children: [
      {
        element: <PageBoundary />,
        children: [
          { path: '/', element: <Navigate to={HOME} replace /> },
          ...movedPaths.map(({ path, to }) => ({ path, element: <Redirect to={to} /> })),
          ...screensOf(menu).flatMap(routesOf),
          { path: EXCEPTION, element: <Exception /> },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]

function PageBoundary() {
  return (
    <ErrorBoundary at={useLocation().key}>
      <Outlet />
    </ErrorBoundary>
  )
}

function RouteTable() {
  return <ErrorBoundary at={useLocation().key}>{useRoutes(table)}</ErrorBoundary>
}

/** The page at the window's address. */
export function AppRouter() {
  return (
    <Navigation>
      <RouteTable />
    </Navigation>
  )
}
