export const storeBoard: Record<string, string> = {
  '{name} {day} 分配客服': 'Assign an agent: {name}, {day}',
  '{name}在 {place} 上方': '{name} over {place}',
  '{name}放在 {place}': '{name} put down at {place}',
  '{staff} · {store} · {shift} · {duty} · 占比 {share}% · {from} 至 {to}':
    '{staff} · {store} · {shift} · {duty} · share {share}% · {from} to {to}',
  上一周: 'Week before',
  下一周: 'Week after',
  '人数是今天所分配店铺的日均咨询量之和，按占比折算；取最近 7 天里有数据的日子。':
    "The sum of the mean daily volume of today's stores, by share; over the days with data among the last 7.",
  今后: 'open',
  全部小组: 'All teams',
  '共 {n} 家店铺，只显示前 {shown} 家；请按小组或名称查找。':
    'Stores: {n}; only the first {shown} are shown. Search by team or name.',
  分配: 'Assign',
  客服负荷: 'Load of agents',
  小组: 'Team',
  已调整: 'Changed',
  '店铺 {n} · 日均 {volume} 人': 'Stores {n} · {volume} users a day',
  '店铺 {n}': 'Stores {n}',
  店铺名称或编号: 'Store name or code',
  打开店铺: 'Open store',
  拖到表格里分配: 'Drag onto the roster to assign',
  按店铺: 'By store',
  每人负责的店铺: 'Stores of each person',
  '按空格提起，按方向键换位置，再按空格放下，按 Esc 取消。':
    'Space picks it up, arrow keys move it, Space puts it down, Esc cancels.',
  '换一个小组或名称再找；没有分到小组的店铺，请先更换组长。':
    'Try another team or name. A store without a team first needs a head.',
  替班的人: 'Substitute',
  本周无人: 'Nobody this week',
  本周没有店铺: 'No store this week',
  没有店铺: 'No stores',
  '给{name}安排替班': 'Arrange a substitute for {name}',
  '调整{name}在{store}的分配': 'Change the assignment of {name} at {store}',
  调整: 'Change',
  调整或转交: 'Change or hand over',
  '这天起按新的，之前不变': 'From this day on; before it nothing changes',
}
