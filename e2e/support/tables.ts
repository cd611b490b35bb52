import type { Page } from 'playwright-core'
import { settingsAddress as settings } from '#app/browser/settingsTabs.ts'
import { addDays, today } from '#kit/calendar.ts'
import { readSources, wingOf } from '#testing/testSources.ts'
import { pick, press } from './hands.ts'
import { pddFile } from './platformFiles.ts'
import type { Way } from './waysToForms.ts'

/** The elements that render a table. `DrawerTable` and `ListPage` render cards on a phone instead of a `ListTable`. */
const TABLES = /^(table|Table|ListTable)$/

/** The files of the features, the kit and the frame that render a table. */
export function tablesOfSource(): string[] {
  return readSources()
    .filter(({ path, isTest }) => !isTest && (/^(app|kit)\//.test(path) || wingOf(path)))
    .filter(({ elements }) => elements.some(({ name }) => TABLES.test(name)))
    .map(({ path }) => path.replace(/\.tsx$/, ''))
}

/** How a table is brought to the screen of a phone, and how it is recognized there. */
export interface TableWay extends Omit<Way, 'window' | 'shows'> {
  table: string
  /** Steps after `press`. */
  open?: (page: Page) => Promise<void>
  /** Changes of responses, for states that the demo lacks. */
  shows?: readonly (readonly [read: RegExp, change: object])[]
}

const yesterday = addDays(
  today(() => new Date()),
  -1,
)
const months = '/monthly-financial-history'
const customer = '/customer-management/{customer.active}'
const report = '/daily-store-report'
const LONG = '一个名字很长的旗舰店铺，用来看它在手机上是否折行'

/** Opens the import with a file of a known store, which has a nick that nobody knows. */
const importFile = async (page: Page) => {
  const file = pddFile('暮色香氛官方店', yesterday, [
    ['暮色香氛客服1', 1_234_567],
    ['一个名字很长而没有人认领的客服昵称', 23],
  ])
  await page.getByLabel('选择平台导出的文件').setInputFiles([file])
  await page.locator('.import-figures').first().waitFor()
}

const displayAs = (name: string) => (page: Page) =>
  pick(page.getByRole('combobox', { name: '显示方式' }), name)

/** The tables that a phone shows, by the file that renders them. */
export const WAYS_TO_TABLES: Record<string, TableWay> = {
  'platform/system-status/SystemJobs': { at: settings('system'), table: '.system-table' },
  'people/shifts/ShiftsTab': { at: settings('shifts'), table: '.shifts' },
  'billing/customer-bills/ui/BillLines': {
    at: '/customer-bill-management/{bill.open}',
    table: '.bill-cards',
  },
  'billing/receivables/DepositLines': {
    at: `${customer}?tab=statement`,
    table: '.statement-deposit table',
    shows: [
      [
        /\/api\/receivables\/customers\/\d+\/statement/,
        {
          deposit: {
            openingCents: 1_000_000_00,
            closingCents: 1_123_456_78,
            lines: [
              {
                ...{ onDay: '2026-05-01', what: 'received', billId: 1, code: 'ZD2026050001' },
                ...{ amountCents: 123_456_78, balanceCents: 1_123_456_78 },
              },
            ],
          },
        },
      ],
    ],
  },
  'billing/receivables/StatementLines': { at: `${customer}?tab=statement`, table: '.statement table' },
  'billing/receivables/ties/ui/TiesPanel': { at: months, table: '.ties-account' },
  'finance/monthly-financials/DifferencesDrawer': {
    at: `${months}?month={month.closed}`,
    press: ['快照与现在比较'],
    table: '[role="dialog"] .lines-table',
    shows: [
      [
        /\/differences/,
        {
          items: [
            {
              ...{ part: 'store', name: LONG, figure: '应计收入' },
              ...{ beforeCents: 123_456_789_00, nowCents: 123_450_000_00 },
            },
            { part: null, name: '', figure: '净利', beforeCents: 9_999_99, nowCents: -9_999_99 },
          ],
        },
      ],
    ],
  },
  'finance/monthly-financials/LinesTable': { at: months, press: ['比较两个月'], table: '.lines-table' },
  'finance/monthly-financials/ui/ForecastTable': { at: '/welcome', table: '.forecast-table' },
  'finance/payroll/PayParts': { at: `${months}/payroll?person={pay.corrected}`, table: '.pay-sum' },
  'kit/ui/chart/ChartTable': {
    at: `${report}?split=platform`,
    open: displayAs('数据表'),
    table: '.chart-table-scroll .chart-table',
  },
  'operations/figure-checks/FindingsDrawer': {
    at: settings('figure-checks'),
    press: ['查看'],
    table: '.finding table',
    shows: [
      [
        /\/api\/figure-checks\?/,
        {
          items: [
            {
              ...{ id: 1, companyCode: '001', checkedAt: '2026-01-01T00:00:00.000Z', askedByName: null },
              ...{ months: ['2025-12'], compared: 1, found: 1, changed: 0, tookMs: 1, mended: 0 },
            },
          ],
          total: 1,
        },
      ],
      [
        /\/api\/figure-checks\/1\/findings/,
        {
          checkedAt: '2026-01-01T00:00:00.000Z',
          items: [
            {
              ...{ id: 1, storeId: 1, storeName: LONG, month: '2025-12', mendedAt: null, mendedByName: null },
              differences: [{ sum: 'volume', kept: 1_234_567_890, counted: 1_234_567_891 }],
            },
          ],
          total: 1,
        },
      ],
    ],
  },
  'operations/imports/drawer/FilesView': {
    at: '/store-worklog/imports',
    press: ['导入平台数据'],
    open: importFile,
    table: '.import-files',
  },
  'operations/imports/drawer/FigureTable': {
    at: '/store-worklog/imports',
    press: ['导入平台数据'],
    open: importFile,
    table: '.import-figures',
  },
  'operations/worklogs/LogStores': {
    as: 'head',
    at: '/store-worklog?log={log.submitted}',
    table: '[role="dialog"] .log-stores',
  },
  'reporting/reports/HeatMap': { at: report, open: displayAs('按星期'), table: '.report-heat table' },
  'workspace/home/HomeForecast': { as: 'finance', at: '/welcome', table: '.home-forecast' },
}

/** Why a table is not opened here. */
export const NOT_ON_A_PHONE: Record<string, string> = {
  'billing/customer-bills/ui/BillPaper': 'printed on A4 only',
  'kit/ui/OneTimePasswords': 'e2e/first-hour.spec.ts: the passwords of new people',
  'kit/ui/form/MergeDialog': 'e2e/forms.spec.ts: the dialog of a stale version on a phone',
  'kit/ui/list/DrawerTable': 'cards on a phone',
  'kit/ui/list/ListTable': 'cards on a phone',
  'kit/ui/list/WideList': 'cards on a phone',
  'operations/imports/drawer/FilePreview': 'the rows of a broken file: the layout of FigureTable',
  'operations/imports/setup/FoundNicks': 'e2e/first-hour.spec.ts, on a phone',
  'operations/imports/setup/FoundStores': 'e2e/first-hour.spec.ts, on a phone',
  'operations/rosters/PeopleToday': 'part of the week by person, which is DayView on a phone',
  'operations/rosters/PersonWeekTable': 'DayView on a phone',
  'operations/rosters/StoreWeekTable': 'DayView on a phone',
  'operations/worklogs/LogLines': 'LogStores on a phone',
  'operations/worklogs/CalendarTable': 'the screen itself: people × days, which scrolls to today',
  'workspace/customer-merges/MergeChoice':
    'needs two customers of one company; it has the layout of FigureTable',
  'workspace/home/ShortList': 'cards on a phone',
}

/**
 * Runs in the page: the visible tables that are wider than their drawer, dialog, panel or page, or that scroll sideways
 * in it.
 */
export function wideTables(): string[] {
  const FRAMES = '.ant-drawer-body, .ant-modal-body, .panel, main'
  const scrolls = (element: Element | null, frame: Element): boolean => {
    if (!element) return false
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
      return true
    return element !== frame && scrolls(element.parentElement, frame)
  }
  // A chart's table for screen readers is clipped to a pixel.
  const shown = [...document.querySelectorAll('table')].filter(
    (table) => table.checkVisibility() && !table.closest('.unseen'),
  )
  return shown.flatMap((table) => {
    const frame = table.closest(FRAMES) ?? document.documentElement
    const [outer, inner] = [frame.getBoundingClientRect(), table.getBoundingClientRect()]
    const isWide = inner.left < outer.left - 1 || inner.right > outer.right + 1
    const name = table.getAttribute('aria-label') ?? (table.className || table.innerText.slice(0, 40))
    return isWide || scrolls(table, frame)
      ? [`${name}: ${Math.round(inner.width)} in ${Math.round(outer.width)}`]
      : []
  })
}

/** Opens a table: the address is open already. */
export async function bring(page: Page, way: TableWay, loaded: () => Promise<void>): Promise<void> {
  for (const label of way.press ?? []) {
    await press(page, label)
    await loaded()
  }
  await way.open?.(page)
  await loaded()
  await page.locator(way.table).filter({ visible: true }).first().waitFor()
}
