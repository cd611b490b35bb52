import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { CorrectedMark, correctedColumn } from './CorrectedCell.tsx'
import { volumeFormatters } from './cellFormatters.ts'
import type { VolumeDay, VolumeKind, VolumeStore } from './rows.ts'
import type { Compare } from './rules.ts'
import { changeColumns, sparklineColumn, sumColumn } from './volumeParts.tsx'

type Figures = Pick<
  VolumeDay,
  | 'missing'
  | 'corrected'
  | 'volume'
  | 'volumeOf'
  | 'vsPrevDayBp'
  | 'vsWeekAgoBp'
  | 'vsMonthAgoBp'
  | 'mean7'
  | 'mean7Days'
  | 'vsMean7Bp'
>

/** What a volume counts, in two characters; 咨询 is the default and not displayed. */
const kindNames: Record<VolumeKind, string> = {
  consultUsers: '咨询',
  consultSessions: '会话',
  handledUsers: '接待',
}

/** A store's volume, marked if it counts something other than 咨询人数 or was corrected. */
function Volume({ row }: { row: Figures }) {
  if (row.missing) return <Missing />
  const kind = row.volumeOf === 'consultUsers' ? null : row.volumeOf
  return (
    <>
      {row.corrected && <CorrectedMark />}
      {kind && <small className="report-kind">{t(kindNames[kind])}</small>}
      {formatCount(row.volume)}
    </>
  )
}

/** The volume of the row's day, with comparisons. */
export function volumeColumns(title: string, compare: Compare = 'previous'): Column<Figures>[] {
  return [
    {
      key: 'volume',
      title,
      hint: t('平台没有给出咨询人数时，依次用会话数、接待人数，并在数字后注明'),
      type: 'count',
      sort: true,
      width: 116,
      phone: 'figure',
      from: { field: 'volume', instead: { when: 'missing', text: '缺数据' } },
      render: (row) => <Volume row={row} />,
    },
    {
      key: 'volumeOf',
      title: t('计数'),
      width: 64,
      hidden: true,
      from: { field: 'volumeOf', names: kindNames },
    },
    ...changeColumns(compare),
    correctedColumn(),
  ]
}

/** The period's columns of a store's row; none if the period is a single day. */
export function periodColumns(days: number): Column<VolumeStore>[] {
  if (days === 1) return []
  return [
    sumColumn(days),
    {
      key: 'coverage',
      title: t('已报天数'),
      align: 'end',
      width: 88,
      hidden: true,
      from: { field: 'reported', outOf: 'expected' },
    },
    sparklineColumn<VolumeStore>(({ storeName }) => storeName),
  ]
}

/** The source of a store-day's figures, and their last update. */
export function originColumns(): Column<Pick<VolumeDay, 'source' | 'pending' | 'updatedAt'>>[] {
  return [
    {
      key: 'source',
      title: t('来源'),
      hint: t('平台没有给出店铺合计时，按客服合计；同一位买家找过两位客服会计两次'),
      width: 96,
      words: volumeFormatters.source,
    },
    updatedColumn(),
  ]
}

/** The last update of a day's figures. */
export const updatedColumn = (): Column<Pick<VolumeDay, 'updatedAt'>> => ({
  key: 'updatedAt',
  title: t('更新时间'),
  type: 'instant',
  width: 168,
  hidden: true,
})
