export const upcoming: Record<string, string> = {
  本页尚未开放: 'This page is not open yet',
  '开放后，这里会有': 'Once open, it will have',
  '每个月的收入、成本和毛利，结账后不再变动，可逐月对比。':
    'Revenue, cost and gross profit of each month, fixed once closed, comparable month by month.',
  应收与实收并列: 'Accrued and received side by side',
  各店成本和毛利: "Each store's cost and gross profit",
  '结账清单、结账和反结账': 'Checklist, closing and reopening',
}
