import { agent, storeOfRow } from '#clients/stores/sheetColumns.ts'
import { choiceColumn, dayColumn, type ImportColumn } from '#kit/recordSheet.ts'
import { dutyNames } from './rules.ts'

/** The columns of an assignment; store, agent, shift and first day identify it. */
export const assignmentColumns: ImportColumn[] = [
  ...storeOfRow('店铺编号或名称，须已登记；已停止的只能保持不变'),
  agent,
  {
    field: 'shift',
    header: '班次',
    kind: 'choice',
    example: '早班',
    newOnly: true,
    note: '本公司的班次；不填就是早班',
  },
  { ...choiceColumn('duty', '职责', dutyNames, '主责'), note: '不填就是主责' },
  {
    field: 'sharePercent',
    header: '占比',
    kind: 'share',
    example: '60%',
    note: '店铺工资的分配，同一天合计不超过 100%；不填：主责、副责 100%，替班 0',
  },
  { ...dayColumn('fromOn', '开始日期', '2026-05-01'), required: true, newOnly: true },
  { ...dayColumn('toOn', '结束日期', ''), note: '最后一天；不填就是一直有效' },
]
