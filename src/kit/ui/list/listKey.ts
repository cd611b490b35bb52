/**
 * The key under which a user's preferences for a list are stored: `/api/reports/daily-store` →
 * `list.reports.daily-store`. The stores in the page of a customer are a list of their own: `list.stores.customerid`.
 */
export function listKey(path: string, fixed: Record<string, unknown> = {}): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(':', '')
    .split('/')
  return ['list', ...words, ...Object.keys(fixed).sort()].join('.').toLowerCase()
}
