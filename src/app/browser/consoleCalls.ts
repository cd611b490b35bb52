import { bare } from '#kit/bare.ts'
import type { preferences } from '#platform/preferences/contract.ts'
import type { savedViews } from '#platform/saved-views/contract.ts'

/** What every page of the console needs: read as soon as it is known who is there, before the console is drawn. */
export const consoleCalls = {
  preferences: bare<(typeof preferences)['list']>('GET /api/preferences'),
  savedViews: bare<(typeof savedViews)['list']>('GET /api/saved-views'),
}
