import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { Tone } from '#kit/ui/StatusTag.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

interface Span {
  fromOn: string
  toOn: string | null
}

const tones: Record<string, Tone> = { 生效中: 'green', 未开始: 'blue', 已结束: 'grey' }

/** Whether the last day is over. */
export function hasEnded({ toOn }: Span): boolean {
  return toOn !== null && toOn < today(() => new Date())
}

/** Where a span of days stands today. */
export function spanName(span: Span): '生效中' | '未开始' | '已结束' {
  if (hasEnded(span)) return '已结束'
  return span.fromOn > today(() => new Date()) ? '未开始' : '生效中'
}

/** The same as a tag. */
export function SpanTag({ span }: { span: Span }) {
  const name = spanName(span)
  return <StatusTag tone={tones[name] ?? 'grey'} label={t(name)} />
}

/** First day, last day, and where that stands today. */
export function spanColumns<T extends Span>(): Column<T>[] {
  return [
    { key: 'fromOn', title: t('开始日期'), type: 'day', sort: true, phone: 'note', width: 112 },
    {
      key: 'toOn',
      title: t('结束日期'),
      phone: 'note',
      width: 104,
      value: (row) => row.toOn ?? t('至今'),
    },
    {
      key: 'state',
      title: t('状态'),
      phone: 'status',
      width: 80,
      value: (row) => t(spanName(row)),
      render: (row) => <SpanTag span={row} />,
    },
  ]
}
