export const savedViews: Record<string, string> = {
  谁可以用: 'For whom',
  列表: 'List',
  筛选条件: 'Filters',
  '筛选条件太长，请减少几项': 'The filters are too long, please use fewer',
  视图名称: 'View name',
  视图: 'View',
  '只有组长可以保存给本组用的视图，请选择「仅自己」。':
    'Only a team leader can save a view for the team. Please choose "Only me".',
  '只有管理员可以保存给全公司用的视图，请选择「仅自己」。':
    'Only an administrator can save a view for the company. Please choose "Only me".',
  '这个视图是别人保存的，您可以用它，但不能改。需要不同的条件时，请另存为自己的视图。':
    'Somebody else saved this view: you can use it, but not change it. For other filters, save a view of your own.',
  '您已保存 {n} 个视图，不能再增加，请先删除不用的。':
    'You have saved {n} views; no more fit. Please delete those that you do not use.',
  '同名的视图已经存在，请换一个名称，或先改掉原来的。':
    'A view of that name exists already. Choose another name, or rename the other one first.',
}
