import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

export const storeSources: Sources = {
  '/api/stores': { name: '店铺', screen: '/store-management', row: ['name'] },
}
