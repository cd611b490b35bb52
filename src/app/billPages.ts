/** Screens below 客户账单 in the path; those with a `tab` are in its row of tabs. */
export const billPages = [
  {
    path: 'rerates',
    title: '已出账与现算不符',
    line: '出账之后数据、服务状态或计费方式变了的账单，出调整或豁免',
    tab: { others: '已出账与现算不符' },
  },
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
  {
    path: 'ageing/ties',
    title: '应收核对',
    line: '一个月的应收、预收、收入和押金，逐位客户核对',
    tab: { others: '应收核对' },
  },
  { path: 'ageing/bills', title: '未收账单', line: '账龄里的每一张账单' },
  {
    path: 'openings',
    title: '期初余额',
    line: '启用月份之前的应收和押金',
    tab: { others: '期初余额' },
  },
] as const
