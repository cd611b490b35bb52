import { type ComponentType, Suspense, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePageHeading } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import {
  addressOn,
  type SettingsGroup,
  type SettingsKey,
  type SettingsPath,
  settingsGroupsOf,
} from './settingsTabs.ts'
import './Settings.css'

const ProblemDot = lazyPart<'ProblemDot'>(
  () => import('#platform/system-status/ui/ProblemBand.tsx'),
  'ProblemDot',
)

/** The content of each tab. */
const contents: Record<SettingsKey, ComponentType> = {
  account: lazyPart(() => import('./AccountTab.tsx'), 'AccountTab'),
  language: lazyPart(() => import('./LanguageTab.tsx'), 'LanguageTab'),
  notices: lazyPart(() => import('#platform/notices/NoticeSettingsTab.tsx'), 'NoticeSettingsTab'),
  subscriptions: lazyPart(
    () => import('#platform/saved-views/subscriptions/SubscriptionsTab.tsx'),
    'SubscriptionsTab',
  ),
  downloads: lazyPart(() => import('#platform/exports/DownloadsTab.tsx'), 'DownloadsTab'),
  'sign-ins': lazyPart(() => import('#people/sign-in/records/OwnSignInsTab.tsx'), 'OwnSignInsTab'),
  about: lazyPart(() => import('./AboutTab.tsx'), 'AboutTab'),
  security: lazyPart(() => import('#people/sign-in/SecurityTab.tsx'), 'SecurityTab'),
  'sign-in-log': lazyPart(() => import('#people/sign-in/records/SignInLogTab.tsx'), 'SignInLogTab'),
  profile: lazyPart(() => import('#people/companies/profile/ProfileTab.tsx'), 'ProfileTab'),
  companies: lazyPart(() => import('#people/companies/CompaniesTab.tsx'), 'CompaniesTab'),
  webhooks: lazyPart(() => import('#platform/webhooks/WebhooksTab.tsx'), 'WebhooksTab'),
  leavers: lazyPart(() => import('#people/staff/RetentionTab.tsx'), 'RetentionTab'),
  'bulk-edits': lazyPart(() => import('#platform/bulk-edits/BulkEditsTab.tsx'), 'BulkEditsTab'),
  'record-imports': lazyPart(
    () => import('#platform/record-imports/RecordImportsTab.tsx'),
    'RecordImportsTab',
  ),
  reveals: lazyPart(() => import('#platform/reveals/RevealLimitsTab.tsx'), 'RevealLimitsTab'),
  books: lazyPart(() => import('#finance/books/BooksTab.tsx'), 'BooksTab'),
  reimbursement: lazyPart(() => import('#finance/reimbursement-bills/RulesTab.tsx'), 'RulesTab'),
  statements: lazyPart(() => import('#billing/bill-statements/RuleTab.tsx'), 'RuleTab'),
  'figure-checks': lazyPart(() => import('#operations/figure-checks/ChecksTab.tsx'), 'ChecksTab'),
  thresholds: lazyPart(() => import('#reporting/warnings/ThresholdsTab.tsx'), 'ThresholdsTab'),
  system: lazyPart(() => import('#platform/system-status/SystemTab.tsx'), 'SystemTab'),
  log: lazyPart(() => import('#platform/audit-logs/LogTab.tsx'), 'LogTab'),
  shifts: lazyPart(() => import('#people/shifts/ShiftsTab.tsx'), 'ShiftsTab'),
  attendance: lazyPart(() => import('#operations/clock-records/rule/ClockRuleTab.tsx'), 'ClockRuleTab'),
  leaves: lazyPart(() => import('#operations/leaves/papers/RulesTab.tsx'), 'RulesTab'),
  holidays: lazyPart(() => import('#operations/calendar-days/HolidaysTab.tsx'), 'HolidaysTab'),
  promotions: lazyPart(() => import('#operations/calendar-days/PromotionsTab.tsx'), 'PromotionsTab'),
  aliases: lazyPart(() => import('#operations/imports/aliases/AliasesTab.tsx'), 'AliasesTab'),
}

interface SettingsProps {
  /** The page whose tabs are shown. */
  path: SettingsPath
  /** Name of the list of tabs, for screen readers. */
  label: string
  /** The open tab; default: that of the address. */
  open?: SettingsKey
}

/** A page of settings: the open tab, next to the list of all its tabs that the user may open. */
export function Settings({ path, label, open }: SettingsProps) {
  const user = useUser()
  const [params] = useSearchParams()
  const groups = settingsGroupsOf(user, path)
  const reachable = groups.flatMap(({ tabs }) => tabs)
  const active = reachable.find(({ key }) => key === (open ?? params.get('tab'))) ?? reachable[0]
  usePageHeading({ line: active && t(active.line) })
  if (!active) return null
  const Content = contents[active.key]
  return (
    <div className="settings-page">
      <SettingsNav path={path} label={label} groups={groups} active={active} />
      <div className="settings-content">
        <Suspense
          fallback={
            <Panel>
              <TextSkeleton rows={6} />
            </Panel>
          }
        >
          <Content />
        </Suspense>
      </div>
    </div>
  )
}

interface SettingsNavProps extends Omit<SettingsProps, 'open'> {
  groups: readonly SettingsGroup[]
  /** The open tab. */
  active: { readonly key: string; readonly title: string }
}

/** The tabs of a page in groups. In a narrow window they are folded under the name of the open tab. */
function SettingsNav({ path, label, groups, active }: SettingsNavProps) {
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()

  function close() {
    setOpen(false)
    // The chosen link is hidden now. If nothing is folded, the toggle is hidden, and `focus` has no effect.
    toggle.current?.focus()
  }

  return (
    <nav className="settings-nav not-printed" aria-label={label}>
      <button
        ref={toggle}
        type="button"
        className="settings-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(active.title)}
        <Icon name="down" size={12} />
      </button>
      <div id={id} className="settings-groups" data-open={open}>
        {groups.map((group) => (
          <div key={group.title}>
            {groups.length > 1 && <h2>{t(group.title)}</h2>}
            <Tabs path={path} tabs={group.tabs} active={active} onChoose={close} />
          </div>
        ))}
      </div>
    </nav>
  )
}

interface TabsProps extends Pick<SettingsGroup, 'tabs'>, Pick<SettingsNavProps, 'path' | 'active'> {
  onChoose: () => void
}

function Tabs({ path, tabs, active, onChoose }: TabsProps) {
  return (
    <ul>
      {tabs.map(({ key, title, at }) => (
        <li key={key}>
          <Link
            to={addressOn(path, { key, at })}
            aria-current={key === active.key ? 'page' : undefined}
            onClick={onChoose}
          >
            {t(title)}
            {key === 'system' && (
              <Suspense>
                <ProblemDot />
              </Suspense>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
