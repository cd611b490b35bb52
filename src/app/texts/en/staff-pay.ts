/** What people are paid, by date. */
export const staffPay: Record<string, string> = {
  旧版程序修改: 'changed by an older version of the program',
  撤回调薪: 'Withdrew a raise',
  '撤回 {from} 起的薪酬': 'Withdraw the pay from {from}',
  之前的薪酬继续有效: 'The pay before it goes on',
  '这条薪酬已经生效，不能撤回；登错的请用“更正”。':
    'This pay holds already and cannot be withdrawn; correct it if it is wrong.',
  薪酬: 'Pay',
  调薪: 'Raise',
  登记薪酬: 'Add pay',
  '登记{name}的薪酬': 'Pay of {name}',
  '给{name}调薪': 'Raise for {name}',
  '更正 {from} 起的薪酬': 'Correct the pay from {from}',
  更正薪酬: 'Correct pay',
  薪酬生效日期: 'Pay effective from',
  调薪原因: 'Reason for the pay',
  工龄每满一年: 'Seniority per full year',
  工龄工资上限: 'Seniority cap',
  绩效基数: 'KPI base',
  '按生效日期；以前的不会被改写，已结账的月份不变':
    'By effective day. Earlier pay is never rewritten, and closed months stay as they are.',
  还没有薪酬: 'No pay yet',
  '登记之后，工资从生效日期起按它计算。': 'Once added, payroll is calculated by it from its effective day.',
  '从未结账的日期起；之前的工资不变': 'From a day that is not closed; earlier pay stays.',
  '原来的内容保留备查；已结账的月份不变': 'What was there stays on record; closed months do not change.',
  '固定金额；按年递增的填下面两项': 'A fixed amount. If it grows by the year, fill in the next two instead.',
  '满一年的次月 1 日起算': 'Counted from the first of the month after each anniversary.',
  '先登记，有绩效方案后才计算': 'Kept for now; it counts once there is a KPI plan.',
  '上面三项从这天起；不填：新员工从入职日期起，其他人从本月 1 日起':
    'The three amounts above hold from this day. If empty: from the hire date for new people, from the first of this month for others.',
  '基本工资 {money}': 'Base pay {money}',
  '提成 {rate}': 'Commission {rate}',
  '绩效基数 {money}': 'KPI base {money}',
  '工龄工资 {money}': 'Seniority pay {money}',
  '工龄工资每满一年 {money}，最多 {cap}': 'Seniority {money} per full year, at most {cap}',
  修改员工资料: 'Person edited',
  入职日期改早: 'Hire date moved to an earlier day',
  '已有从 {day} 起的薪酬，请用“更正”。': 'There is pay from {day} already. Use "Correct".',
  '这条薪酬已被更正，请刷新后再看。': 'This pay has been corrected. Please refresh.',
  '工龄工资填固定金额或每满一年的金额，二者填一。':
    'Enter seniority pay as a fixed amount or per full year, not both.',
  '请填写工龄工资的上限。': 'Please enter the cap of seniority pay.',
  '填了上限，请一并填每满一年的金额。': 'With a cap, please enter the amount per full year too.',
  '填了薪酬生效日期，请一并填基本工资、工龄工资或提成比例。':
    'With an effective day, please enter base pay, seniority pay or the commission rate too.',
  '这条薪酬只涉及已结账的月份，不能更正；差额请用工资“更正金额”补。':
    'This pay holds in closed months only and cannot be corrected. Add the difference as a correction of pay.',
}
