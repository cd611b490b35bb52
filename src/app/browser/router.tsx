import type { RouteObject } from 'react-router'
import { createBrowserRouter, Navigate, useSearchParams } from 'react-router'
import type { Moved, ScreenRoute } from '#app/routes.ts'
import { EXCEPTION, HOME, menu, moved, SIGN_IN, screensOf } from '#app/routes.ts'
import { Door } from './Door.tsx'
import { Broken, Exception, NotFound } from './faults.tsx'
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

/** The table of `routes.ts` as the router wants it. A screen that breaks leaves the frame around it standing. */
export const router = createBrowserRouter([
  {
    path: SIGN_IN,
    element: <Door />,
    errorElement: <Broken />,
  },
  {
    element: <Gate />,
    errorElement: <Broken />,
    children: [
      {
        errorElement: <Broken />,
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
])
