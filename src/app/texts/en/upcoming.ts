export const upcoming: Record<string, string> = {
  本页尚未开放: 'This page is not open yet',
  '开放后，这里会有': 'Once open, it will have',
  '在此之前：{text}。': 'Until then: {text}.',
  '打开{title}': 'Open {title}',
  '每个服务月份的应收和实收，从出账到收齐，都在这里。':
    'What is due and what was received for each service month, from the bill to the last receipt.',
  按店铺计费方式提出的账单: "Bills proposed from each store's pricing",
  '明细、折扣和到期日': 'Lines, discounts and due days',
  收款登记和逾期提醒: 'Receipts and overdue reminders',
  客户和合同资料仍可查看: 'Customers and contracts can be seen',
  '每个月的收入、成本和毛利，结账后不再变动，可逐月对比。':
    'Revenue, cost and gross profit of each month, fixed once closed, comparable month by month.',
  应收与实收并列: 'Accrued and received side by side',
  各店成本和毛利: "Each store's cost and gross profit",
  '结账清单、结账和反结账': 'Checklist, closing and reopening',
}
