import { type Actor, hideCompany } from '#access/can.ts'
import { COMPANY_SETTINGS, mayOpen, type ScreenRoute, SETTINGS, SYSTEM_STATUS } from '#app/routes.ts'

interface SettingsTab<Key extends string = string> {
  readonly key: Key
  readonly title: string
  /** One line under the page's title. */
  readonly line: string
  readonly needs: ScreenRoute['needs']
  /** The address of a tab with a page of its own; default: its page with `?tab=`. */
  readonly at?: string
  /** A condition in addition to the permission. */
  readonly only?: (actor: Actor) => boolean
}

/** Tabs that belong together, under one heading. */
export interface SettingsGroup<Key extends string = string> {
  readonly title: string
  readonly tabs: readonly SettingsTab<Key>[]
}

/** 个人设置: what belongs to the user. */
const personal = [
  {
    title: '我的设置',
    tabs: [
      {
        key: 'account',
        title: '我的账号',
        line: '我的资料、密码、两步验证和登录设备',
        needs: 'signedIn',
      },
      {
        key: 'sign-ins',
        title: '登录记录',
        line: '我的账号什么时候、在哪里登录过，包括没有成功的',
        needs: 'signedIn',
      },
      {
        key: 'language',
        title: '语言',
        line: '界面的语言和日期的写法',
        needs: 'signedIn',
      },
      {
        key: 'notices',
        title: '通知',
        line: '哪些事要告诉我',
        needs: 'signedIn',
      },
      {
        key: 'subscriptions',
        title: '订阅',
        line: '按时送来的视图',
        needs: 'signedIn',
      },
      {
        key: 'downloads',
        title: '下载中心',
        line: '在后台导出的文件',
        needs: 'signedIn',
      },
      {
        key: 'about',
        title: '关于',
        line: '程序和数据库的版本',
        needs: 'signedIn',
      },
    ],
  },
  {
    title: '数据',
    tabs: [
      {
        key: 'record-imports',
        title: '资料导入',
        line: '导入过的员工、客户和店铺资料',
        needs: 'canReadCustomer',
      },
      {
        key: 'bulk-edits',
        title: '批量修改',
        line: '做过的批量修改：结果、继续和撤销',
        // Everyone who may write any kind of record has this permission; team members do not.
        needs: 'canReadCustomer',
      },
    ],
  },
] as const satisfies readonly SettingsGroup[]

/** 公司设置: what holds for everyone of the company. */
const company = [
  {
    title: '公司',
    tabs: [
      {
        key: 'profile',
        title: '公司资料',
        line: '公司名、简称、标志和收款账户，印在账单上，也给商家看',
        needs: 'canAdmin',
      },
      {
        key: 'companies',
        title: '公司名单',
        line: '各公司的开通和停用',
        needs: 'canAdmin',
        only: (actor: Actor) => !hideCompany(actor),
      },
      {
        key: 'webhooks',
        title: '群机器人',
        line: '订阅可以发到哪些群',
        needs: 'canAdmin',
      },
    ],
  },
  {
    title: '系统',
    tabs: [
      {
        key: 'system',
        title: '系统状态',
        line: '备份、任务、磁盘、队列、节点和操作日志，每分钟检查一次',
        needs: 'canAdmin',
        at: SYSTEM_STATUS,
      },
    ],
  },
  {
    title: '业务规则',
    tabs: [
      {
        key: 'thresholds',
        title: '预警阈值',
        line: '咨询量到什么程度发出预警',
        needs: 'canAdmin',
      },
      {
        key: 'shifts',
        title: '班次',
        line: '早班、晚班这些班几点到几点、算几小时，分配、排班和日志都用它们',
        needs: 'canAdmin',
      },
      {
        key: 'attendance',
        title: '出勤',
        line: '计薪的出勤按日志、打卡还是两者都要，迟到早退宽限几分钟',
        needs: 'canAdmin',
      },
      {
        key: 'leaves',
        title: '请假',
        line: '哪些请假计薪，哪些不计薪',
        needs: 'canAdmin',
      },
      {
        key: 'holidays',
        title: '节假日',
        line: '放假和调休上班的日子，排班和报表里会标出',
        needs: 'canAdmin',
      },
      {
        key: 'promotions',
        title: '促销周',
        line: '618、双11 等大促，周预警不比较这些周',
        needs: 'canAdmin',
      },
      {
        key: 'books',
        title: '账务',
        line: '账从哪个月开始，哪些单据在账期之外',
        needs: 'canChargeCustomer',
      },
      {
        key: 'reimbursement',
        title: '报销审批',
        line: '报销达到多少金额由管理员加审',
        needs: 'canAdmin',
      },
      {
        key: 'statements',
        title: '商家对账',
        line: '商家凭链接和提取码在网页上核对账单',
        needs: 'canAdmin',
      },
    ],
  },
  {
    title: '数据',
    tabs: [
      {
        key: 'aliases',
        title: '表头别名',
        line: '平台文件里的列名，各对应系统的哪个字段',
        needs: 'canAdmin',
      },
      {
        key: 'figure-checks',
        title: '数据核对',
        line: '每晚把每店每月的汇总与逐日数据比较',
        needs: 'canAdmin',
      },
    ],
  },
  {
    title: '安全',
    tabs: [
      {
        key: 'security',
        title: '登录安全',
        line: '哪些角色登录时必须有两步验证，可以从哪些地址登录',
        needs: 'canAdmin',
      },
      {
        key: 'sign-in-log',
        title: '员工登录记录',
        line: '公司的人什么时候、在哪里登录过，包括没有成功的',
        needs: 'canAdmin',
      },
      {
        key: 'reveals',
        title: '查看上限',
        line: '各角色每人每天可以查看多少次完整的手机号、卡号',
        needs: 'canAdmin',
      },
      {
        key: 'leavers',
        title: '离职资料',
        line: '离职员工的手机号和收款信息保留多久',
        needs: 'canAdmin',
      },
      {
        key: 'log',
        title: '操作日志校验',
        line: '核对操作日志有没有被人改动',
        needs: 'canAdmin',
      },
    ],
  },
] as const satisfies readonly SettingsGroup[]

type PersonalKey = (typeof personal)[number]['tabs'][number]['key']
type CompanyKey = (typeof company)[number]['tabs'][number]['key']

export type SettingsKey = PersonalKey | CompanyKey

/** The two pages of settings. */
export type SettingsPath = typeof SETTINGS | typeof COMPANY_SETTINGS

const groupsOn: Record<SettingsPath, readonly SettingsGroup<SettingsKey>[]> = {
  [SETTINGS]: personal,
  [COMPANY_SETTINGS]: company,
}

/** Whether the user may open 公司设置. */
export const mayOpenCompanySettings = (actor: Actor): boolean => mayOpen(actor, { needs: 'canAdmin' })

/** The tabs of a page of settings that the user may open, in groups. */
export function settingsGroupsOf(actor: Actor, path: SettingsPath): SettingsGroup<SettingsKey>[] {
  if (path === COMPANY_SETTINGS && !mayOpenCompanySettings(actor)) return []
  const groups = [...groupsOn[path]]
  // 账务 is also for finance, which has no other tab of the company: it finds it among its own.
  if (path === SETTINGS && !mayOpenCompanySettings(actor))
    groups.push({ title: '公司', tabs: groupsOn[COMPANY_SETTINGS].flatMap(({ tabs }) => tabs) })
  return groups
    .map(({ title, tabs }) => ({
      title,
      tabs: tabs.filter((tab) => mayOpen(actor, tab) && (tab.only?.(actor) ?? true)),
    }))
    .filter(({ tabs }) => tabs.length > 0)
}

const paths = [SETTINGS, COMPANY_SETTINGS] as const

/** The address of a tab of a page. */
export const addressOn = (path: SettingsPath, { key, at }: Pick<SettingsTab, 'key' | 'at'>): string =>
  at ?? `${path}?tab=${key}`

/** The address of a tab for a user who may open both pages. */
export function settingsAddress(key: SettingsKey): string {
  const tabs = paths.flatMap((path) =>
    groupsOn[path].flatMap((group) => group.tabs.map((tab) => ({ path, tab }))),
  )
  const found = tabs.find(({ tab }) => tab.key === key)
  return found ? addressOn(found.path, found.tab) : SETTINGS
}

/** The tabs of both pages that the user may open, each with its address. */
export function settingsOf(actor: Actor): { key: SettingsKey; title: string; to: string }[] {
  return paths.flatMap((path) =>
    settingsGroupsOf(actor, path).flatMap(({ tabs }) =>
      tabs.map((tab) => ({ key: tab.key, title: tab.title, to: addressOn(path, tab) })),
    ),
  )
}
