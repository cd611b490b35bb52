import { NavLink, useLocation } from 'react-router'
import type { ScreenRoute } from '#app/routes.ts'
import { mayOpen, tabWord } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import './ScreenTabs.css'

/** The screens under one path as a row of tabs: those that the user may open and that have a tab label. */
export function ScreenTabs({ route }: { route: ScreenRoute }) {
  const user = useUser()
  const { pathname } = useLocation()
  const pages = (route.pages ?? []).map((page) => ({
    ...{
      to: `${route.path}/${page.path}`,
      needs: page.needs ?? route.needs,
      word: tabWord(user, route, page.tab),
    },
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
