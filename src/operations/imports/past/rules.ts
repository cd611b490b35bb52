import { type Day, monthOf } from '#kit/calendar.ts'
import { type Sentence, t } from '#kit/text.ts'
import { COMPARED_DAYS } from '#people/books/rules.ts'
import type { PastReason, PastRowState, PastStatus } from './contract.ts'

/** Labels of a row's effect. */
export const stateNames: Record<PastRowState, string> = {
  create: '新增',
  update: '更新',
  same: '不变',
  conflict: '冲突',
  error: '错误',
}

export const stateTones = {
  create: 'green',
  update: 'blue',
  same: 'grey',
  conflict: 'orange',
  error: 'red',
} as const

export const statusNames: Record<PastStatus, string> = {
  preview: '待确认',
  committed: '已导入',
  undone: '已撤销',
}

export const statusTones = { preview: 'orange', committed: 'green', undone: 'grey' } as const

/** Describes why a row is rejected or has no effect; for `unread`, the reader describes it. */
export function reasonSentence(
  reason: Exclude<PastReason, 'unread'>,
  { name, on, firstRow }: { name: string; on: Day | null; firstRow: number | null },
): Sentence {
  switch (reason) {
    case 'noStore':
      return {
        sentence: '“{name}”这一天不在您负责的店铺里，或系统里没有这家店铺、已停止。请核对编号、名称和平台。',
        values: { name },
      }
    case 'severalStores':
      return { sentence: '有几家店铺叫“{name}”，请填平台或店铺编号。', values: { name } }
    case 'otherStore':
      return { sentence: '店铺编号和店铺名称“{name}”不是同一家店铺，请核对。', values: { name } }
    case 'repeated':
      return { sentence: '与第 {n} 行是同一家店铺的同一天，请合并成一行。', values: { n: firstRow ?? 0 } }
    case 'closed':
      return { sentence: '{month} 已结账，这一行没有导入。', values: { month: on ? monthOf(on) : '' } }
    case 'tooOld':
      return {
        sentence: '{on} 比启用月份早 {n} 天以上，这一行没有导入。',
        values: { on: on ?? '', n: COMPARED_DAYS },
      }
    case 'imported':
      return { sentence: '这一天有平台导出的数据，以平台数据为准；差异列在“数字核对”里。' }
    case 'corrected':
      return { sentence: '这一天的数手工更正过，以更正为准。要用表里的数，请先撤销更正再导入。' }
  }
}

/** Formats a problem of a row: its column, if there is one, and the message. */
export function faultText({ column, message }: { column: string; message: string }): string {
  return column === '' ? message : t('{column}：{problem}', { column: t(column), problem: message })
}
