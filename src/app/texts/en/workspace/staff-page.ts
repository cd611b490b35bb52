export const staffPage: Record<string, string> = {
  两步验证已重置: 'Two-step sign-in reset',
  登录限制已解除: 'Sign-in unlocked',
  '{name}马上又可以登录，密码不变；请先确认是本人提出的。':
    '{name} can sign in again at once, with the same password; first make sure that the person asked for it.',
  '登录失败次数过多，{name}在 {at} 前不能用出错的方式登录，用过的其他设备不受影响。':
    'Too many failed attempts: until {at}, {name} cannot sign in in the way that failed. Other devices used before are not affected.',
  '连续登录失败 100 次，{name}要等解除限制或重置密码才能登录，用过的其他设备不受影响。':
    'A hundred failed attempts in a row: {name} can sign in only after being unlocked or with a new password. Other devices used before are not affected.',
  '已让 {count} 台设备下线': '{count} {count:device|devices} signed out',
  '将关闭{name}的两步验证，恢复码作废；请先确认是本人提出的。':
    'Turns two-step sign-in off for {name} and voids the recovery codes. Make sure first that they asked for it themselves.',
  请在个人设置里管理自己的两步验证: 'Manage your own two-step sign-in in your settings',
  此人没有开启两步验证: 'This person has no two-step sign-in',
  '{name}会在 {count} 台设备上立即退出登录。':
    '{name} is signed out at once on {count} {count:device|devices}.',
  此人没有在任何设备上登录: 'This person is not signed in anywhere',
  请在个人设置里管理自己的设备: 'Manage your own devices in your settings',
  最新开始的在前: 'Latest start first',
  还没有分配店铺: 'No stores assigned yet',
  '在店铺页的“客服分配”里把店铺交给此人。': 'Give this person a store under "Agents" on the store\'s page.',
  '撤回 {from} 起的薪酬': 'Withdraw the pay from {from}',
  之前的薪酬继续有效: 'The pay before it goes on',
  登记薪酬: 'Add pay',
  '登记{name}的薪酬': 'Pay of {name}',
  '给{name}调薪': 'Raise for {name}',
  '更正 {from} 起的薪酬': 'Correct the pay from {from}',
  '按生效日期；以前的不会被改写，已结账的月份不变':
    'By effective day. Earlier pay is never rewritten, and closed months stay as they are.',
  还没有薪酬: 'No pay yet',
  '登记之后，工资从生效日期起按它计算。': 'Once added, payroll is calculated by it from its effective day.',
  '从未结账的日期起；之前的工资不变': 'From a day that is not closed; earlier pay stays.',
  '原来的内容保留备查；已结账的月份不变': 'What was there stays on record; closed months do not change.',
  '固定金额；按年递增的填下面两项': 'A fixed amount. If it grows by the year, fill in the next two instead.',
  '满一年的次月 1 日起算': 'Counted from the first of the month after each anniversary.',
  '先登记，有绩效方案后才计算': 'Kept for now; it counts once there is a KPI plan.',
  '基本工资 {money}': 'Base pay {money}',
  '提成 {rate}': 'Commission {rate}',
  '绩效基数 {money}': 'KPI base {money}',
  '工龄工资 {money}': 'Seniority pay {money}',
  '工龄工资每满一年 {money}，最多 {cap}': 'Seniority {money} per full year, at most {cap}',
}
