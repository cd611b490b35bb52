export const storePage: Record<string, string> = {
  '从已结账的月份起的计费方式：已结账的部分不变，勾选后差额记为最早未结账月份的调整草稿。':
    'Of a price that began in a closed month the closed part stays. Ticked, its difference becomes a draft adjustment of the oldest open month.',
  '可从未结账的任意一天起；已过的日期要写明原因，没改过的草稿随之重算，已出账的列在“已出账与现算不符”。':
    'From any day that is not closed. A day that is over needs a reason. Drafts that nobody has changed follow; issued bills are listed under Bills that no longer match.',
  '从明天或以后起；之前的价格不变': 'From tomorrow or later; earlier prices stay',
  原来的内容保留备查: 'What stood there is kept',
  '如：续约后调价': 'For example: new price after renewal',
  '按生效日期，以前的价格不会被改写': 'By day; earlier prices are never rewritten',
  '撤回 {from} 起的计费方式': 'Withdraw the pricing from {from}',
  '更正 {from} 起的计费方式': 'Correct the pricing from {from}',
  登记计费方式: 'Enter pricing',
  计费与店铺工资: 'Pricing and store salary',
  业务数据: 'Figures',
  '近 {n} 天，断开处为缺数据': 'Last {n} days; a gap is missing data',
  在报表中查看: 'Open in report',
  '近 {n} 天没有数据': 'No data in the last {n} days',
  '导入这家店铺的平台文件后，这里会画出每天的咨询量。':
    "Once this store's platform files are imported, its daily volume is drawn here.",
  '这家店铺还没有计费方式：数字照常进报表，出账前要补。':
    'This store has no price yet: its figures are in the reports as usual; bills need a price.',
  填写计费: 'Enter the price',
  '没有它也能服务，数字照常进报表；账单、店铺工资和流失时的月费都按它计算，出账前要补。':
    'Service can begin without it, and the figures are in the reports; bills, store salaries and lost fees are calculated by it, so bills need it.',
}
