import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Layout } from 'antd'
import { type MouseEvent, Suspense, useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { Manual } from '#app/manual/Manual.tsx'
import { HOME, screenAt } from '#app/routes.ts'
import type { QueuedEntry } from '#kit/offlineQueue.ts'
import { t } from '#kit/text.ts'
import { BrandMark, useBrand } from '#kit/ui/brand.tsx'
import { MissingChoice } from '#kit/ui/choice/MissingChoice.tsx'
import { PlainFirst } from '#kit/ui/choice/PlainFirst.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { ScrollPositions } from '#kit/ui/navigation.tsx'
import { useOfflineQueue } from '#kit/ui/offlineQueue.tsx'
import { demo } from '#kit/ui/site.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Bell } from '#platform/notices/Bell.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import type { DemoMarkProps } from './DemoMark.tsx'
import type { LanguageSelectProps } from './LanguageSelect.tsx'
import { useLanguage } from './language.tsx'
import { LanguageRestored, useLanguageChange } from './languageChoice.tsx'
import { languages } from './languages.ts'
import { MainMenu } from './MainMenu.tsx'
import type { PhoneDrawerProps } from './PhoneDrawer.tsx'
import './Shell.css'
import './Language.css'
import './banners.css'
import './PaletteButton.css'

// Only an admin who views the console as another user sees it.
const ViewingBanner = lazyPart(() => import('./ViewingBanner.tsx'), 'ViewingBanner')

// Only the pages of a demo say so.
const DemoMark = lazyPart<'DemoMark', DemoMarkProps>(() => import('./DemoMark.tsx'), 'DemoMark')

const COLLAPSED = 'menu-collapsed'

/** The frame of every screen: header at the top, menu at the left (in a drawer on a phone), the screen in the rest. */
export function Shell() {
  const current = screenAt(useLocation().pathname)
  const user = useUser()
  const phone = usePhone()
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
      {phone && <DemoPart />}
      <Layout.Header className="top">
        <Link to={HOME} className="brand">
          <BrandMark brand={useBrand()} />
        </Link>
        {!phone && <DemoPart />}
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
      <Manual />
      <ScrollPositions />
    </Layout>
  )
}

/** Says that this is a demo: next to the title, on a phone above the header. */
function DemoPart() {
  return (
    demo && (
      <Suspense>
        <DemoMark demo={demo} />
      </Suspense>
    )
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

const LanguageSelect = lazyPart<'LanguageSelect', LanguageSelectProps>(
  () => import('./LanguageSelect.tsx'),
  'LanguageSelect',
  MissingChoice,
)

/**
 * Lists each language under its own name; searchable by that name, by code, and by its name in the current language.
 */
function LanguageMenu() {
  const { locale } = useLanguage()
  const change = useLanguageChange()
  const phone = usePhone()
  return (
    <PlainFirst
      className="language-menu"
      prefix={<Icon name="globe" />}
      aria-label={t('界面语言')}
      text={languages[locale]}
      searched={!phone}
      preload={LanguageSelect.preload}
    >
      {(start) => (
        <LanguageSelect
          className="language-menu"
          value={locale}
          onChange={(next) => change({ locale: next })}
          start={start}
        />
      )}
    </PlainFirst>
  )
}

/** Lists, on every screen, the entries that are waiting to be sent and those that the server refused. */
function OfflineQueueBanner() {
  const { entries, retry, drop } = useOfflineQueue()
  const refused = entries.filter(({ problem }) => problem !== undefined)
  const queued = entries.filter(({ problem }) => problem === undefined)
  if (entries.length === 0) return null
  return (
    <div className="waiting-banner" role="status">
      {queued.length > 0 && (
        <p>
          {t('等待发送：{titles}。已存在这台电脑上，网络恢复后自动发送。', { titles: titlesOf(queued) })}
          <Button size="small" onClick={retry}>
            {t('立即重试')}
          </Button>
        </p>
      )}
      {refused.map((entry) => (
        <p key={entry.seq}>
          {t('{title}没有发出：{problem}', { title: entry.title, problem: entry.problem ?? '' })}
          <Button size="small" onClick={retry}>
            {t('重试')}
          </Button>
          <Button size="small" onClick={() => drop(entry)}>
            {t('不再发送')}
          </Button>
        </p>
      ))}
    </div>
  )
}

function titlesOf(entries: readonly QueuedEntry[]): string {
  return [...new Set(entries.map(({ title }) => title))].join(t('、'))
}

const Palette = lazyPart(() => import('./Palette.tsx'), 'Palette')

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** The header's search for screens, actions and records, opened by a click or Ctrl/⌘K. */
function PaletteButton() {
  const [open, setOpen] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  const show = () => {
    setNeeded(true)
    setOpen(true)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setNeeded(true)
      setOpen((before) => !before)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label={t('搜索')}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
        onClick={show}
      >
        <Icon name="find" />
        <span>{t('搜索')}</span>
        <kbd>{KEYS}</kbd>
      </button>
      {isNeeded && (
        <Suspense>
          <Palette open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const PhoneDrawer = lazyPart<'PhoneDrawer', PhoneDrawerProps>(
  () => import('./PhoneDrawer.tsx'),
  'PhoneDrawer',
)

/** The button that opens the menu on a phone. */
function PhoneMenu({ current }: Pick<PhoneDrawerProps, 'current'>) {
  const [open, setOpen] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  return (
    <>
      <Button
        className="phone-menu"
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('打开菜单')}
        onPointerEnter={PhoneDrawer.preload}
        onFocus={PhoneDrawer.preload}
        onClick={() => {
          setNeeded(true)
          setOpen(true)
        }}
      />
      {isNeeded && (
        <Suspense>
          <PhoneDrawer open={open} onClose={() => setOpen(false)} current={current} />
        </Suspense>
      )}
    </>
  )
}
