import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { VolumeDay } from './rows.ts'

const sourceNames = {
  imported: '平台导入',
  keyed: '手工录入',
  workbook: '历史日数据',
  sum: '客服合计',
} as const

/** Cell texts of the daily reports. */
export const volumeFormatters = {
  source: {
    name: 'reports.source',
    of: (row, say) => {
      const name = row.source && say(sourceNames[row.source])
      return name && row.pending.length > 0
        ? say('{name}，{n} 项待统计', { name, n: row.pending.length })
        : name
    },
  } as CellFormatter<Pick<VolumeDay, 'source' | 'pending'>>,
}
