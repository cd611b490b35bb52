/** The screens beneath 客户账单, beside it in its row of tabs: what stands around the bills. */
export const billPages = [
  {
    path: 'bank',
    title: '银行流水',
    line: '上传收款明细，对上账单后登记收款',
    tab: { others: '银行流水' },
  },
  {
    path: 'ageing',
    title: '应收账龄',
    line: '各客户未收的款到期多久，以及所收的押金',
    tab: { others: '应收账龄' },
  },
  { path: 'ageing/bills', title: '未收账单', line: '账龄里的每一张账单' },
  {
    path: 'openings',
    title: '期初余额',
    line: '启用月份之前的应收和押金',
    tab: { others: '期初余额' },
  },
] as const
