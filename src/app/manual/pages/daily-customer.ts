import type { ManualPage } from '#app/manual/page.ts'

export const dailyCustomer: ManualPage = {
  purpose: '把客户名下各店的咨询量加起来看：哪位客户在跌，哪位客户有店缺数据。',
  figures: [
    {
      name: '咨询量',
      formula: 'Σ 客户名下、您看得到的店铺当天的咨询量',
      note: '缺数据的店不计入，旁边注明已报的店数。',
    },
    { name: '已报', formula: '当天有数据的店铺 ÷ 应有数据的店铺' },
    {
      name: '变化',
      formula: '只用两天都有数据的店铺，（当天 − 对比的那天）÷ 对比的那天',
      note: '所以少报一家店不会被当成下跌。',
    },
    { name: '7 日均值', formula: 'Σ 各店自己的 7 日均值' },
  ],
  tasks: [
    {
      title: '看哪位客户跌得最多',
      steps: ['选日期，看「跌幅」一栏和图。', '「只看」可以只列跌 40% 以上的。'],
    },
    {
      title: '看客户的每一家店',
      steps: ['点客户名，看每天的数；点某一天，看「各店明细」，合计等于上面这一天的数字。'],
    },
    {
      title: '按商务看',
      steps: ['走势图选「按商务」，看各位商务名下客户的合计。', '点「导出」得到表格。'],
    },
  ],
  notes: [
    { text: '只按您看得到的店铺合计：组长看到的是本组服务的店铺。' },
    { text: '客户在当时名下没有试单或服务中的店铺时，不列出。' },
  ],
  see: ['daily-store', 'warnings', 'customer-weeks', 'customer'],
}
