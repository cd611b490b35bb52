import { addDays, type Day } from '#kit/calendar.ts'

/** The number of rows per list on the home page. */
export const ROWS_PER_LIST = 5

/** Maximum number of lines in 上次登录后; the notices contain all messages to the user. */
export const MAX_SINCE_LINES = 20

/** Customers whose contract ends within this number of days are at risk. */
const ENDING_DAYS = 30

/** Contracts that end within this number of days are listed for renewal. */
export const RENEWAL_DAYS = 60

/** The paths of the screens whose lists the home page counts. */
export const SCREENS = {
  volumes: '/daily-store-report',
  rates: '/daily-store-response-rate-report',
  imports: '/store-worklog/imports',
  customers: '/customer-management',
  followUps: '/customer-management/follow-ups',
  stores: '/store-management',
  logs: '/store-worklog',
  workers: '/daily-worker-report',
  calendar: '/store-worklog/calendar',
  roster: '/store-worklog/roster',
  leaves: '/store-worklog/leaves',
  questions: '/store-worklog/figures',
  warnings: '/weekly-warning-customer-report',
  customerVolumes: '/daily-customer-report',
  claims: '/reimbursement-bill-management',
  bills: '/customer-bill-management',
  bank: '/customer-bill-management/bank',
  ageing: '/customer-bill-management/ageing',
  rerates: '/customer-bill-management/rerates',
  ties: '/customer-bill-management/ageing/ties',
  months: '/monthly-financial-history',
} as const

/** The URL of a screen with the filters that give its list the same count. */
export function listLink(
  screen: keyof typeof SCREENS,
  filters: Record<string, string | number | readonly string[]> = {},
): string {
  const pairs = Object.entries(filters).flatMap(([key, value]) =>
    [value].flat().map((one): [string, string] => [key, String(one)]),
  )
  const query = new URLSearchParams(pairs).toString()
  return query ? `${SCREENS[screen]}?${query}` : SCREENS[screen]
}

/** The number of customers who are not churned. */
export function countLive({ byStatus }: { byStatus: readonly { status: string; count: number }[] }): number {
  return byStatus.reduce((sum, { status, count }) => (status === 'churned' ? sum : sum + count), 0)
}

/** The range of contract end days that count as ending soon, including today. */
export function endingWithin(today: Day, days = ENDING_DAYS): { from: Day; to: Day } {
  return { from: today, to: addDays(today, days) }
}
