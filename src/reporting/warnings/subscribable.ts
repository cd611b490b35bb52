import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

/** The default filter of the list: pending warnings. */
export const LISTED_AT_FIRST = { status: 'pending' } as const

export const warningSources: Sources = {
  '/api/warnings': {
    name: '周咨询量预警',
    screen: '/weekly-warning-customer-report',
    row: ['customerName'],
    figure: { field: 'changeBp', is: 'rate' },
    initial: LISTED_AT_FIRST,
  },
}
