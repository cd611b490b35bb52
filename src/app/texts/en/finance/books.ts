export const books: Record<string, string> = {
  单据: 'Document',
  未设: 'Not set',
  最早未结日: 'First day not closed',
  '仍然付清它的账单，但不计入任何月份': 'They still pay their bills, but count for no month',
  '启用月份之前的欠款和押金请登记为期初；之后的单据按日期记入各月。有月份结账后，启用月份不能再改。':
    'Enter debts and deposits from before the first month as opening balances. Later documents count for the month of their date. Once a month is closed, the first month stays.',
  '未设：不能登记账单、收款、报销和手工项':
    'Not set: bills, receipts, claims and manual lines cannot be entered',
  '已锁：已有月份结账': 'Locked: a month is closed',
  已设: 'Set',
  账期外的单据: 'Documents outside the books',
  '日期早于启用月份或晚于今天的单据会列在这里。':
    'Documents dated before the first month or after today are listed here.',
  工资更正: 'Pay correction',
  '{n} 份单据都在账期内': '{n} of {n} {n:document is|documents are} within the books',
  还没有单据: 'No documents yet',
  '账单、收款和报销单登记之后，日期在账期之外的列在这里。':
    'Once bills, receipts and claims are recorded, those dated outside the books appear here.',
}
