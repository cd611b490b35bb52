export const closingMonths: Record<string, string> = {
  '上个月还没有结账，请先结上个月。': 'The month before is not closed yet. Please close it first.',
  '这个月还没有过完，下个月才能结账。': 'This month is not over yet. It can be closed next month.',
  '各店铺毛利减公共费用与净利不相等，不能结账。请联系管理员核对。':
    'The gross profits of the stores less common costs do not come to the net result, so the month cannot be closed. Please have your administrator check.',
  '还有 {n} 项没有处理完，请先处理，或写明理由后豁免。':
    '{n} {n:item is|items are} still open. Please put {n:it|them} right, or waive with a reason.',
  '这个月已经结账。': 'This month is closed already.',
  '这个月还没有结账，不需要反结账。': 'This month is not closed; there is nothing to reopen.',
  '只能反结最近一个已结的月份（{latest}）。': 'Only the latest closed month ({latest}) can be reopened.',
  '没有等待确认的反结账。': 'No reopening waits to be confirmed.',
  '只有提出反结账的人可以撤回。': 'Only who asked for the reopening can withdraw it.',
  '{name}申请反结账 {month}，请您确认': '{name} asks to reopen {month}; please confirm',
  '{name}确认了您申请的反结账 {month}': '{name} confirmed that {month} is reopened, as you asked',
  反结账待确认: 'A reopening to confirm',
  '另一位管理员申请反结账，或确认了您的申请':
    'Another administrator asks to reopen a month, or confirmed what you asked for',
  '反结账要由另一位管理员确认，不能由本人确认。':
    'Another administrator has to confirm a reopening; you cannot confirm your own.',
  '金额不能是 0。': 'The amount cannot be 0.',
}
