import type { Actor } from '#access/can.ts'
import { hideRoleUpdate, seesPay } from '#access/can.ts'
import { openingKindNames } from '#billing/customer-bills/rules.ts'
import { sourceNames, statusNames, typeNames } from '#clients/customers/rules.ts'
import { roleNames } from '#people/staff/rules.ts'
import type { ImportColumn } from './column.ts'
import { choice, churnReason, day, text } from './column.ts'
import { assignment, nick, store } from './columnsOfStores.ts'
import type { ImportEntity } from './contract.ts'

const customer: ImportColumn[] = [
  { ...text('code', '客户编号', '', '新客户留空，由系统编号；填了就更新那位客户'), finding: true },
  { ...text('name', '客户名称', '杭州示例家居有限公司', '没填编号时按名称认客户'), required: true },
  choice('type', '客户类型', typeNames, '企业'),
  text('uscc', '统一社会信用代码', '91330100799655058B'),
  text('contact', '联系人', '王女士'),
  text('mobile', '手机号', '13800138000', '11 位；导出文件里带 * 的号码表示不改'),
  text('wechat', '微信号', 'wang-2026'),
  choice('source', '客户来源', sourceNames, '转介绍'),
  {
    ...{ field: 'ownerId', header: '负责商务', kind: 'person', example: '', newOnly: true },
    note: '姓名或用户名，不填就是您自己；已有客户请用转移',
  },
  {
    ...choice('status', '状态', statusNames, '合作中'),
    newOnly: true,
    note: '只用于新客户；合作中和暂停的要填合同起止日期，启用前已流失的要填合同开始日期、流失日期和流失原因',
  },
  text('contractNo', '合同编号', 'HT-2026-001'),
  day('contractStartOn', '合同开始日期', '2026-01-01'),
  day('contractEndOn', '合同结束日期', '2026-12-31'),
  {
    ...{ ...day('churnedOn', '流失日期', ''), newOnly: true },
    note: '只用于启用系统前已流失的客户；最后服务日',
  },
  churnReason,
  { field: 'tags', header: '标签', kind: 'words', example: '女装、老客户', note: '用顿号或逗号隔开' },
  text('remark', '备注', ''),
]

const admin = { adminOnly: true }

const staff: ImportColumn[] = [
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

/** What a company begins with. All that tells one balance from another is its key; the rest is only compared. */
const opening: ImportColumn[] = [
  {
    ...{ field: 'customerId', header: '客户', kind: 'customer', example: '杭州示例家居有限公司' },
    ...{ required: true, newOnly: true, note: '客户编号或名称，须已登记' },
  },
  { ...text('storeName', '店铺', '', '这位客户的店铺名称；不分店铺就留空'), newOnly: true },
  {
    ...choice('kind', '类型', openingKindNames, '期初应收'),
    ...{ required: true, newOnly: true, note: '客户预付没用完的款填期初押金，以后抵扣账单' },
  },
  {
    ...day('onDay', '发生日期', '2025-12-31'),
    ...{ required: true, newOnly: true, note: '须早于首个记账月份' },
  },
  { ...text('earlierNo', '原单号', 'FP-1208', '同一位客户同一天有几笔时，用它区分'), newOnly: true },
  {
    field: 'amountCents',
    header: '金额',
    kind: 'money',
    example: '3200.00',
    required: true,
    note: '元，大于 0',
  },
  { ...day('dueOn', '到期日', ''), note: '不填就是发生日期后 15 天' },
  text('note', '备注', ''),
]

const columns: Record<ImportEntity, ImportColumn[]> = { staff, customer, store, assignment, nick, opening }

/** The columns of a kind's sheet that this person may fill. */
export function columnsFor(actor: Actor, entity: ImportEntity): ImportColumn[] {
  const setsAll = !hideRoleUpdate(actor) && seesPay(actor)
  return columns[entity].filter(({ adminOnly }) => setsAll || !adminOnly)
}
