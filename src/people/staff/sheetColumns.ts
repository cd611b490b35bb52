import type { ImportColumn } from '#kit/recordSheet.ts'
import { choice, day, text } from '#kit/recordSheet.ts'
import { roleNames } from './rules.ts'

const admin = { adminOnly: true }

export const staffColumns: ImportColumn[] = [
  {
    ...text('username', '用户名', 'lihua', '3–32 位字母数字；按它认人，已有的就更新'),
    ...{ required: true, newOnly: true },
  },
  { ...text('name', '姓名', '李华'), required: true },
  text('mobile', '手机号', '13800138000', '11 位；导出文件里带 * 的号码表示不改'),
  text('employeeNo', '工号', 'A001'),
  { ...choice('role', '角色', roleNames, '客服'), ...admin, required: true },
  {
    ...{ field: 'parentId', header: '所属组长', kind: 'person', example: '', ...admin },
    note: '姓名或用户名；客服不填就是组长。组长可以在同一张表里',
  },
  day('hiredOn', '入职日期', '2026-03-01'),
  { field: 'baseSalaryCents', header: '基本工资', kind: 'money', example: '4500.00', ...admin },
  { field: 'seniorityPayCents', header: '工龄工资', kind: 'money', example: '200.00', ...admin },
  { field: 'commissionRateBp', header: '提成比例', kind: 'percent', example: '5%', ...admin },
  { ...text('payeeBank', '收款银行', '招商银行杭州分行'), ...admin },
  { ...text('payeeCard', '收款卡号', '', '12–19 位；导出文件里带 * 的号码表示不改'), ...admin },
]
