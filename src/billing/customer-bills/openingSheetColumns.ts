import { COMPANY_COLUMN, choiceColumn, dayColumn, type ImportColumn, textColumn } from '#kit/recordSheet.ts'
import { openingKindNames } from './rules.ts'

/** Columns of the sheet. The `newOnly` columns form the key; the others are only compared. */
export const openingColumns: ImportColumn[] = [
  { ...textColumn('code', '账单', '', '期初的账单编号，由系统编号；新的留空'), finding: true },
  COMPANY_COLUMN,
  {
    field: 'customerId',
    header: '客户',
    kind: 'customer',
    example: '杭州示例家居有限公司',
    required: true,
    newOnly: true,
    note: '客户编号或名称，须已登记',
  },
  { ...textColumn('storeName', '店铺', '', '这位客户的店铺名称；不分店铺就留空'), newOnly: true },
  {
    ...choiceColumn('kind', '类型', openingKindNames, '期初应收'),
    required: true,
    newOnly: true,
    note: '客户预付没用完的款填期初押金，以后抵扣账单',
  },
  {
    ...dayColumn('onDay', '发生日期', '2025-12-31'),
    required: true,
    newOnly: true,
    note: '须早于启用月份',
  },
  { ...textColumn('earlierNo', '原单号', 'FP-1208', '同一位客户同一天有几笔时，用它区分'), newOnly: true },
  {
    field: 'amountCents',
    header: '金额',
    kind: 'money',
    example: '3200.00',
    required: true,
    note: '元，大于 0',
  },
  { ...dayColumn('dueOn', '到期日', ''), note: '不填就是发生日期后 15 天' },
  textColumn('note', '备注', ''),
]
