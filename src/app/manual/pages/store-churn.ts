import type { ManualPage } from '#app/manual/page.ts'

export const storeChurn: ManualPage = {
  purpose: '停止服务的店铺和原因。店铺停止服务时自动生成一条；客户流失时，它的每家店铺各有一条。',
  figures: [
    { name: '挽留中', formula: '这段时间发现、状态为挽留中的记录数' },
    { name: '确认流失', formula: '已流失 + 已召回' },
    { name: '召回率', formula: '已召回 ÷（已流失 + 已召回）', note: '分母为 0 时显示 -。' },
    { name: '服务时长', formula: '确认流失的记录，首个服务日到最后服务日的天数，取中位数' },
    {
      name: '流失月费',
      formula: 'Σ 已流失记录确认时留存的月费，不含已召回',
      note: '按最后服务日的计费条款；没有条款的不计入，并注明几条有。',
      needs: 'prices',
    },
  ],
  tasks: [
    {
      title: '比较各位组长名下流失的店铺',
      steps: ['在「确认流失」右上角选「组长」。', '条形是确认流失的条数；点记录看原因和经过。'],
    },
    {
      title: '看一家店铺为什么停',
      steps: ['点店铺名打开记录。', '「流失经过」写明原因和说明，「确认时快照」留存了当天的客服和组长。'],
    },
    {
      title: '导出给大家看',
      steps: ['按平台、原因、日期等筛选好。', '点「导出」，得到与屏幕同样的列和行。'],
    },
    {
      title: '登记一家可能停止的店铺',
      needs: 'canUpdateCustomer',
      steps: [
        '点「登记流失风险」，选店铺和发现日期。',
        '挽留成功的点「撤销」，写明原因；要停的在店铺页点「停止服务」，或在记录里点「确认流失」。',
      ],
    },
  ],
  notes: [
    { text: '停止服务的是客户最后一家店铺时，会问客户是不是也要离开。', needs: 'canUpdateCustomer' },
    { text: '组长看得到自己带过的、本组服务过的店铺的记录，停止以后也看得到；店铺页本身不再开放。' },
  ],
  see: ['churn-record', 'customer-churn', 'stores'],
}
