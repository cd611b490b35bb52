import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'
import { LISTED_AT_FIRST } from './rules.ts'

export const worklogSources: Sources = {
  '/api/worklogs': {
    ...{ name: '工作日志', screen: '/store-worklog', row: ['staffName', 'on'] },
    figure: { field: 'handledUsers', is: 'count' },
    initial: LISTED_AT_FIRST,
  },
}
