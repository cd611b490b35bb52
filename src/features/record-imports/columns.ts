import type { Actor } from '#access/can.ts'
import { hideRoleUpdate } from '#access/can.ts'
import { openingKindNames } from '#features/customer-bills/rules.ts'
import { statusNames as customerStatus, sourceNames, typeNames } from '#features/customers/rules.ts'
import { roleNames, seesPay } from '#features/staff/rules.ts'
import {
  modelNames,
  platformNames,
  seatNames,
  serviceTypeNames,
  shiftNames,
  statusNames as storeStatus,
} from '#features/stores/rules.ts'
import type { ImportEntity } from './contract.ts'

/** How a cell is read. `person` and `customer` are found by what people call them. */
export type ColumnKind =
  | 'text'
  | 'day'
  | 'money'
  | 'percent'
  | 'count'
  | 'choice'
  | 'choices'
  | 'words'
  | 'person'
  | 'customer'

/** A column of a sheet of records. */
export interface ImportColumn {
  field: string
  header: string
  kind: ColumnKind
  /** Value → word, of choices. */
  words?: Record<string, string>
  /** Without it no record can be made. */
  required?: boolean
  /** Read for new records only: those that stand change it by steps of their own. */
  newOnly?: boolean
  /** Set by whoever sets roles and pay; for the others the column does not exist. */
  adminOnly?: boolean
  note?: string
  example: string
}

const text = (field: string, header: string, example: string, note?: string): ImportColumn => ({
  ...{ field, header, kind: 'text', example },
  ...(note ? { note } : {}),
})
const day = (field: string, header: string, example: string): ImportColumn => ({
  ...{ field, header, kind: 'day', example },
})
const choice = (
  field: string,
  header: string,
  words: Record<string, string>,
  example: string,
): ImportColumn => ({ field, header, kind: 'choice', words, example })

const { trial, active, paused } = customerStatus
const { pending, trial: storeTrial, serving, paused: storePaused } = storeStatus

const customer: ImportColumn[] = [
  text('code', '客户编号', '', '新客户留空，由系统编号；填了就更新那位客户'),
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
    ...choice('status', '状态', { trial, active, paused }, '合作中'),
    newOnly: true,
    note: '只用于新客户；合作中和暂停的要填合同起止日期',
  },
  text('contractNo', '合同编号', 'HT-2026-001'),
  day('contractStartOn', '合同开始日期', '2026-01-01'),
  day('contractEndOn', '合同结束日期', '2026-12-31'),
  { field: 'tags', header: '标签', kind: 'words', example: '女装、老客户', note: '用顿号或逗号隔开' },
  text('remark', '备注', ''),
]

const { tier: _, ...flatModels } = modelNames

/** With what a new store enters the books; the price of one that stands changes on its page, from a day to come. */
const openingTerms: ImportColumn[] = [
  {
    ...choice('pricingModel', '计费方式', flatModels, '含量 + 超量'),
    note: '只用于新店铺；按量分档请导入后在店铺页登记',
  },
  { ...day('termsFromOn', '计费生效日', '2026-01-15'), note: '不填就是上线日期，没有上线就是试单日期' },
  {
    ...{ field: 'feeCents', header: '费用', kind: 'money' as const, example: '4000.00' },
    note: '固定月费、含量 + 超量：月费；底薪 + 提成：底薪；按天：一天；按小时：一小时',
  },
  { field: 'includedDaily', header: '每天含量', kind: 'count' as const, example: '200', note: '含量 + 超量' },
  { field: 'overageCents', header: '超量单价', kind: 'money' as const, example: '0.60', note: '含量 + 超量' },
  { field: 'rateBp', header: '提成比例', kind: 'percent' as const, example: '', note: '底薪 + 提成' },
  { field: 'hoursPerDay', header: '每天工时', kind: 'count' as const, example: '', note: '按小时' },
  { field: 'storeSalaryCents', header: '店铺工资', kind: 'money' as const, example: '800.00', note: '每月' },
].map((column) => ({ ...column, newOnly: true }))

const store: ImportColumn[] = [
  text('code', '店铺编号', '', '新店铺留空，由系统编号；填了就更新那家店铺'),
  {
    ...{ field: 'customerId', header: '客户', kind: 'customer', example: '杭州示例家居有限公司' },
    ...{ required: true, note: '客户编号或名称，须已登记' },
  },
  { ...choice('platform', '平台', platformNames, '天猫'), required: true },
  { ...text('name', '店铺名称', '示例家居旗舰店', '没填编号时按平台和名称认店铺'), required: true },
  text('platformShopId', '平台店铺 ID', ''),
  text('url', '店铺网址', ''),
  text('category', '类目', '家居日用'),
  {
    ...{ field: 'serviceTypes', header: '服务类型', kind: 'choices', words: serviceTypeNames },
    ...{ example: '售前、售后', note: '可填几个，用顿号隔开' },
  },
  text('serviceHours', '服务时间', '09:00–24:00'),
  {
    ...{ field: 'shifts', header: '班次', kind: 'choices', words: shiftNames },
    ...{ example: '早班、晚班', note: '可填几个，用顿号隔开' },
  },
  choice('seat', '坐席', seatNames, '共享'),
  {
    ...choice('status', '状态', { pending, trial: storeTrial, serving, paused: storePaused }, '服务中'),
    newOnly: true,
    note: '只用于新店铺；试单要填试单日期，服务中和暂停要填上线日期',
  },
  day('trialOn', '试单日期', ''),
  day('onlineOn', '上线日期', '2026-01-15'),
  day('contractEndOn', '合同到期日', '2026-12-31'),
  { field: 'leaderId', header: '负责组长', kind: 'person', example: '', note: '姓名或用户名' },
  { field: 'targetReplyRateBp', header: '目标回复率', kind: 'percent', example: '95%' },
  { field: 'targetFirstResponseS', header: '目标首响（秒）', kind: 'count', example: '30' },
  { field: 'targetAverageResponseS', header: '目标平均响应（秒）', kind: 'count', example: '60' },
  text('remark', '备注', ''),
  ...openingTerms,
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

const columns: Record<ImportEntity, ImportColumn[]> = { staff, customer, store, opening }

/** The columns of a kind's sheet that this person may fill. */
export function columnsFor(actor: Actor, entity: ImportEntity): ImportColumn[] {
  const setsAll = !hideRoleUpdate(actor) && seesPay(actor)
  return columns[entity].filter(({ adminOnly }) => setsAll || !adminOnly)
}
