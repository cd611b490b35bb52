import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Drawer, Layout, Menu } from 'antd'
import { useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { t } from '#kit/text.ts'
import { appTitle } from '#kit/ui/site.tsx'
import { AccountCard, AccountMenu, useAccountItems } from './AccountMenu.tsx'
import { MainMenu, screenAt } from './MainMenu.tsx'
import { HOME, menu } from './routes.ts'
import './Shell.css'
import './dates.tsx'

const COLLAPSED = 'menu-collapsed'

/** The frame of every screen: header across, menu at the left (on a phone: in a drawer), the screen in the rest. */
export function Shell() {
  const current = screenAt(useLocation().pathname, menu)
  return (
    <Layout className="frame">
      <a className="skip" href="#main">
        {t('跳到正文')}
      </a>
      <Layout.Header className="top">
        <Link to={HOME} className="brand">
          <img src="/logo.svg" alt="" width={24} height={24} />
          <span>{appTitle}</span>
        </Link>
        <div className="top-tools">
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
      <ScrollRestoration />
    </Layout>
  )
}

type Current = ReturnType<typeof screenAt>

function Sider({ current }: { current: Current }) {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED) === 'yes')
  const toggle = () => {
    localStorage.setItem(COLLAPSED, collapsed ? 'no' : 'yes')
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

function PhoneMenu({ current }: { current: Current }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        className="phone-menu"
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('打开菜单')}
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={open}
        onClose={close}
        placement="right"
        size={280}
        closable={{ placement: 'end' }}
        rootClassName="phone-drawer"
        title={<AccountCard />}
      >
        <nav aria-label={t('主菜单')}>
          <MainMenu current={current} onOpen={close} />
        </nav>
        <Menu
          className="phone-account"
          mode="inline"
          inlineIndent={12}
          selectable={false}
          items={useAccountItems()}
          onClick={close}
        />
      </Drawer>
    </>
  )
}
