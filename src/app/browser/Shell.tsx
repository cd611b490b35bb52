import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Layout } from 'antd'
import type { MouseEvent } from 'react'
import { Suspense, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { HOME, screenAt } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { ScrollPositions } from '#kit/ui/navigation.tsx'
import { appTitle } from '#kit/ui/site.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Bell } from '#platform/notices/Bell.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { LanguageRestored } from './languageChoice.tsx'
import { MainMenu } from './MainMenu.tsx'
import { OfflineQueueBanner } from './OfflineQueueBanner.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import './Shell.css'

// Only an admin who views the console as another user sees it.
const ViewingBanner = lazyPart(() => import('./ViewingBanner.tsx'), 'ViewingBanner')

const COLLAPSED = 'menu-collapsed'

/** The frame of every screen: header at the top, menu at the left (in a drawer on a phone), the screen in the rest. */
export function Shell() {
  const current = screenAt(useLocation().pathname)
  const user = useUser()
  return (
    <Layout className="frame">
      <LanguageRestored />
      {user.viewer && (
        <Suspense>
          <ViewingBanner />
        </Suspense>
      )}
      <OfflineQueueBanner />
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page; only the address stays as it is. */}
      <a className="skip" href="#main" onClick={skip}>
        {t('跳到正文')}
      </a>
      <Layout.Header className="top">
        <Link to={HOME} className="brand">
          <img src="/logo.svg" alt="" width={24} height={24} />
          <span>{appTitle}</span>
        </Link>
        <div className="top-tools">
          <PaletteButton />
          <LanguageMenu />
          <Bell />
          <AccountMenu />
          <PhoneMenu current={current} />
        </div>
      </Layout.Header>
      <Layout hasSider>
        <Sider current={current} />
        <Layout.Content id="main" className="content" tabIndex={-1}>
          <Outlet />
        </Layout.Content>
      </Layout>
      <ScrollPositions />
    </Layout>
  )
}

/** Moves the focus past header and menu without changing the address. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

type Current = ReturnType<typeof screenAt>

function Sider({ current }: { current: Current }) {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED) === 'yes')
  const toggle = () => {
    localStorage.setItem(COLLAPSED, collapsed ? 'no' : 'yes')
    // The outline of the frame (Gate.tsx) has the same width; public/frame.js sets it for the next visit.
    document.documentElement.classList.toggle(COLLAPSED, !collapsed)
    setCollapsed(!collapsed)
  }
  return (
    <Layout.Sider className="sider" theme="light" width={200} collapsedWidth={80} collapsed={collapsed}>
      <nav aria-label={t('主菜单')}>
        <MainMenu current={current} collapsed={collapsed} />
        <button
          type="button"
          className="fold"
          onClick={toggle}
          aria-expanded={!collapsed}
          aria-label={collapsed ? t('展开菜单') : t('收起菜单')}
        >
          {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        </button>
      </nav>
    </Layout.Sider>
  )
}
