import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { Tone } from '#kit/ui/StatusTag.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { BillLineDetail, LineDay } from './contractLines.ts'
import { dayText } from './lineTexts.ts'

const TONES: Record<LineDay['state'], Tone> = { counted: 'green', missing: 'orange', excluded: 'grey' }

const SOURCES: Record<NonNullable<LineDay['source']>, string> = {
  imported: '平台导入',
  keyed: '手工录入',
  sum: '客服合计',
}

/** Columns of a line's days: whether the day counts, its figures and their source. */
export function lineDayColumns({ line: { item } }: BillLineDetail): Column<LineDay>[] {
  return [
    { key: 'on', title: t('日期'), type: 'day', width: 112, phone: 'name' },
    {
      ...{ key: 'state', title: t('状态'), width: 160, phone: 'status' },
      render: (day) => <StatusTag tone={TONES[day.state]} label={dayText(day)} />,
    },
    { key: 'volume', title: t('咨询'), type: 'count', width: 80, phone: 'figure' },
    ...(item === 'overage' ? [included()] : []),
    ...(item === 'commission' ? [sales()] : []),
    ...(item === 'overage' ? [] : [amount()]),
    { key: 'source', title: t('来自'), width: 168, phone: 'note', render: sourceText },
  ]
}

const included = (): Column<LineDay> => ({
  ...{ key: 'included', title: t('包量'), type: 'count', width: 80, phone: 'figure' },
})
const sales = (): Column<LineDay> => ({
  ...{ key: 'salesCents', title: t('销售额'), type: 'money', width: 112, phone: 'figure' },
})
const amount = (): Column<LineDay> => ({
  ...{ key: 'amountCents', title: t('金额'), type: 'money', width: 104, phone: 'figure' },
})

function sourceText({ source, fileName, row }: LineDay): string | null {
  if (source === null) return null
  if (fileName === null) return t(SOURCES[source])
  return row === null ? fileName : t('{file}，第 {n} 行', { file: fileName, n: row })
}
