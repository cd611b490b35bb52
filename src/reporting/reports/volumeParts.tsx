import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Sparkline } from '#kit/ui/Sparkline.tsx'
import { CorrectedCell } from './CorrectedCell.tsx'
import type { Compare } from './rules.ts'
import { VolumeChange } from './VolumeChange.tsx'

/** A volume's comparisons, common to all reports of volumes. */
export interface Changes {
  vsPrevDayBp: number | null
  vsWeekAgoBp: number | null
  vsMonthAgoBp: number | null
  mean7: number | null
  vsMean7Bp: number | null
}

/**
 * The columns of the comparisons. With 同比上月, the month's column replaces the week's. `mean: false` hides the column of
 * the mean.
 */
export function changeColumns(compare: Compare, { mean = true } = {}): Column<Changes>[] {
  const monthly = compare === 'month'
  return [
    { ...change('vsPrevDay', t('较前一日'), 88, 'vsPrevDayBp'), phone: 'remark' },
    { ...change('vsWeekAgo', t('较上周同日'), 100, 'vsWeekAgoBp'), hidden: monthly },
    {
      ...change('vsMonthAgo', t('较上月同日'), 100, 'vsMonthAgoBp'),
      hint: t('上月没有这一天时，取上月最后一天'),
      hidden: !monthly,
    },
    {
      key: 'mean7',
      title: t('7 日均值'),
      type: 'count',
      sort: true,
      width: 88,
      phone: 'figure',
      hidden: !mean,
    },
    change('vsMean7', t('较均值'), 76, 'vsMean7Bp'),
  ]
}

function change(
  key: string,
  title: string,
  width: number,
  field: Exclude<keyof Changes, 'mean7'>,
): Column<Changes> {
  return {
    key,
    title,
    width,
    type: 'rate',
    sort: true,
    from: { field },
    render: (row) => <VolumeChange bp={row[field]} />,
    renderTotal: (bp) => <VolumeChange bp={typeof bp === 'number' ? bp : null} />,
  }
}

/** The sum of the period, marked if it includes corrected days. */
export function sumColumn(days: number): Column<{ sum: number | null; correctedDays: number }> {
  return {
    key: 'sum',
    title: t('{n} 天（人次）', { n: days }),
    type: 'count',
    sort: true,
    width: days < 10 ? 108 : 128,
    render: ({ sum, correctedDays }) =>
      correctedDays > 0 ? <CorrectedCell value={sum} days={correctedDays} /> : undefined,
  }
}

/** A sparkline of the days. */
export function sparklineColumn<R extends { series: (number | null)[] }>(
  nameOf: (row: R) => string,
): Column<R> {
  return {
    key: 'series',
    title: t('走势'),
    align: 'end',
    width: 104,
    exported: false,
    render: (row) => (
      <Sparkline values={row.series} tone="grey" label={t('{name}走势', { name: nameOf(row) })} />
    ),
  }
}
