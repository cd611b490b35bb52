import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

export const customerSources: Sources = {
  '/api/customers': { name: '客户', screen: '/customer-management', row: ['name'] },
}
