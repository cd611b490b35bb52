import type { Sentence } from '#kit/text.ts'
import type { CellMetric } from '#reporting/reports/contract.ts'
import type { Subject } from './contract.ts'
import type { Outcome } from './contractQuestions.ts'

export const outcomeNames: Record<Outcome, string> = {
  corrected: '已更正',
  imported: '已重新导入',
  right: '数字没错',
}

/** The days back that an empty list of pending figures covers. */
export const PENDING_DAYS = 30

/** The outcomes as labelled in the answer window. */
export const answerNames: Record<Outcome, string> = {
  corrected: '更正这个数',
  imported: '已重新导入',
  right: '不改：数字没错',
}

export const subjectNames: Record<Subject, string> = { store: '店铺', customer: '客户', agent: '客服' }

export const statusNames = { open: '待答复', answered: '已答复' } as const

/** Why a correction ended. */
export const endingNames = {
  import: '已被导入取代',
  undo: '随撤销导入失效',
  corrected: '已再次更正',
  revoked: '已撤销',
  log: '已被日志取代',
  template: '已被历史表取代',
} as const

export const metricNames: Record<CellMetric, string> = {
  volume: '咨询量',
  reply: '回复率',
  handled: '接待人数',
  firstResponse: '首响',
  averageResponse: '平均响应',
  satisfaction: '满意率',
  conversion: '询单转化率',
}

/** The unit of a metric: a count, a rate, or a mean time. */
export const unitOf = (metric: CellMetric): 'count' | 'rate' | 'seconds' => {
  if (metric === 'firstResponse' || metric === 'averageResponse') return 'seconds'
  return metric === 'volume' || metric === 'handled' ? 'count' : 'rate'
}

/** Converts a figure's name to its column; `measureOf` is the inverse. */
export function columnOf(measure: string): string {
  return measure.replace(/[A-Z]|(?<=[a-z])\d+/g, (letter) => `_${letter.toLowerCase()}`)
}

export function measureOf(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The formulas of the cells; the version increases when the formula changes. */
export const formulas = {
  volume: { version: 1, formula: '咨询量 = Σ 各店每天的咨询人数；平台没有给出时，依次用会话数、接待人数' },
  replied: { version: 1, formula: '回复率 = Σ（咨询人数 − 未回复人数）÷ Σ 咨询人数' },
  handled: {
    version: 1,
    formula: '接待人数 = Σ 各昵称每天的接待人数；平台文件没有的昵称，取已通过的日志',
  },
  within3min: { version: 1, formula: '3 分钟回复率 = Σ 3 分钟内回复数 ÷ Σ 应回复数' },
  firstResponse: { version: 1, formula: '首响 = Σ 首响总时长 ÷ Σ 首响次数' },
  averageResponse: { version: 1, formula: '平均响应 = Σ 响应总时长 ÷ Σ 响应次数' },
  satisfaction: { version: 1, formula: '满意率 = Σ 满意评价数 ÷ Σ 评价总数' },
  conversion: { version: 1, formula: '询单转化率 = Σ 下单人数 ÷ Σ 询单人数' },
} as const

/** Why the period of a cell is invalid; null if it is valid. */
export function periodProblem({ from, to }: { from: string; to: string }, today: string): Sentence | null {
  if (from > to) return { sentence: '开始日期不能晚于结束日期，请重新选择。' }
  return to > today ? { sentence: '还没有 {to} 的数据，结束日期请选到今天为止。', values: { to } } : null
}
