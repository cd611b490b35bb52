import { routeOnly } from '#kit/endpointRoute.ts'
import type { preferences } from '#platform/preferences/contract.ts'
import type { savedViews } from '#platform/saved-views/contract.ts'

/** Calls that every page of the console needs; sent as soon as the user is known, before the console renders. */
export const consoleCalls = {
  preferences: routeOnly<(typeof preferences)['list']>('GET /api/preferences'),
  savedViews: routeOnly<(typeof savedViews)['list']>('GET /api/saved-views'),
}
