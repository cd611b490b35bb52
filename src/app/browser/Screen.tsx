import { Suspense } from 'react'
import { Link, NavLink, useLocation, useParams } from 'react-router'
import { ManualButton } from '#app/manual/ManualButton.tsx'
import {
  HOME,
  isGroup,
  mayOpen,
  reachableScreens,
  type ScreenRoute,
  type SubPage,
  tabWord,
} from '#app/routes.ts'
import type { ScreenPath } from '#app/screenPaths.ts'
import { screens } from '#app/screens.tsx'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { Page, PageTitle } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useTrail } from '#kit/ui/trail.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Forbidden, NotFound } from './faults.tsx'
import './Shell.css'

export interface ScreenProps {
  route: ScreenRoute
  /** The open page below the path, such as a record's page; undefined for the list itself. */
  page?: SubPage
}

/** A record id in an address: 1 to 999,999,999. */
const RECORD_NUMBER = /^[1-9]\d{0,8}$/

/** A screen under its title; a user without permission sees the 403 page. */
export function Screen({ route, page }: ScreenProps) {
  const user = useUser()
  const { pathname } = useLocation()
  const { id } = useParams()
  if (page?.path.startsWith(':id') && !RECORD_NUMBER.test(id ?? '')) return <NotFound />
  if (!mayOpen(user, { needs: page?.needs ?? route.needs })) {
    return <Forbidden title={t(page?.needs ? page.title : route.title)} />
  }
  const path = page ? `${route.path}/${page.path}` : route.path
  const Content = screens[path as ScreenPath]
  const line = page ? page.line : route.line
  return (
    <Page
      key={pathname}
      title={t(page?.title ?? route.title)}
      line={line && t(line)}
      rendersTitle={page !== undefined && !page.line}
      breadcrumb={route.path !== HOME && <Crumbs route={route} page={page} />}
      help={<ManualButton />}
    >
      {(!page || page.tab) && <ScreenTabs route={route} />}
      <Suspense fallback={<ScreenSkeleton />}>
        <Content />
      </Suspense>
    </Page>
  )
}

function ScreenSkeleton() {
  return (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
}

function Crumbs({ route, page }: ScreenProps) {
  const group = reachableScreens(useUser())
    .filter(isGroup)
    .find(({ screens }) => screens.some(({ path }) => path === route.path))
  const first = group?.screens[0]
  const back = useTrail()?.search ?? ''
  return (
    <nav className="crumbs" aria-label={t('当前位置')}>
      <Link to={HOME}>{t('首页')}</Link>
      {group && first && <Link to={first.path}>{t(group.title)}</Link>}
      {page && <Link to={route.path + back}>{t(route.title)}</Link>}
      <span aria-current="page">
        <PageTitle />
      </span>
    </nav>
  )
}

/** The screens under one path as a row of tabs: those that the user may open and that have a tab label. */
function ScreenTabs({ route }: { route: ScreenRoute }) {
  const user = useUser()
  const { pathname } = useLocation()
  const pages = (route.pages ?? []).map((page) => ({
    to: `${route.path}/${page.path}`,
    needs: page.needs ?? route.needs,
    word: tabWord(user, route, page.tab),
  }))
  const tabs = [
    { to: route.path, needs: route.needs, word: tabWord(user, route, route.tab) },
    ...pages,
  ].filter((tab) => tab.word && mayOpen(user, tab))
  if (tabs.length < 2) return null
  // A screen without a tab for this user counts as part of the first tab.
  const hasTab = tabs.some(({ to }) => to === pathname)
  return (
    <nav className="screen-tabs" aria-label={t(route.title)}>
      {tabs.map(({ to, word }) => (
        <NavLink key={to} to={to} end={hasTab}>
          {t(word ?? '')}
        </NavLink>
      ))}
    </nav>
  )
}
