import type { ManualPage } from '#app/manual/page.ts'

export const agedBills: ManualPage = {
  purpose: '账龄里的每一张账单：截至某一天还没有收齐的，按客户和到期日列出。',
  figures: [
    { name: '未收', formula: '应收 − 到截至日期为止的收款和核销' },
    { name: '逾期天数', formula: '截至日期 − 到期日', note: '没有到期的显示为未到期。' },
  ],
  tasks: [
    {
      title: '列出要催的账单',
      steps: ['选账龄段（可以多选），点「查询」。', '点账单看明细和联系过的商家回复。'],
    },
    { title: '只看一位客户', steps: ['在「客户」里选人。', '点客户看对账单。'] },
    { title: '交一份清单', steps: ['筛选好，点「导出」。', '要看各客户合计，点「返回账龄」。'] },
  ],
  see: ['ageing', 'bills', 'bill'],
}
