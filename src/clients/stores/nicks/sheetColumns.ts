import { agent, storeOfRow } from '#clients/stores/sheetColumns.ts'
import { dayColumn, type ImportColumn, textColumn } from '#kit/recordSheet.ts'

/** The columns of a nick binding. */
export const nickColumns: ImportColumn[] = [
  ...storeOfRow('店铺编号或名称，须已登记；已停止的只能保持不变'),
  {
    ...textColumn('nick', '平台昵称', '示例家居旗舰店:小李', '子账号、旺旺昵称，与平台导出的完全一致'),
    required: true,
    newOnly: true,
  },
  agent,
  {
    ...dayColumn('fromOn', '开始日期', '2026-01-15'),
    note: '不填就是这个昵称首次有数据的日期，没有数据就是今天',
  },
  { ...dayColumn('toOn', '结束日期', ''), note: '最后一天，只能改早；不填就是一直有效' },
]
