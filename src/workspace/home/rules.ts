import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'

/** How many rows of a list the first page names. */
export const FIRST = 5

/** 上次登录后 holds so many lines; the notices have everything that a person was told. */
export const SINCE_MOST = 20

/** A contract that ends within so many days is named. */
export const ENDING_DAYS = 30

/** The screens whose lists the first page counts. */
export const SCREENS = {
  volumes: '/daily-store-report',
  rates: '/daily-store-response-rate-report',
  imports: '/store-worklog/imports',
  customers: '/customer-management',
  followUps: '/customer-management/follow-ups',
  stores: '/store-management',
  logs: '/store-worklog',
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

/** A screen's address with the filters under which its list counts the same. */
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

/** The days within which a contract ends soon: today counts, what has ended does not. */
export function endingWithin(today: Day): { from: Day; to: Day } {
  return { from: today, to: addDays(today, ENDING_DAYS) }
}
