export const peopleBooks: Record<string, string> = {
  '请先设定启用月份（设置 › 账务），再登记单据。':
    'Set the month in which the books begin (Settings › Books) before you enter documents.',
  '期初的日期应早于启用月份 {month}。':
    'An opening balance must be dated before the first month of the books, {month}.',
  '服务月份 {m} 在启用月份 {month} 之前；之前的欠款请录入期初。':
    'The service month {m} is before the first month of the books, {month}. Enter earlier debts as opening balances.',
  '服务月份最晚到 {month}。': 'The service month can be {month} at the latest.',
  '到期日最晚为出账后一年。': 'The due day can be one year after the issue at the latest.',
  '收款日期不能早于启用月份 {month}；那时收的款已在期初里，请改期初金额。':
    'A receipt cannot be dated before the first month of the books, {month}. What came in then is part of the opening balance: change its amount instead.',
  '冲销日期不能早于收款日期 {day}。': 'A reversal cannot be dated before the receipt, {day}.',
  '退款日期不能早于收款日期 {day}。': 'A refund cannot be paid before the receipt, {day}.',
  '归属月份应在 {from} 至 {to} 之间。': 'The month must be between {from} and {to}.',
  '费用日期超过一年，请拆到另一张并请财务核对。':
    'The expense is more than a year old. Put it into a claim of its own and ask finance to check it.',
  '打款日期不能早于提交日期 {day}。': 'A claim cannot be paid before it was handed in, {day}.',
  '手工项只能记在 {from} 至 {to}。': 'A manual line can be booked from {from} to {to}.',
  '生效日期不能早于未结账的第一天 {day}；已结账的部分请用“补差”。':
    'The effective day cannot be before the first day that is not closed, {day}. Use an adjustment for closed months.',
  '数据最早到启用月份前 {n} 天，即 {day}。':
    'Figures can be from {n} days before the first month of the books at the earliest: {day}.',
  '生效日期最早为 {day}。': 'The effective day can be {day} at the earliest.',
  '这一天所在的月份已结账。': 'The month of this day is closed.',
  '开始日期最晚到 {day}。': 'The first day can be {day} at the latest.',
  '生效日期最晚到 {day}。': 'The effective day can be {day} at the latest.',
  '{month} 在启用月份（{from}）之前，不能提出账单；那时的欠款请录入期初。':
    '{month} is before the first month of the books ({from}), so no bills can be generated. Enter debts of that time as opening balances.',
  '已有结账的月份，启用月份不能再改；要改请先逐月反结账。':
    'A month is closed, so the first month of the books stays. To change it, reopen the closed months one by one.',
  '启用月份不能晚于本月。': 'The books cannot begin after this month.',
  '{month} 之前还有 {n} 张单据，请先改期或作废。':
    'Before {month} there are {n} documents. Change their dates or void them first.',
  '{month} 起还有 {n} 笔期初，请先作废，再改启用月份。':
    'From {month} on there are {n} opening balances. Void them before you change the first month.',
  '到期日不能早于出账日。': 'The due day cannot come before the day of issue.',
  '打款日期不能晚于今天。': 'The day of payment cannot be after today.',
}
