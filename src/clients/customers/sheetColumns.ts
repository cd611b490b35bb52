import { churnReasonColumn } from '#clients/churn-records/rules.ts'
import { sheetColumns } from '#kit/recordFields.ts'
import { COMPANY_COLUMN, choiceColumn, dayColumn, type ImportColumn, textColumn } from '#kit/recordSheet.ts'
import { customerFields } from './fields.ts'
import { statusNames } from './rules.ts'

export const customerColumns: ImportColumn[] = [
  { ...textColumn('code', '客户编号', '', '新客户留空，由系统编号；填了就更新那位客户'), finding: true },
  COMPANY_COLUMN,
  ...sheetColumns(customerFields, ['name', 'type', 'uscc', 'contact', 'mobile', 'wechat', 'source']),
  {
    field: 'ownerId',
    header: '负责商务',
    kind: 'person',
    people: 'owners',
    example: '',
    newOnly: true,
    note: '姓名或用户名，不填就是您自己；已有客户请用转移',
  },
  {
    ...choiceColumn('status', '状态', statusNames, '合作中'),
    newOnly: true,
    note: '只用于新客户；合作中和暂停的要填合同起止日期，启用前已流失的要填合同开始日期、流失日期和流失原因',
  },
  ...sheetColumns(customerFields, ['contractNo', 'contractStartOn', 'contractEndOn']),
  {
    ...dayColumn('churnedOn', '流失日期', ''),
    newOnly: true,
    note: '只用于启用系统前已流失的客户；最后服务日',
  },
  churnReasonColumn,
  ...sheetColumns(customerFields, ['tags', 'remark']),
]
