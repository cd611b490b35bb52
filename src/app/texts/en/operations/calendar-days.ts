export const calendarDays: Record<string, string> = {
  '2027 年的调休上班日国务院还没有公布，公布后请在这里补上':
    'The worked weekend days of 2027 are not announced yet; add them here once they are',
  添加日子: 'Add days',
  '{day} {name}会变回平常的一天。': '{day} ({name}) becomes an ordinary day again.',
  这一年还没有节假日: 'No holidays in this year yet',
  '国务院公布放假安排后，在这里添加。': 'Add them here once the State Council has announced them.',
  添加节假日: 'Add holidays',
  '如：国庆节': 'For example: National Day',
  不填就是一天: 'Empty: a single day',
  已添加: 'Added',
  '编辑 {day}': 'Edit {day}',
  适用范围: 'For',
  更新人: 'Updated by',
  '含有这些日子的周不预警，也不作以后各周的比较':
    'Weeks with these days raise no warning and are no measure for later weeks',
  添加促销: 'Add a sale',
  '{name}的这几周会重新参加预警和比较。': 'The weeks of {name} are warned about and compared again.',
  这一年还没有促销周: 'No promotion weeks in this year yet',
  '添加 618、双11 等大促，它们的周不会触发预警。':
    'Add 618, Double 11 and other sales; their weeks raise no warning.',
  '如：双11': 'For example: Double 11',
  各公司共用: 'All companies',
  仅本公司: 'This company only',
  年份: 'Year',
  放假: 'Day off',
  调休上班: 'Worked',
  '其中有一天已经在表里，请直接修改那一天。':
    'One of these days is in the table already; edit that day instead.',
  '各公司共用的由总部的管理员维护；您可以添加一条本公司的来代替它。':
    "What all companies share is kept by the headquarters' admins; you can add one of your company's own instead.",
  这个节假日: 'This holiday',
  这个促销周: 'This promotion week',
}
