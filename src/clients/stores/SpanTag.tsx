import { type Day, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { spanFormatters, spanName } from './cellFormatters.ts'

interface Span {
  fromOn: Day
  toOn: Day | null
}

const tones: Record<string, Tone> = { 生效中: 'green', 未开始: 'blue', 已结束: 'grey' }

const nameOf = (span: Span) =>
  spanName(
    span,
    today(() => new Date()),
  )

/** Whether the last day is in the past. */
export function hasEnded(span: Span): boolean {
  return nameOf(span) === '已结束'
}

/** The current state of a span of days: 生效中, 未开始 or 已结束. */
export function SpanTag({ span }: { span: Span }) {
  const name = nameOf(span)
  return <StatusTag tone={tones[name] ?? 'grey'} label={t(name)} />
}

/** The columns for first day, last day and current state of a span. */
export function spanColumns<T extends Span>(): Column<T>[] {
  return [
    { key: 'fromOn', title: t('开始日期'), type: 'day', sort: true, phone: 'note', width: 112 },
    {
      key: 'toOn',
      title: t('结束日期'),
      phone: 'note',
      width: 104,
      from: { field: 'toOn', empty: '至今' },
    },
    {
      key: 'state',
      title: t('状态'),
      phone: 'status',
      width: 80,
      words: spanFormatters.state,
      render: (row) => <SpanTag span={row} />,
    },
  ]
}
