export const rosters: Record<string, string> = {
  早: 'M',
  中: 'A',
  晚: 'E',
  夜: 'N',
  休: 'Off',
  假: 'Lv',
  休息: 'Off',
  请假: 'Leave',
  周: 'Week',
  类型: 'Kind',
  排班: 'Roster',
  '您可以查看自己的排班；需要调整，请联系组长。':
    'You can read your own roster. To change it, ask your head.',
  '休息或请假的那天不能再有班次。': 'A day of rest or leave cannot have a shift as well.',
  '只能排 {from} 至 {to} 的班。': 'Only {from} to {to} can be rostered.',
  '{name}在 {day} 离职，之后的日子不能排班。': '{name} left on {day}; later days cannot be rostered.',
  '{name}在 {day} 入职，之前的日子不能排班。': '{name} joined on {day}; earlier days cannot be rostered.',
  '{name} {day} 的排班刚被别人改过，这次的修改没有保存。请核对后再排。':
    'The roster of {name} on {day} was changed by somebody else just now; nothing was saved. Check it and try again.',
}
