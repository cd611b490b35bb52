export const shifts: Record<string, string> = {
  标记: 'Mark',
  '{day} 没有这个班次，请另选一个。': 'There is no such shift on {day}; choose another one.',
  '{name}从 {day} 起才有，请另选一个班次或日期。':
    '{name} begins on {day}; choose another shift or another day.',
  '{name}用到 {day} 为止，之后的日子请另选一个班次。':
    '{name} was used until {day}; choose another shift for the days after it.',
  '至少要留一个班次。': 'At least one shift must remain.',
  '{from}–次日 {to}': '{from}–{to} (next day)',
  标记只能是一个字: 'A mark is one character',
  颜色: 'Colour',
  上班时间: 'Begins at',
  下班时间: 'Ends at',
  休息分钟数: 'Minutes of break',
  折算班次: 'Counts as shifts',
  '班次时长应在 0.5 至 16 小时之间。': 'A shift takes 0.5 to 16 hours.',
  '工时不能比上班到下班的时间还长。': 'The hours cannot exceed the time from begin to end.',
  '标记“{mark}”已被{name}使用。': 'The mark "{mark}" is used by {name}.',
  '已有名称相同的班次，请换一个名称。': 'There is a shift of that name; choose another one.',
  '最多 {n} 个班次，请先停用不用的。': 'At most {n} shifts; end one that is not used first.',
  '这个班次在 {day} 已经停用或改过，请从最新的一行改。':
    'This shift was ended or changed on {day}; change its latest row.',
  '这个班次从 {day} 起还有一次改动，请改那一次。': 'There is a later change from {day}; edit that one.',
  '这一行从 {day} 起有效，不能从更早的日期改。':
    'This row holds from {day}; it cannot be changed from an earlier day.',
  '{day} 之后还有 {n} 处排班或分配用这个班次，请先改掉。':
    'After {day}, {n} rosters or assignments still use this shift; change them first.',
  '这个班次已有排班，只能停用。': 'This shift has been used; it can only be ended.',
}
