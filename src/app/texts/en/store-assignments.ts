export const storeAssignments: Record<string, string> = {
  分配记录: 'Assignment',
  主责: 'Main',
  副责: 'Second',
  替班: 'Substitute',
  '请选择您可以分配的在职客服。': 'Please choose an active agent you may assign.',
  '结束日期不能早于开始日期。': 'The end date cannot be before the start date.',
  '您只能把自己的班次交给同组的人替班，不能设置其他职责或占比。':
    'You can only give your own shift to a team mate as substitute, without another duty or share.',
  '替班需要写明最后一天。': 'A substitute needs a last day.',
  '这些日子里您在这家店铺没有这个班次，不能交给别人。':
    'You do not have this shift in this store on these days, so you cannot give it away.',
  '{name}{days}已在这家店铺上{shift}，请先结束那条分配，或换一个日期。':
    '{name} already has {shift} in this store {days}. Please end that assignment first, or choose other dates.',
  '{on} 这家店铺的占比已有 {names}，只剩 {left}%，请调低占比。':
    'On {on} {names} already hold shares of this store; only {left}% is left. Please lower the share.',
  '这条记录已在 {day} 结束，只能改为更早的日期。':
    'This record already ended on {day}; it can only be set to an earlier day.',
  '您只能结束自己安排的替班，其他分配请联系组长。':
    'You can only end substitutes that you arranged. For others please ask your head.',
  '您只能结束本组客服的分配。': 'You can only end assignments of your own team.',
  '店铺已停止服务，不能再分配客服。': 'The store has stopped; no more agents can be assigned.',
  '自 {fromOn} 起': 'from {fromOn}',
  ' {fromOn} 至 {toOn} ': ' from {fromOn} to {toOn} ',
  '请选择本公司在职的客服。': 'Choose an active agent of this company.',
  '这条分配已在 {day} 结束，不能再调整。': 'This assignment ended on {day} and can no longer be changed.',
  '没有要调整的内容：请换人，或改班次、职责、占比。':
    'Nothing to change: choose another agent, shift, duty or share.',
}
