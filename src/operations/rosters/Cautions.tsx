import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import type { Caution } from './rules.ts'
import { MAX_WEEK_HOURS } from './rules.ts'
import type { WeekRow } from './week.ts'

interface Props {
  rows: readonly WeekRow[]
  /** Returns the number of stores assigned to a person today; undefined while unknown. */
  storesOf: (staffId: number) => number | undefined
}

/** Warnings about each person's week, which do not block saving; renders nothing if there are none. */
export function Cautions({ rows, storesOf }: Props) {
  const lines = rows
    .map((row) => ({ row, sentences: cautionSentences(row, storesOf(row.agent.id)) }))
    .filter(({ sentences }) => sentences.length > 0)
  if (lines.length === 0) return null
  return (
    <Panel title={t('请留意')} hint={t('不妨碍保存')}>
      <ul className="roster-cautions">
        {lines.map(({ row, sentences }) => (
          <li key={row.key}>
            <strong>{row.agent.name}</strong>
            <span>{sentences.join(t('；'))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function cautionSentences({ cautions, hours }: WeekRow, stores: number | undefined): string[] {
  return [...cautions.map(sentenceOf), ...(stores === 0 && hours > 0 ? [t('还没有分到店铺')] : [])]
}

function sentenceOf(caution: Caution): string {
  switch (caution.kind) {
    case 'hours':
      return t('本周 {n} 小时，超过 {most} 小时', { n: caution.hours, most: MAX_WEEK_HOURS })
    case 'noRest':
      return t('本周没有休息日')
    case 'shortRest':
      return t('{day} 与前一天的班次之间不足 8 小时', { day: caution.on.slice(5) })
  }
}
