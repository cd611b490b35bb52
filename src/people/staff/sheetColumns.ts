import { sheetColumns } from '#kit/recordFields.ts'
import { type ImportColumn, textColumn } from '#kit/recordSheet.ts'
import { staffFields } from './fields.ts'

export const staffSheetColumns: ImportColumn[] = [
  {
    ...textColumn('username', '用户名', 'lihua', '3–32 位字母数字；按它认人，已有的就更新'),
    required: true,
    newOnly: true,
  },
  ...sheetColumns(staffFields, [
    ...(['name', 'mobile', 'employeeNo', 'role', 'parentId', 'hiredOn'] as const),
    ...(['baseSalaryCents', 'seniorityPayCents', 'commissionRateBp', 'payFromOn'] as const),
    ...(['payeeBank', 'payeeCard'] as const),
  ]),
]
