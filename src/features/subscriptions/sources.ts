/** A list whose views can be subscribed to. */
export interface Source {
  /** What it is called. */
  name: string
  /** The screen that opens its views. */
  screen: string
  /** The field that names a row. */
  row: string
  /** The field with a row's figure, where it has one; never money, never a contact. */
  figure?: { field: string; is: 'count' | 'rate' }
}

const volume: Source = {
  name: '店铺日咨询量',
  screen: '/daily-store-report',
  row: 'storeName',
  figure: { field: 'volume', is: 'count' },
}

const rate: Source = {
  name: '店铺日回复率',
  screen: '/daily-store-response-rate-report',
  row: 'storeName',
  figure: { field: 'rateBp', is: 'rate' },
}

/** By the path of the list's endpoint. */
const SOURCES: Record<string, Source> = {
  '/api/customers': { name: '客户', screen: '/customer-management', row: 'name' },
  '/api/stores': { name: '店铺', screen: '/store-management', row: 'name' },
  '/api/staff': { name: '员工', screen: '/user-management', row: 'name' },
  '/api/follow-ups': { name: '客户跟进', screen: '/customer-management/follow-ups', row: 'customerName' },
  '/api/reports/daily-store': volume,
  '/api/reports/daily-store/stores': volume,
  '/api/reports/daily-store-response-rate': rate,
  '/api/reports/daily-store-response-rate/stores': rate,
}

/** The endpoint that a list's views ask: `list.reports.daily-store` → `/api/reports/daily-store` (kit/ui/list/listKey.ts). */
export function pathOf(list: string): string {
  return `/api/${list.replace(/^list\./, '').replaceAll('.', '/')}`
}

/** What is known of a list; undefined where its views cannot be subscribed to. */
export function sourceOf(list: string): Source | undefined {
  const path = pathOf(list)
  return Object.hasOwn(SOURCES, path) ? SOURCES[path] : undefined
}
