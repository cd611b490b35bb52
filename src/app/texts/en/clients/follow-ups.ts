export const followUps: Record<string, string> = {
  跟进日期: 'Follow-up day',
  '请选择能看到这位客户的在职同事作为跟进人。':
    'Please choose an active colleague who can see this customer.',
  '这项跟进已经完成，请先重新打开。': 'This follow-up is done. Please reopen it first.',
  '这项跟进还没有完成。': 'This follow-up is not done yet.',
  '比如：问续约的意向': 'For example: ask about renewal',
  修改跟进: 'Edit follow-up',
  还没有安排跟进: 'No follow-ups planned yet',
  我跟进的: 'Mine',
  没有跟进: 'No follow-ups',
  '在客户的“跟进与备注”里安排，到日子会提醒跟进人。':
    "Plan them under 'Follow-ups and notes' of a customer; the assignee is reminded on the day.",
  安排人: 'Planned by',
  完成时间: 'Done at',
  已逾期: 'Overdue',
  今天跟进: 'Today',
  重新打开: 'Reopen',
}
