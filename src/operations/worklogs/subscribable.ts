import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'

/** The initial filter of the list of logs. */
export const INITIAL_FILTER = { status: 'toReview' } as const

export const worklogSources: Sources = {
  '/api/worklogs': {
    name: '工作日志',
    screen: '/store-worklog',
    row: ['staffName', 'on'],
    figure: { field: 'handledUsers', is: 'count' },
    initial: INITIAL_FILTER,
  },
}
