export const payroll: Record<string, string> = {
  '{month} 在启用月份（{from}）之前，不能更正。':
    '{month} is before the first month of the books ({from}) and cannot be corrected.',
  '{name} {month} 的工资': 'Pay of {name}, {month}',
  出勤天数: 'Days attended',
  '出勤 {days} 天': '{days} {days:day|days} attended',
  底薪标准: 'Agreed base',
  底薪和工龄: 'Base and seniority',
  更正合计: 'Corrections',
  有更正: 'Corrected',
  缺勤: 'Absent',
  没有排班: 'Without shifts',
  这个月没有人: 'Nobody in this month',
  '当月在职的员工都在这里；请换一个月份，或放宽筛选。':
    'Everybody with the company in the month is here. Choose another month, or fewer filters.',
  '有已通过日志的天数 / 应出勤的天数，含更正；没有排班的按在职天数':
    'Days with an approved log / days owed, corrections included; without shifts the days with the company',
  '底薪标准 × 出勤；当月入职、离职的再乘在职天数 / 当月天数':
    'Agreed base × attendance; for who came or left in the month also × days with the company / days in the month',
  'Σ 每天的店铺工资 × 占比 / 当月天数，只算分配给本人且服务中的日子':
    'Σ store salary of the day × share / days in the month, over days assigned and in service',
  '平台文件里本人的销售额 × 提成比例，按店铺':
    'Own sales in the files of the platforms × commission rate, by store',
  '底薪 × 出勤 + 工龄工资 + 店铺工资 + 提成 + 更正':
    'Base × attendance + seniority + store salaries + commission + corrections',
  '本月 {now}，上月 {before}': 'This month {now}, last month {before}',
  '已结账，按结账时': 'Closed: as it was then',
  '未结账，随数据变动': 'Open: moves with the figures',
  '{month} 已结账，这是结账时的工资。': '{month} is closed; this is the pay as it was then.',
  更正出勤: 'Correct attendance',
  更正金额: 'Correct amount',
  '{n} 条': '{n} {n:line|lines}',
  '本人销售额 × 提成比例': 'Own sales × commission rate',
  '{attended}/{owed} 天出勤': '{attended}/{owed} days attended',
  '{employed}/{all} 天在职': '{employed}/{all} days with the company',
  这个月没有店铺工资和提成: 'No store salary and no commission this month',
  '分配店铺时填写占比，店铺的计费方式里填写店铺工资。':
    'Give a share when assigning the store, and a store salary in its terms.',
  '提成：本人销售额 {sales} × {rate}': 'Commission: own sales {sales} × {rate}',
  '{from} 至 {to} {duty}：每月 {salary} × {share}% × {days}/{all} 天':
    '{from} to {to}, {duty}: {salary} a month × {share}% × {days}/{all} days',
  '应出勤 {owed} 天，有打卡 {logged} 天，计 {attended} 天。':
    '{owed} {owed:day|days} owed, {logged} with clock records, {attended} counted.',
  '应出勤 {owed} 天，有已通过日志和打卡 {logged} 天，计 {attended} 天。':
    '{owed} {owed:day|days} owed, {logged} with an approved log and clock records, {attended} counted.',
  '没有打卡的 {n} 天': '{n} {n:day|days} without clock records',
  '缺日志或打卡的 {n} 天': '{n} {n:day|days} without a log or clock records',
  '应出勤 {owed} 天，有已通过日志 {logged} 天，计 {attended} 天。':
    '{owed} {owed:day|days} owed, {logged} with an approved log, {attended} counted. ',
  '没有排班和店铺分配，按在职 {owed} 天计 {attended} 天。':
    'No shifts and no stores: of {owed} {owed:day|days} with the company {attended} counted. ',
  '其中更正 {days} 天。': 'Of these {days} by correction.',
  '没有已通过日志的 {n} 天': '{n} {n:day|days} without an approved log',
  还没有更正: 'No corrections yet',
  '补贴、扣款、漏交日志的出勤，写明原因后记在这里。':
    'Allowances, deductions and days without a log are noted here, with the reason.',
  '更正{name} {month} 的金额': 'Correct the amount of {name}, {month}',
  '更正{name} {month} 的出勤': 'Correct the attendance of {name}, {month}',
  '减少请填负数。': 'Less is a negative number.',
  '比如：高温补贴、损坏设备扣款': 'Such as: heat allowance, damaged equipment',
  '在现在计的 {n} 天上加减，可以是半天；减少请填负数。':
    'Added to the {n} {n:day|days} counted now; half days are possible, less is a negative number.',
  '比如：漏交日志，组长确认在岗': 'Such as: log forgotten, the head confirms the day',
  撤销这条更正: 'Take this correction back',
  '原来的一条保留，另记一条相反的。': 'The line stays; its opposite is added.',
  这个月的工资: 'The pay of this month',
  '这条更正刚被撤销，请刷新后再看。': 'This correction was just taken back. Refresh and look again.',
  '金额和出勤天数请分两条更正。': 'Correct the amount and the days in two lines.',
  '请填写要加减的金额或出勤天数。': 'Enter the amount or the days to add.',
  '金额不能是 0；减少请填负数。': 'The amount cannot be 0; less is a negative number.',
  '天数不能是 0；减少请填负数。': 'The days cannot be 0; less is a negative number.',
  '{month} 还没有开始，不能更正。': '{month} has not begun and cannot be corrected.',
  '{month} 已结账，工资不能再更正；请更正在还没结账的月份。':
    '{month} is closed and its pay can no longer be corrected; correct an open month instead.',
  '这一条是撤销，不能再撤销；请另记一条更正。':
    'This line takes another one back and cannot be taken back itself; add a correction.',
  '这条更正已经撤销。': 'This correction has been taken back.',
  '不计薪的请假 {n} 天：{days}': 'Unpaid leave, {n} {n:day|days}: {days}',
}
