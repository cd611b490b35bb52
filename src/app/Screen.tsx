import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#kit/text.ts'
import { Page } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Forbidden } from './faults.tsx'
import type { ScreenPath, ScreenRoute } from './routes.ts'
import { HOME, isGroup, mayOpen, reachableScreens } from './routes.ts'
import { screens } from './screens.tsx'

interface Props {
  route: ScreenRoute
  /** The screen of one record, where it is not the list itself. */
  detail?: ScreenRoute['detail']
}

/** A screen under its title, for whoever may open it. */
export function Screen({ route, detail }: Props) {
  const user = useUser()
  const { pathname } = useLocation()
  if (!mayOpen(user, route)) return <Forbidden title={t(route.title)} />
  const path = detail ? `${route.path}/:id` : route.path
  const Content = screens[path as ScreenPath]
  const line = detail ? detail.line : route.line
  return (
    <Page
      key={pathname}
      title={t(detail?.title ?? route.title)}
      line={line && t(line)}
      breadcrumb={route.path !== HOME && <Crumbs route={route} detail={detail} />}
    >
      <Suspense fallback={<TextSkeleton rows={8} />}>
        <Content />
      </Suspense>
    </Page>
  )
}

function Crumbs({ route, detail }: Props) {
  const group = reachableScreens(useUser())
    .filter(isGroup)
    .find(({ screens }) => screens.some(({ path }) => path === route.path))
  const first = group?.screens[0]
  return (
    <nav className="crumbs" aria-label={t('当前位置')}>
      <Link to={HOME}>{t('首页')}</Link>
      {group && first && <Link to={first.path}>{t(group.title)}</Link>}
      {detail && <Link to={route.path}>{t(route.title)}</Link>}
      <span aria-current="page">{t(detail?.title ?? route.title)}</span>
    </nav>
  )
}
