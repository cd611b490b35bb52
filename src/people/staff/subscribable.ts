import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

export const staffSources: Sources = {
  '/api/staff': { name: '员工', screen: '/user-management', row: ['name'] },
}
