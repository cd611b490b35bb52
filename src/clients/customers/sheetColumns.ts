import { churnReasonColumn } from '#clients/churn-records/rules.ts'
import type { ImportColumn } from '#kit/recordSheet.ts'
import { choice, day, text } from '#kit/recordSheet.ts'
import { sourceNames, statusNames, typeNames } from './rules.ts'

export const customerColumns: ImportColumn[] = [
  { ...text('code', '客户编号', '', '新客户留空，由系统编号；填了就更新那位客户'), finding: true },
  { ...text('name', '客户名称', '杭州示例家居有限公司', '没填编号时按名称认客户'), required: true },
  choice('type', '客户类型', typeNames, '企业'),
  text('uscc', '统一社会信用代码', '91330100799655058B'),
  text('contact', '联系人', '王女士'),
  text('mobile', '手机号', '13800138000', '11 位；导出文件里带 * 的号码表示不改'),
  text('wechat', '微信号', 'wang-2026'),
  choice('source', '客户来源', sourceNames, '转介绍'),
  {
    ...{ field: 'ownerId', header: '负责商务', kind: 'person', people: 'owners', example: '', newOnly: true },
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
  churnReasonColumn,
  { field: 'tags', header: '标签', kind: 'words', example: '女装、老客户', note: '用顿号或逗号隔开' },
  text('remark', '备注', ''),
]
