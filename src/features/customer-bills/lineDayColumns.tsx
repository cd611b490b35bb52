import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { Tone } from '#kit/ui/StatusTag.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { LineDay, OpenedLine } from './contractLines.ts'

const STATES: Record<LineDay['state'], { tone: Tone; label: string }> = {
  counted: { tone: 'green', label: '计入' },
  missing: { tone: 'orange', label: '缺数据' },
  excluded: { tone: 'grey', label: '不计入' },
}

/** Why a day is not in the line. */
const REASONS: Record<NonNullable<LineDay['why']>, string> = {
  before: '上线前',
  trial: '试单期',
  paused: '暂停期',
  stopped: '已停止服务',
  terms: '还没有计费方式',
  other: '按另一种价格，在别的行',
}

const SOURCES: Record<NonNullable<LineDay['source']>, string> = {
  imported: '平台导入',
  keyed: '手工录入',
  sum: '客服合计',
}

/** The days of a line: whether each counts, with what, and where its figure was read. */
export function lineDayColumns({ line: { item } }: OpenedLine): Column<LineDay>[] {
  return [
    { key: 'on', title: t('日期'), type: 'day', width: 112, phone: 'name' },
    {
      ...{ key: 'state', title: t('状态'), width: 160, phone: 'status' },
      render: (day) => <StatusTag tone={STATES[day.state].tone} label={stateText(day)} />,
    },
    { key: 'volume', title: t('咨询'), type: 'count', width: 80, phone: 'figure' },
    ...(item === 'overage' ? [included()] : []),
    ...(item === 'commission' ? [sales()] : []),
    ...(item === 'overage' ? [] : [amount()]),
    { key: 'source', title: t('来自'), width: 168, phone: 'note', render: sourceText },
  ]
}

const included = (): Column<LineDay> => ({
  ...{ key: 'included', title: t('含量'), type: 'count', width: 80, phone: 'figure' },
})
const sales = (): Column<LineDay> => ({
  ...{ key: 'salesCents', title: t('销售额'), type: 'money', width: 112, phone: 'figure' },
})
const amount = (): Column<LineDay> => ({
  ...{ key: 'amountCents', title: t('金额'), type: 'money', width: 104, phone: 'figure' },
})

function stateText({ state, why }: LineDay): string {
  return why === null ? t(STATES[state].label) : t(REASONS[why])
}

function sourceText({ source, fileName, row }: LineDay): string | null {
  if (source === null) return null
  if (fileName === null) return t(SOURCES[source])
  return row === null ? fileName : t('{file}，第 {n} 行', { file: fileName, n: row })
}
