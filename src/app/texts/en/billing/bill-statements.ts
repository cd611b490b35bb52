export const billStatements: Record<string, string> = {
  链接: 'Link',
  生成: 'Made',
  已关闭: 'Switched off',
  打开链接: 'Link opened',
  提取码错误: 'Wrong code',
  通过提取码: 'Code accepted',
  查看账单: 'Bill looked at',
  提出异议: 'Objection made',
  '草稿还会变动，请出账后再生成对账链接。':
    'A draft still moves. Issue the bill before you make a statement link.',
  '作废的账单不能对账。': 'A void bill has no statement.',
  '贵公司没有开启商家对账页面，请管理员在公司设置的“商家对账”里开启。':
    'Your company has not switched statement pages on. An admin can do so under Settings, Merchant statements.',
  '这张账单没有可以撤销的对账链接。': 'This bill has no statement link that could be revoked.',
  这条异议: 'This objection',
  '这条异议已经答复，或商家已经改口，请刷新后再看。':
    'This objection has been answered, or the merchant has said something else since. Refresh to see.',
  商家对账页面: 'Statement pages',
  '开启后，财务可以给出账的账单生成链接和提取码；关闭后，所有链接立即打不开。':
    'Switched on, finance can make a link and a code for an issued bill; switched off, no link opens any more.',
  '输错 5 次，已失效': 'Dead after 5 wrong codes',
  '重新生成后，原来的链接和提取码立即失效。':
    'The link and code that stand end at once when new ones are made.',
  '撤销后，商家不能再打开这个链接。已经作出的回复会保留。':
    'The merchant can no longer open a link that is revoked. What was said stays.',
  '生成链接和提取码发给商家，商家逐行确认或提出异议。':
    'Make a link and a code for the merchant, who confirms each line or objects to it.',
  重新生成: 'Make anew',
  '账单 {code} 的对账链接': 'Statement link of bill {code}',
  '链接和提取码只显示这一次，请分开发给商家：例如链接发微信，提取码打电话说。30 天内有效，提取码输错 5 次链接失效。':
    'Link and code are shown this once. Send them apart, say the link by WeChat and the code by telephone. They last 30 days; after 5 wrong codes the link is dead.',
  商家的回复: 'What the merchant said',
  '答复第 {n} 行的异议': 'Answer the objection to line {n}',
  '商家在对账页面能看到；需要改金额的，请另开“调整”账单':
    'The merchant sees it on the statement page; to change an amount write an adjustment',
  '{name}答复：{reply}': '{name} answered: {reply}',
  '查看 {n} 次，访问记录': 'Looked at {n} {n:time|times}: visits',
  '{customer}对账单 {bill} 有异议': '{customer} objects to bill {bill}',
  '{customer}已确认账单 {bill}': '{customer} has confirmed bill {bill}',
  '第 {n} 行：{note}': 'Line {n}: {note}',
  '贵公司没有开启商家对账页面，管理员可以在公司设置里开启。':
    'Your company has not switched statement pages on; an admin can do so in the company settings.',
  去开启: 'Switch them on',
}
