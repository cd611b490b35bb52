/** The books of a company: when they begin, and what lies outside them. */
export const books: Record<string, string> = {
  改挂: 'Move',
  已改挂: 'Moved',
  '改挂：{name}': 'Move a receipt of {name}',
  '同一客户还没收齐的账单；收款日期、金额和流水号不变':
    'Bills of the same customer that are not paid in full; day, amount and transaction no. of the receipt stay',
  '{code} 未收': 'Still owed on {code}',
  '{code} 的状态': 'State of {code}',
  '收款日期 {day} 早于出账日期 {issuedOn}。':
    'It came in on {day}, before the bill was issued on {issuedOn}.',
  '期初押金不能改挂；要用它付账单，请登记押金抵扣。':
    'An opening deposit cannot be moved. To pay a bill with it, record a receipt from the deposit.',
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
  '{on} 比启用月份早 {n} 天以上，这一行没有导入。':
    'This row was not imported: {on} is more than {n} days before the first month of the books.',
  '数据最早到启用月份前 {n} 天，即 {day}。':
    'Figures can be from {n} days before the first month of the books at the earliest: {day}.',
  算预收: 'Paid ahead',
  预收原因: 'Why paid ahead',
  '账单 {day} 才出账：算预收，到那一天再冲应收。':
    'The bill was issued on {day}: until then this counts as money paid ahead.',
  '这笔款在账单出账（{day}）之前收到。算预收，仍按 {receiptDay} 记收款？':
    'This came in before the bill was issued ({day}). Book it as paid ahead, on {receiptDay}?',
  '比出账日早 {n} 天以上的收款，请写明原因。':
    'Say why this came in more than {n} days before the bill was issued.',
  '生效日期最早为 {day}。': 'The effective day can be {day} at the earliest.',
  '这一天所在的月份已结账。': 'The month of this day is closed.',
  '开始日期最晚到 {day}。': 'The first day can be {day} at the latest.',
  '已有从 {day} 起的计费方式，请用“更正”。': 'There is pricing from {day} already. Correct it instead.',
  '这条计费方式只涉及已结账的月份，不能更正；差额请另开“调整”。':
    'This pricing holds in closed months only and cannot be corrected. Enter the difference as an adjustment.',
  '过去日期的价格变更请由管理员或财务录入。':
    'Price changes from a past day are entered by an admin or finance.',
  '请写明原因。': 'Please give a reason.',
  单据: 'Document',
  '生效日期最晚到 {day}。': 'The effective day can be {day} at the latest.',
  '{month} 在启用月份（{from}）之前，不能提出账单；那时的欠款请录入期初。':
    '{month} is before the first month of the books ({from}), so no bills can be generated. Enter debts of that time as opening balances.',
  '{month} 在启用月份（{from}）之前，不能更正。':
    '{month} is before the first month of the books ({from}) and cannot be corrected.',
  '这个月在启用月份之前，不用结账。': 'This month is before the books begin and needs no closing.',
  这个月在启用月份之前: 'Before the books begin',
  '已有结账的月份，启用月份不能再改；要改请先逐月反结账。':
    'A month is closed, so the first month of the books stays. To change it, reopen the closed months one by one.',
  '启用月份不能晚于本月。': 'The books cannot begin after this month.',
  '{month} 之前还有 {n} 张单据，请先改期或作废。':
    'Before {month} there are {n} documents. Change their dates or void them first.',
  '{month} 起还有 {n} 笔期初，请先作废，再改启用月份。':
    'From {month} on there are {n} opening balances. Void them before you change the first month.',
  '日期在账期之外，没有保存。请核对启用月份（设置 › 账务）和日期。':
    'The date is outside the books, and nothing was saved. Check the first month of the books (Settings › Books) and the date.',
  '冲销记录不能改挂。': 'A reversal cannot be moved.',
  '请选择另一张账单。': 'Choose another bill.',
  '只能改挂到同一位客户的账单。': 'A receipt can only be moved to a bill of the same customer.',
  '退款的付款不能改挂。': 'The payout of a refund cannot be moved.',
  '这张账单已退款 {money}，请先作废退款账单，再改挂收款。':
    '{money} of this bill was refunded. Void the refund before you move the receipt.',
  '第 {n} 行的日期 {day} 晚于今天，没有导入。': 'Row {n} is dated {day}, after today, and was not imported.',
  '晚于今天，不留': 'After today, left out',
  启用前: 'Before the books',
  '这笔流水在启用月份之前；那时收的款已在期初里，请改期初金额。':
    'This row is from before the books began. What came in then is part of the opening balance: change its amount instead.',
  账务: 'Books',
  '账从哪个月开始，哪些单据在账期之外': 'When the books begin, and which documents are outside them',
  启用月份: 'First month',
  未设: 'Not set',
  最早未结日: 'First day not closed',
  '仍然付清它的账单，但不计入任何月份': 'They still pay their bills, but count for no month',
  '启用月份之前的欠款和押金请登记为期初；之后的单据按日期记入各月。有月份结账后，启用月份不能再改。':
    'Enter debts and deposits from before the first month as opening balances. Later documents count for the month of their date. Once a month is closed, the first month stays.',
  设定启用月份: 'Set the first month',
  修改启用月份: 'Change the first month',
  开始使用: 'Start of use',
  '未设：不能登记账单、收款、报销和手工项':
    'Not set: bills, receipts, claims and manual lines cannot be entered',
  '已锁：已有月份结账': 'Locked: a month is closed',
  已设: 'Set',
  账期外的单据: 'Documents outside the books',
  没有账期外的单据: 'No documents outside the books',
  '日期早于启用月份或晚于今天的单据会列在这里。':
    'Documents dated before the first month or after today are listed here.',
  改期: 'Change date',
  '改期：{name}': 'Change the date of {name}',
  '原记录在原日期冲销，账单的金额不变': 'The old entry is reversed on its own date; the bill stays the same',
  已改期: 'Date changed',
  改为: 'New date',
  未启用: 'Not begun',
  '这个月在启用月份之前，不记账，也不用结账。':
    'This month is before the books begin: nothing is booked in it, and it needs no closing.',
  停止: 'Stop',
  '发生在归属月份之前 {n} 天，请核对': '{n} days before the month of the claim: please check',
  '从这个月起记账；之前的欠款和押金登记为期初。':
    'Books are kept from this month on. Enter earlier debts and deposits as opening balances.',
  '已设定启用月份，请再保存一次': 'The books begin now. Please save again.',
  '记入了 {n} 条每月的手工项': 'Added {n} monthly manual lines',
  每月都有: 'Every month',
  结束月份: 'Last month',
  '房租一类：以后每月一日自动记入。': 'For rent and the like: added on the first of each month from now on.',
  '不填就一直记下去，可随时停止。': 'Left empty, it goes on; it can be stopped at any time.',
  每月: 'Monthly',
  '每月至 {month}': 'Monthly to {month}',
  '“{label}”从下月起不再记入？已记入的月份不变。':
    'Stop {label} from next month on? The months that have it stay as they are.',
  '这条手工项只记在这个月，不用停止。': 'This line is of this month only and need not be stopped.',
  '只有每月都有的手工项才有结束月份。': 'Only a line of every month has a last month.',
  '结束月份应在 {from} 至 {to} 之间。': 'The last month must be between {from} and {to}.',
  手工项: 'Manual line',
  工资更正: 'Pay correction',
}
