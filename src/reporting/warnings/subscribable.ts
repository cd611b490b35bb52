import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'
import { LISTED_AT_FIRST } from './rules.ts'

export const warningSources: Sources = {
  '/api/warnings': {
    ...{ name: '周咨询量预警', screen: '/weekly-warning-customer-report', row: ['customerName'] },
    figure: { field: 'changeBp', is: 'rate' },
    initial: LISTED_AT_FIRST,
  },
}
