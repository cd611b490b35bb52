import { Tabs } from 'antd'
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { hideCompany } from '#access/can.ts'
import type { ScreenRoute } from '#app/routes.ts'
import { mayOpen } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { usePageHeading } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { User } from '#kit/ui/user.tsx'
import { useUser } from '#kit/ui/user.tsx'
import './Settings.css'

interface SettingsTab {
  key: string
  title: string
  /** One line under the page's title. */
  line: string
  needs: ScreenRoute['needs']
  /** Whom it is for beside the permission. */
  only?: (user: User) => boolean
  Content: ComponentType
}

/** The tabs of 个人设置, each with the permission that it needs. */
const tabs: readonly SettingsTab[] = [
  {
    key: 'account',
    title: '我的账号',
    line: '我的资料、密码、两步验证和登录设备',
    needs: 'signedIn',
    Content: lazyPart(() => import('./AccountTab.tsx'), 'AccountTab'),
  },
  {
    key: 'language',
    title: '语言',
    line: '界面的语言和日期的写法',
    needs: 'signedIn',
    Content: lazyPart(() => import('./LanguageTab.tsx'), 'LanguageTab'),
  },
  {
    key: 'notices',
    title: '通知',
    line: '哪些事要告诉我',
    needs: 'signedIn',
    Content: lazyPart(() => import('#features/notices/NoticeSettingsTab.tsx'), 'NoticeSettingsTab'),
  },
  {
    key: 'subscriptions',
    title: '订阅',
    line: '按时送来的视图',
    needs: 'signedIn',
    Content: lazyPart(() => import('#features/subscriptions/SubscriptionsTab.tsx'), 'SubscriptionsTab'),
  },
  {
    key: 'downloads',
    title: '下载中心',
    line: '在后台导出的文件',
    needs: 'signedIn',
    Content: lazyPart(() => import('#features/exports/DownloadsTab.tsx'), 'DownloadsTab'),
  },
  {
    key: 'security',
    title: '登录安全',
    line: '哪些角色登录时必须有两步验证',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/second-factor/SecurityTab.tsx'), 'SecurityTab'),
  },
  {
    key: 'companies',
    title: '公司',
    line: '各公司的开通和停用',
    needs: 'canAdmin',
    only: (user) => !hideCompany(user),
    Content: lazyPart(() => import('#features/companies/CompaniesTab.tsx'), 'CompaniesTab'),
  },
  {
    key: 'webhooks',
    title: '群机器人',
    line: '订阅可以发到哪些群',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/webhooks/WebhooksTab.tsx'), 'WebhooksTab'),
  },
  {
    key: 'leavers',
    title: '离职资料',
    line: '离职员工的手机号和收款信息保留多久',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/staff/RetentionTab.tsx'), 'RetentionTab'),
  },
  {
    key: 'bulk-edits',
    title: '批量修改',
    line: '做过的批量修改：结果、继续和撤销',
    // Whoever may write a record of any kind: everybody but members of a team.
    needs: 'canReadCustomer',
    Content: lazyPart(() => import('#features/bulk-edits/BulkEditsTab.tsx'), 'BulkEditsTab'),
  },
  {
    key: 'record-imports',
    title: '资料导入',
    line: '导入过的员工、客户和店铺资料',
    needs: 'canReadCustomer',
    Content: lazyPart(() => import('#features/record-imports/RecordImportsTab.tsx'), 'RecordImportsTab'),
  },
  {
    key: 'reveals',
    title: '查看上限',
    line: '各角色每人每天可以查看多少次完整的手机号、卡号',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/reveals/RevealLimitsTab.tsx'), 'RevealLimitsTab'),
  },
  {
    key: 'reimbursement',
    title: '报销审批',
    line: '报销达到多少金额由管理员加审',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/reimbursement-bills/RulesTab.tsx'), 'RulesTab'),
  },
  {
    key: 'statements',
    title: '商家对账',
    line: '商家凭链接和提取码在网页上核对账单',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/bill-statements/RuleTab.tsx'), 'RuleTab'),
  },
  {
    key: 'figure-checks',
    title: '数据核对',
    line: '每晚把每店每月的汇总与逐日数据比较',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/figure-checks/ChecksTab.tsx'), 'ChecksTab'),
  },
  {
    key: 'thresholds',
    title: '预警阈值',
    line: '咨询量到什么程度发出预警',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/warnings/ThresholdsTab.tsx'), 'ThresholdsTab'),
  },
  {
    key: 'log',
    title: '操作日志校验',
    line: '核对操作日志有没有被人改动',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/audit-logs/LogTab.tsx'), 'LogTab'),
  },
  {
    key: 'holidays',
    title: '节假日',
    line: '放假和调休上班的日子，排班和报表里会标出',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/calendar-days/HolidaysTab.tsx'), 'HolidaysTab'),
  },
  {
    key: 'promotions',
    title: '促销周',
    line: '618、双11 等大促，周预警不比较这些周',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/calendar-days/PromotionsTab.tsx'), 'PromotionsTab'),
  },
  {
    key: 'aliases',
    title: '表头别名',
    line: '平台文件里的列名，各对应系统的哪个字段',
    needs: 'canAdmin',
    Content: lazyPart(() => import('#features/import-aliases/AliasesTab.tsx'), 'AliasesTab'),
  },
]

/** 个人设置: the own account, and for whoever may set more, a tab for each of it: beside it, on a phone above it. */
export function Settings() {
  const user = useUser()
  const phone = usePhone()
  const [params, setParams] = useSearchParams()
  const reachable = tabs.filter((tab) => mayOpen(user, tab) && (tab.only?.(user) ?? true))
  const active = reachable.find(({ key }) => key === params.get('tab')) ?? reachable[0]
  usePageHeading({ line: active && t(active.line) })
  if (!active) return null
  return (
    <div className="settings-page">
      {reachable.length > 1 && (
        <Tabs
          className="settings-tabs"
          tabPlacement={phone ? 'top' : 'start'}
          activeKey={active.key}
          onChange={(tab) => setParams({ tab })}
          items={reachable.map(({ key, title }) => ({ key, label: t(title) }))}
        />
      )}
      <div className="settings-content">
        <Suspense fallback={<TextSkeleton rows={6} />}>
          <active.Content />
        </Suspense>
      </div>
    </div>
  )
}
