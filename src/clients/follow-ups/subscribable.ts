import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

export const followUpSources: Sources = {
  '/api/follow-ups': { name: '客户跟进', screen: '/customer-management/follow-ups', row: ['customerName'] },
}
