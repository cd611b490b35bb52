import type { RouteObject } from 'react-router'
import { Navigate, Outlet, useLocation, useRoutes, useSearchParams } from 'react-router'
import type { Moved, ScreenRoute } from '#app/routes.ts'
import { EXCEPTION, HOME, menu, moved, SIGN_IN, screensOf } from '#app/routes.ts'
import { Navigation } from '#kit/ui/navigation.tsx'
import { BreakBoundary } from './BreakBoundary.tsx'
import { Door } from './Door.tsx'
import { Exception, NotFound } from './faults.tsx'
import { Gate } from './Gate.tsx'
import { Screen } from './parts.tsx'

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

function Redirect({ to }: Pick<Moved, 'to'>) {
  const [params] = useSearchParams()
  return <Navigate to={to(params)} replace />
}

/** The table of `routes.ts` in the router's format. If a screen throws an error, the frame around it stays. */
const table: RouteObject[] = [
  { path: SIGN_IN, element: <Door /> },
  {
    element: <Gate />,
    children: [
      {
        element: <Standing />,
        children: [
          { path: '/', element: <Navigate to={HOME} replace /> },
          ...moved.map(({ path, to }) => ({ path, element: <Redirect to={to} /> })),
          ...screensOf(menu).flatMap(routesOf),
          { path: EXCEPTION, element: <Exception /> },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]

function Standing() {
  return (
    <BreakBoundary at={useLocation().key}>
      <Outlet />
    </BreakBoundary>
  )
}

function Table() {
  return <BreakBoundary at={useLocation().key}>{useRoutes(table)}</BreakBoundary>
}

/** The page at the window's address. */
export function Routed() {
  return (
    <Navigation>
      <Table />
    </Navigation>
  )
}
