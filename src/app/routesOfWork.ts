import type { ScreenRoute } from './routes.ts'

/** 客服工作日志 and the related screens in its row of tabs. */
export const worklogScreen = {
  path: '/store-worklog',
  title: '客服工作日志',
  line: '每天的数据、小结和交接',
  needs: 'canReportWorklog',
  icon: 'customerService',
  tab: { own: '我的日志', others: '审核' },
  pages: [
    {
      path: 'mine',
      title: '我的日志',
      line: '自己每天的数据、小结和交接',
      tab: { team: '我的日志' },
    },
    {
      path: 'calendar',
      title: '谁没交',
      line: '一个月里每人每天的日志，一键提醒',
      needs: 'canReviewWorklog',
      tab: { others: '谁没交' },
    },
    {
      path: 'roster',
      title: '排班',
      line: '哪家店、哪天、哪个班由谁负责；应交的日志以每人的班次为准',
      tab: { others: '排班' },
    },
    {
      path: 'imports',
      title: '导入记录',
      line: '导入平台数据，查看每次导入',
      tab: { others: '导入记录' },
    },
    {
      path: 'figures',
      title: '数字核对',
      line: '疑问、不一致、待补和更正过的数',
      tab: { others: '数字核对' },
    },
  ],
} as const satisfies ScreenRoute
