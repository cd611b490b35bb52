import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

/** The default period of the report screens. */
export const DEFAULT_PERIOD = { from: 'past7' } as const

const volume = { figure: { field: 'volume', is: 'count' }, initial: DEFAULT_PERIOD } as const
const rate = { figure: { field: 'rateBp', is: 'rate' }, initial: DEFAULT_PERIOD } as const

const STORES = { name: '店铺日咨询量', screen: '/daily-store-report', ...volume }
const RATES = { name: '店铺日回复率', screen: '/daily-store-response-rate-report', ...rate }
const CUSTOMERS = { name: '客户日咨询量', screen: '/daily-customer-report', ...volume }
const WORKERS = { name: '客服日咨询量', screen: '/daily-worker-report', ...volume }

export const reportSources: Sources = {
  '/api/reports/daily-store': { ...STORES, row: ['storeName', 'on'] },
  '/api/reports/daily-store/stores': { ...STORES, row: ['storeName'] },
  '/api/reports/daily-store-response-rate': { ...RATES, row: ['storeName', 'on'] },
  '/api/reports/daily-store-response-rate/stores': { ...RATES, row: ['storeName'] },
  '/api/reports/daily-customer': { ...CUSTOMERS, row: ['customerName', 'on'] },
  '/api/reports/daily-customer/customers': { ...CUSTOMERS, row: ['customerName'] },
  '/api/reports/daily-worker': { ...WORKERS, row: ['staffName', 'on'] },
  '/api/reports/daily-worker/agents': { ...WORKERS, row: ['staffName'] },
}
