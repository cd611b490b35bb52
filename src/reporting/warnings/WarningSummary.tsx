import { formatCount, formatInstantShort, formatRate, moneyFigure } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { rateBp } from '#kit/rates.ts'
import { readAt } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import { weekName } from './cellFormatters.ts'
import type { Overview } from './contract.ts'
import { warnings } from './contract.ts'

/** The figures above the list, with the same filters. */
export function WarningSummary({ query }: { query: Record<string, unknown> }) {
  const { current: _page, pageSize: _size, sort: _sort, status: _tab, ...filters } = query
  const call = useCall(warnings.overview, filters as never, { keepRows: true, messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={<FiguresSkeleton />} panel>
      {(data) => <FigureStrip figures={figuresOf(data, readAt(call))} />}
    </Loaded>
  )
}

const sumOf = (kinds: Overview['kinds'], of: 'red' | 'yellow' | 'open') =>
  kinds.reduce((sum, kind) => sum + kind[of], 0)

function figuresOf(data: Overview, at: string | undefined): Figure[] {
  const { kinds, customers, overageCents } = data
  const [red, yellow, open] = [sumOf(kinds, 'red'), sumOf(kinds, 'yellow'), sumOf(kinds, 'open')]
  return [
    {
      ...{ key: 'open', name: t('未处理完'), value: formatCount(open), unit: t('条') },
      note: ranNote(data),
      about: { formula: t('筛选范围内，待处理和处理中的预警条数'), at },
    },
    {
      ...{ key: 'red', name: t('红色预警'), value: formatCount(red), unit: t('条'), bad: red > 0 },
      note: t('黄色 {n} 条', { n: formatCount(yellow) }),
      about: { formula: t('筛选范围内级别为红色、待处理和处理中的预警'), at },
    },
    {
      ...{ key: 'customers', name: t('涉及客户'), value: formatCount(customers), unit: t('位') },
      note: data.promotion ? t('{name}所在的周不预警', { name: data.promotion }) : undefined,
      about: { formula: t('有预警的客户数，一位客户只计一次'), at },
    },
    ...(overageCents === undefined ? [] : [moneyOf(overageCents, at)]),
    hitFigure(data, at),
  ]
}

function ranNote({ newest }: Overview): string {
  const week = weekName(newest.weekOn)
  if (newest.ranAt === null) return t('{week} 还没有检查', { week })
  return t('{week} 检查于 {at}', { week, at: formatInstantShort(newest.ranAt) })
}

function moneyOf(cents: number, at: string | undefined): Figure {
  const { value, unit } = moneyFigure(cents)
  return {
    ...{ key: 'money', name: t('超量金额'), value, unit },
    note: t('按各周折算'),
    about: { formula: t('Σ 各店 max(0, 当周咨询量 − 包量) × 超量单价'), more: t('以账单为准'), at },
  }
}

/** The share of red warnings older than 60 days whose customer left. */
function hitFigure({ hits }: Overview, at: string | undefined): Figure {
  const sum = (of: 'red' | 'left') => hits.reduce((total, hit) => total + hit[of], 0)
  const [red, left] = [sum('red'), sum('left')]
  return {
    ...{ key: 'hits', name: t('红色命中率'), value: formatRate(rateBp(left, red), 1) },
    note: red === 0 ? t('还没有满 60 天的') : t('{left}/{red} 条', { left, red }),
    about: {
      formula: t('满 60 天的红色预警中，客户在 60 天内流失的比例'),
      ...{ numerator: formatCount(left), denominator: formatCount(red), at },
      more: t('流失以确认的流失记录为准'),
    },
  }
}
