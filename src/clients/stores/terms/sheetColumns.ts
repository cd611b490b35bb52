import { modelNames } from '#clients/stores/rules.ts'
import { priceColumns, storeOfRow } from '#clients/stores/sheetColumns.ts'
import { choiceColumn, dayColumn, type ImportColumn, textColumn } from '#kit/recordSheet.ts'

/** The columns of terms; store and first day identify them. */
export const termsColumns: ImportColumn[] = [
  ...storeOfRow('店铺编号或名称，须已登记'),
  {
    ...dayColumn('fromOn', '生效日期', '2026-06-01'),
    required: true,
    newOnly: true,
    note: '同一天已有的就更正它；改生效日期请在店铺页撤回原来的',
  },
  { ...choiceColumn('pricingModel', '计费方式', modelNames, '包量 + 超量'), required: true },
  ...priceColumns,
  {
    ...textColumn('tiers', '档位', ''),
    note: '按量分档：日均上限：月费，用分号隔开，如 100：3000；200：4000；以上：6000',
  },
  { field: 'storeSalaryCents', header: '店铺工资', kind: 'money', example: '800.00', note: '每月' },
  textColumn('note', '备注', ''),
  {
    ...textColumn('reason', '原因', ''),
    accompanies: true,
    note: '更正已生效的，或从已过的日期起登记时必填，只有管理员和财务可以',
  },
]
