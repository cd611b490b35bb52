import { sheetColumns } from '#kit/recordFields.ts'
import { COMPANY_COLUMN, type ImportColumn, textColumn } from '#kit/recordSheet.ts'
import { staffFields } from './fields.ts'
import { roleNames } from './rules.ts'

const [roleColumn] = sheetColumns(staffFields, ['role'])

/** The columns of a person. A head is a role of its own here, as in the list and its exports. */
export const staffSheetColumns: ImportColumn[] = [
  {
    ...textColumn('username', '用户名', 'lihua', '3–32 位字母数字；按它认人，已有的就更新'),
    required: true,
    newOnly: true,
  },
  COMPANY_COLUMN,
  ...sheetColumns(staffFields, ['name', 'mobile', 'employeeNo']),
  { ...(roleColumn as ImportColumn), words: { ...roleNames, head: '组长' } },
  ...sheetColumns(staffFields, [
    ...(['parentId', 'hiredOn'] as const),
    ...(['baseSalaryCents', 'seniorityPayCents', 'commissionRateBp', 'payFromOn'] as const),
    ...(['payeeBank', 'payeeCard'] as const),
  ]),
]
