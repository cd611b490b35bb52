import { Suspense } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { ScreenPath, ScreenRoute } from '#app/routes.ts'
import { HOME, isGroup, mayOpen, reachableScreens } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { Page, PageTitle } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useTrail } from '#kit/ui/trail.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Forbidden, NotFound } from './faults.tsx'
import { screens } from './screens.tsx'

interface Props {
  route: ScreenRoute
  /** The screen of one record, where it is not the list itself. */
  detail?: ScreenRoute['detail']
}

/** The number of a record as it stands in an address. */
const RECORD_NUMBER = /^[1-9]\d{0,8}$/

/** A screen under its title, for whoever may open it. */
export function Screen({ route, detail }: Props) {
  const user = useUser()
  const { pathname } = useLocation()
  const { id } = useParams()
  if (detail && !RECORD_NUMBER.test(id ?? '')) return <NotFound />
  if (!mayOpen(user, route)) return <Forbidden title={t(route.title)} />
  const path = detail ? `${route.path}/:id` : route.path
  const Content = screens[path as ScreenPath]
  const line = detail ? detail.line : route.line
  return (
    <Page
      key={pathname}
      title={t(detail?.title ?? route.title)}
      line={line && t(line)}
      own={detail !== undefined}
      breadcrumb={route.path !== HOME && <Crumbs route={route} detail={detail} />}
    >
      <Suspense fallback={<Waiting />}>
        <Content />
      </Suspense>
    </Page>
  )
}

function Waiting() {
  return (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
}

function Crumbs({ route, detail }: Props) {
  const group = reachableScreens(useUser())
    .filter(isGroup)
    .find(({ screens }) => screens.some(({ path }) => path === route.path))
  const first = group?.screens[0]
  const back = useTrail()?.search ?? ''
  return (
    <nav className="crumbs" aria-label={t('当前位置')}>
      <Link to={HOME}>{t('首页')}</Link>
      {group && first && <Link to={first.path}>{t(group.title)}</Link>}
      {detail && <Link to={route.path + back}>{t(route.title)}</Link>}
      <span aria-current="page">
        <PageTitle />
      </span>
    </nav>
  )
}
