import type { Group } from './routes.ts'

/** 报表: the heading of the menu with all reports. */
export const reportsGroup = {
  title: '报表',
  icon: 'barChart',
  screens: [
    {
      path: '/weekly-warning-customer-report',
      title: '周咨询量预警',
      line: '超量、下降和没有数据的客户',
      needs: 'canWarningCustomer',
      pages: [{ path: 'customers', title: '各客户一周', line: '咨询量、包量和流失风险，风险高的在前' }],
    },
    {
      path: '/daily-store-report',
      title: '店铺日咨询量',
      line: '每店每天的咨询量和变化，缺数据不计为 0',
      needs: 'canReportWorklog',
    },
    {
      path: '/daily-store-response-rate-report',
      title: '店铺日回复率',
      line: '按平台自己的口径，与店铺目标比较',
      needs: 'canReportWorklog',
    },
    {
      path: '/daily-customer-report',
      title: '客户日咨询量',
      line: '客户名下各店合计，注明已报店铺数',
      needs: 'canReadCustomer',
    },
    {
      path: '/daily-worker-report',
      title: '客服日咨询量',
      line: '每位客服每天的接待人数',
      needs: 'canReportWorklog',
    },
    {
      path: '/monthly-financial-history',
      title: '历史月度财务报表',
      line: '各月收入、成本和毛利',
      needs: 'canManageMonthlyFinancial',
      tab: { others: '月度财务' },
      pages: [
        {
          path: 'payroll',
          title: '店铺工资',
          line: '每人一个月的工资，到店铺、计费方式和日子',
          tab: { others: '店铺工资' },
        },
      ],
    },
  ],
} as const satisfies Group
