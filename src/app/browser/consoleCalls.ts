import type { preferences } from '#features/preferences/contract.ts'
import type { savedViews } from '#features/saved-views/contract.ts'
import { bare } from '#kit/bare.ts'

/** What every page of the console asks for: asked as soon as it is known who is there, before the console is drawn. */
export const consoleCalls = {
  preferences: bare<(typeof preferences)['list']>('GET /api/preferences'),
  savedViews: bare<(typeof savedViews)['list']>('GET /api/saved-views'),
}
