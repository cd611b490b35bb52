import { Menu, type MenuProps } from 'antd'
import { createElement } from 'react'
import { Link, useNavigate } from 'react-router'
import { isGroup, type MenuEntry, reachableScreens, type ScreenRoute } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { loadPage } from '#kit/ui/navigation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { icons } from './menuIcons.tsx'

type Item = NonNullable<MenuProps['items']>[number]

interface Props {
  /** The open screen; undefined if the menu does not contain it. */
  current: ScreenRoute | undefined
  /** Shows icons only; the screens of a heading are in a pop-up, which is closed at first. */
  collapsed?: boolean
  onOpen?: () => void
}

/** Link to a screen; pointing at it or focusing it starts loading the screen's code. */
function ScreenLink({ path, title }: Pick<ScreenRoute, 'path' | 'title'>) {
  const load = () => loadPage(path)
  return (
    <Link to={path} onPointerEnter={load} onFocus={load}>
      {t(title)}
    </Link>
  )
}

/** The screens that the user may open. A click on a heading opens its first screen; a second click folds it. */
export function MainMenu({ current, collapsed, onOpen }: Props) {
  const navigate = useNavigate()
  const entries = reachableScreens(useUser())

  function itemOf(entry: MenuEntry): Item {
    const icon = entry.icon && createElement(icons[entry.icon])
    if (!isGroup(entry)) {
      return { key: entry.path, icon, label: <ScreenLink {...entry} /> }
    }
    return {
      key: entry.title,
      icon,
      label: t(entry.title),
      children: entry.screens.map(itemOf),
      onTitleClick: () => {
        const isHere = entry.screens.some((screen) => screen.path === current?.path)
        const [first] = entry.screens
        if (!isHere && first) navigate(first.path)
      },
    }
  }

  return (
    <Menu
      key={String(collapsed)}
      mode="inline"
      className="main-menu"
      inlineIndent={12}
      // Visible names need no tooltip; a tooltip costs as much to render as a button.
      tooltip={collapsed ? undefined : false}
      items={entries.filter((entry) => isGroup(entry) || !entry.hidden).map(itemOf)}
      selectedKeys={current ? [current.path] : []}
      defaultOpenKeys={collapsed ? [] : entries.filter(isGroup).map((group) => group.title)}
      onClick={onOpen}
    />
  )
}
