import { Tabs } from 'antd'
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { usePageHeading } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { lazyScreen } from './lazyScreen.tsx'
import type { ScreenRoute } from './routes.ts'
import { mayOpen } from './routes.ts'
import './Settings.css'

interface SettingsTab {
  key: string
  title: string
  /** One line under the page's title. */
  line: string
  needs: ScreenRoute['needs']
  Content: ComponentType
}

/** The tabs of 个人设置, each with the permission that it needs. */
const tabs: readonly SettingsTab[] = [
  {
    key: 'account',
    title: '我的账号',
    line: '我的资料和密码',
    needs: 'signedIn',
    Content: lazyScreen(() => import('#features/session/SettingsScreen.tsx'), 'SettingsScreen'),
  },
  {
    key: 'aliases',
    title: '表头别名',
    line: '平台文件里的列名，各对应系统的哪个字段',
    needs: 'canAdmin',
    Content: lazyScreen(() => import('#features/import-aliases/AliasesTab.tsx'), 'AliasesTab'),
  },
]

/** 个人设置: the own account, and for whoever may set more, a tab for each of it. */
export function Settings() {
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const reachable = tabs.filter((tab) => mayOpen(user, tab))
  const active = reachable.find(({ key }) => key === params.get('tab')) ?? reachable[0]
  usePageHeading({ line: active && t(active.line) })
  if (!active) return null
  return (
    <>
      {reachable.length > 1 && (
        <Tabs
          className="settings-tabs"
          activeKey={active.key}
          onChange={(tab) => setParams({ tab })}
          items={reachable.map(({ key, title }) => ({ key, label: t(title) }))}
        />
      )}
      <Suspense fallback={<TextSkeleton rows={6} />}>
        <active.Content />
      </Suspense>
    </>
  )
}
