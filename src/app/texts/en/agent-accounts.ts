export const agentAccounts: Record<string, string> = {
  '{n} 个昵称有数据，还不知道是谁；选一次人，之后自动认出':
    '{n} {n:nick has|nicks have} data but no known person; choose once, then it is automatic',
  '显示全部 {n} 个': 'Show all {n}',
  '先列出数据最多的 {n} 个，对应后会补上其余的。':
    'The {n} with the most data come first; the others follow as you match these.',
  '“{nick}”已对应到{staffName}': '"{nick}" is now matched to {staffName}',
  '昵称{nick}是谁': 'Who is {nick}?',
  认领: 'Claim',
  对应: 'Match',
  '{n} 天数据，{span}': '{n} {n:day|days} of data, {span}',
  昵称对应: 'Nick match',
  '请选择您可以对应的客服：组员选自己，组长选本组，管理员选本公司。':
    'Please choose an agent you may match: members themselves, heads their team, administrators their company.',
  '您只能解除自己的昵称对应，组长可以解除本组的。':
    'You can only end matches of your own nicks; heads can end those of their team.',
  '昵称“{nick}”自 {fromOn} 起已对应到{staffName}。如需改为他人，请先解除那条对应。':
    'The nick "{nick}" has been matched to {staffName} since {fromOn}. To give it to somebody else, end that match first.',
  '这个昵称在那一天已经对应到此人，不需要再对应。':
    'This nick is already matched to this person on that day.',
}
