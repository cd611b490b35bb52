import { type Actor, can, reachOf } from '#access/can.ts'
import { type Permission, permissionNames } from '#access/permissions.ts'
import { billPages } from './billPages.ts'

/** A screen of the console (specification §2). `needs` is `signedIn` if the specification requires no permission. */
export interface ScreenRoute {
  readonly path: string
  readonly title: string
  /** One line next to the title: the purpose of the screen. */
  readonly line: string
  readonly needs: Permission | 'signedIn'
  readonly icon?: Icon
  /** Not shown in the menu. */
  readonly hidden?: boolean
  /** The page of one record, at `path/:id`, under the same permission. */
  readonly detail?: Detail
  /** Further screens below the path, by default under its permission: `roster`, `:id/leave`. */
  readonly pages?: readonly SubPage[]
  readonly tab?: Tab
}

/** Label of a screen in the row of tabs of its path, by the user's reach; without a label it has no tab. */
export type Tab = { readonly [reach in 'own' | 'team' | 'others']?: string }

interface Detail {
  readonly title: string
  readonly line?: string
}

export interface SubPage extends Detail {
  /** Relative to the screen's own path. */
  readonly path: string
  /** Set if it requires a stricter permission than the screen. */
  readonly needs?: Permission
  readonly tab?: Tab
}

/** A heading of the menu. It has no screen of its own: it opens the first of its screens that the user may open. */
export interface Group {
  readonly title: string
  readonly icon: Icon
  readonly screens: readonly ScreenRoute[]
}

export type MenuEntry = ScreenRoute | Group

/** The names of the menu's icons (specification §2). */
export type Icon =
  | 'dashboard'
  | 'team'
  | 'table'
  | 'shop'
  | 'fall'
  | 'customerService'
  | 'moneyCollect'
  | 'barChart'

export const HOME = '/welcome'
export const SIGN_IN = '/user/login'
export const SETTINGS = '/account/settings'
export const COMPANY_SETTINGS = `${SETTINGS}/company` as const
/** 系统状态, a page of 公司设置. */
export const SYSTEM_STATUS = `${SETTINGS}/system` as const
export const EXCEPTION = '/exception'

/** 客服工作日志 and the related screens in its row of tabs. */
const worklogScreen = {
  path: '/store-worklog',
  title: '客服工作日志',
  line: '每天的数据、小结和交接',
  needs: 'canReportWorklog',
  icon: 'customerService',
  tab: { own: '我的日志', others: '审核' },
  pages: [
    {
      path: 'mine',
      title: '我的日志',
      line: '自己每天的数据、小结和交接',
      tab: { team: '我的日志' },
    },
    {
      path: 'calendar',
      title: '谁没交',
      line: '一个月里每人每天的日志，一键提醒',
      needs: 'canReviewWorklog',
      tab: { others: '谁没交' },
    },
    {
      path: 'roster',
      title: '排班',
      line: '哪家店、哪天、哪个班由谁负责',
      tab: { others: '排班' },
    },
    {
      path: 'leaves',
      title: '请假',
      line: '申请、审批和安排替班',
      tab: { others: '请假' },
    },
    {
      path: 'clock',
      title: '打卡',
      line: '打卡与排班核对，给出勤建议',
      tab: { others: '打卡' },
    },
    {
      path: 'imports',
      title: '导入记录',
      line: '导入平台数据，查看每次导入',
      tab: { others: '导入记录' },
    },
    {
      path: 'figures',
      title: '数字核对',
      line: '疑问、不一致、待补和更正过的数',
      tab: { others: '数字核对' },
    },
  ],
} as const satisfies ScreenRoute

/** 报表: the heading of the menu with all reports. */
const reportsGroup = {
  title: '报表',
  icon: 'barChart',
  screens: [
    {
      path: '/weekly-warning-customer-report',
      title: '周咨询量预警',
      line: '超量、下降和没有数据的客户',
      needs: 'canWarningCustomer',
      pages: [{ path: 'customers', title: '各客户一周', line: '咨询量、包量和流失风险，风险高的在前' }],
    },
    {
      path: '/daily-store-report',
      title: '店铺日咨询量',
      line: '每店每天的咨询量和变化，缺数据不计为 0',
      needs: 'canReportWorklog',
    },
    {
      path: '/daily-store-response-rate-report',
      title: '店铺日回复率',
      line: '按平台自己的口径，与店铺目标比较',
      needs: 'canReportWorklog',
    },
    {
      path: '/daily-customer-report',
      title: '客户日咨询量',
      line: '客户名下各店合计，注明已报店铺数',
      needs: 'canReadCustomer',
    },
    {
      path: '/daily-worker-report',
      title: '客服日咨询量',
      line: '每位客服每天的接待人数',
      needs: 'canReportWorklog',
    },
    {
      path: '/monthly-financial-history',
      title: '历史月度财务报表',
      line: '各月收入、成本和毛利',
      needs: 'canManageMonthlyFinancial',
      tab: { others: '月度财务' },
      pages: [
        {
          path: 'payroll',
          title: '店铺工资',
          line: '每人一个月的工资，到店铺、计费方式和日子',
          tab: { others: '店铺工资' },
        },
      ],
    },
  ],
} as const satisfies Group

/** Every screen after sign-in, in menu order; used by the router, the menu, titles and breadcrumbs. */
export const menu = [
  {
    path: HOME,
    title: '首页',
    line: '今天先看什么，先做什么',
    needs: 'signedIn',
    icon: 'dashboard',
    pages: [
      {
        path: 'setup',
        title: '开通清单',
        line: '新公司从哪里开始：七步，次序可以换',
        needs: 'canAdmin',
      },
    ],
  },
  {
    path: '/user-management',
    title: '员工管理',
    line: '账号、角色和所在小组',
    needs: 'canManageUser',
    icon: 'team',
    detail: { title: '员工详情' },
    pages: [{ path: ':id/leave', title: '办理离职', line: '先把手上的交给别人，再结束登录和权限' }],
  },
  {
    path: '/customer-management',
    title: '客户管理',
    line: '商家、合同和负责商务',
    needs: 'canReadCustomer',
    icon: 'table',
    detail: { title: '客户详情' },
    pages: [{ path: 'follow-ups', title: '客户跟进', line: '哪一天、由谁、跟进什么' }],
  },
  {
    path: '/store-management',
    title: '店铺管理',
    line: '店铺、平台昵称和客服分配',
    needs: 'canReadStore',
    icon: 'shop',
    detail: { title: '店铺详情' },
  },
  {
    title: '流失记录',
    icon: 'fall',
    screens: [
      {
        path: '/customer-lost-record',
        title: '客户流失',
        line: '离开的客户、原因和挽留经过',
        needs: 'canReadCustomer',
        detail: { title: '流失详情' },
      },
      {
        path: '/store-lost-record',
        title: '店铺流失',
        line: '停止服务的店铺和原因',
        needs: 'canReadCustomer',
        detail: { title: '流失详情' },
      },
    ],
  },
  worklogScreen,
  {
    title: '账单管理',
    icon: 'moneyCollect',
    screens: [
      {
        path: '/customer-bill-management',
        title: '客户账单',
        line: '按服务月份出账、登记收款',
        needs: 'canChargeCustomer',
        detail: { title: '账单详情' },
        tab: { others: '账单' },
        pages: billPages,
      },
      {
        path: '/reimbursement-bill-management',
        title: '报销单',
        line: '填写、审核和打款',
        needs: 'canReportReimbursementBill',
        detail: { title: '报销单详情' },
        pages: [{ path: ':id/edit', title: '填写报销单', line: '拍照、填写，然后提交' }],
      },
    ],
  },
  reportsGroup,
  {
    path: SETTINGS,
    title: '个人设置',
    line: '我的资料和密码',
    needs: 'signedIn',
    hidden: true,
    pages: [
      { path: 'company', title: '公司设置', line: '公司资料，和全公司一起用的规则', needs: 'canAdmin' },
      {
        path: 'system',
        title: '系统状态',
        line: '备份、任务、磁盘、队列、节点和操作日志，每分钟检查一次',
        needs: 'canAdmin',
      },
    ],
  },
] as const satisfies readonly MenuEntry[]

/** A path of an earlier version: bookmarks, notices and sent links with it open the present screen. */
export interface MovedPath {
  readonly path: string
  readonly to: (params: URLSearchParams) => string
}

export const movedPaths: readonly MovedPath[] = [
  {
    // 排班表, by store or by agent; both are part of 排班 now.
    path: '/store-management/board',
    to: (params) => {
      const next = new URLSearchParams(params)
      next.set('by', params.get('by') === 'agent' ? 'person' : 'store')
      return `/store-worklog/roster?${next}`
    },
  },
]

/** Whether a menu entry is a heading. */
export function isGroup(entry: MenuEntry): entry is Group {
  return 'screens' in entry
}

/** The screens of a menu, without the headings. */
export function screensOf(entries: readonly MenuEntry[]): ScreenRoute[] {
  return entries.flatMap((entry) => (isGroup(entry) ? entry.screens : [entry]))
}

/** The screen of the menu for a path: its own, or that of the list to which the record belongs. */
export function screenAt(pathname: string, entries: readonly MenuEntry[] = menu): ScreenRoute | undefined {
  return screensOf(entries).find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Whether the user may open a screen. */
export function mayOpen(actor: Actor | null | undefined, screen: Pick<ScreenRoute, 'needs'>): boolean {
  return screen.needs === 'signedIn' ? Boolean(actor) : can(actor, screen.needs)
}

/** The label of a screen's tab for this user; undefined if it has no tab. */
export function tabWord(actor: Actor, route: ScreenRoute, tab: Tab | undefined): string | undefined {
  const reach = route.needs === 'signedIn' ? null : reachOf(actor, route.needs)
  if (reach === 'own') return tab?.own ?? tab?.others
  return reach === 'team' ? (tab?.team ?? tab?.others) : tab?.others
}

/** The user's menu, without screens that they may not open and without headings that have no screens left. */
export function reachableScreens(
  actor: Actor | null | undefined,
  entries: readonly MenuEntry[] = menu,
): MenuEntry[] {
  return entries.flatMap((entry): MenuEntry[] => {
    if (!isGroup(entry)) return mayOpen(actor, entry) ? [entry] : []
    const screens = entry.screens.filter((screen) => mayOpen(actor, screen))
    return screens.length > 0 ? [{ ...entry, screens }] : []
  })
}

/** Throws if a screen's access rule is not in the permission table, or if two screens share a path. */
export function validateScreens(entries: readonly MenuEntry[]): void {
  const names: ReadonlySet<string> = new Set([...permissionNames, 'signedIn'])
  const paths = new Set<string>()
  for (const { path, needs } of screensOf(entries)) {
    if (!names.has(needs)) throw new Error(`${path}: "${needs}" is not a permission`)
    if (paths.has(path)) throw new Error(`${path}: two screens have this path`)
    paths.add(path)
  }
}
