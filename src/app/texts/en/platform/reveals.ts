export const reveals: Record<string, string> = {
  '这个上限刚被别人修改过，请刷新后再改。':
    'Somebody else has just changed this limit. Please refresh and change it again.',
  每人每天上限: 'Limit per person and day',
  每人每天查看完整信息的次数: 'Looks at full values per person and day',
  '只作用于您所在的公司；每小时另有 30 次的上限':
    'For your company only; besides, there is a limit of 30 an hour',
  '修改{name}的查看上限': 'Change the limit of {name}',
  次: 'times',
  '0 表示不能查看；已经查看过的不受影响': '0 means no looks at all; past ones are not affected',
}
