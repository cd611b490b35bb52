import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { Sparkline } from '#kit/ui/Sparkline.tsx'
import type { VolumeDay, VolumeKind, VolumeStore } from './rows.ts'
import { LARGE_FALL_BP } from './rules.ts'

type Figures = Pick<
  VolumeDay,
  'missing' | 'volume' | 'volumeOf' | 'vsPrevDayBp' | 'vsWeekAgoBp' | 'mean7' | 'mean7Days' | 'vsMean7Bp'
>

/** What a volume counts, in two characters; 咨询 is the rule and not said. */
const kindNames: Record<VolumeKind, string> = {
  consultUsers: '咨询',
  consultSessions: '会话',
  handledUsers: '接待',
}

export const isLargeFall = (bp: number | null) => bp !== null && bp <= LARGE_FALL_BP

/** A change of a volume: red only where it is a large fall. */
export function VolumeChange({ bp }: { bp: number | null }) {
  return <Change bp={bp} bad={isLargeFall(bp)} />
}

/** A store's volume; what it counts is said where it is not people who asked. */
function Volume({ row }: { row: Figures }) {
  if (row.missing) return <Missing />
  if (row.volume === null || row.volumeOf === null || row.volumeOf === 'consultUsers') return undefined
  return (
    <>
      <small className="report-kind">{t(kindNames[row.volumeOf])}</small>
      {formatCount(row.volume)}
    </>
  )
}

/** The volume of the row's day beside the days before. */
export function volumeColumns(title: string): Column<Figures>[] {
  return [
    {
      key: 'volume',
      title,
      hint: t('平台没有给出咨询人数时，依次用会话数、接待人数，并在数字后注明'),
      type: 'count',
      sort: true,
      width: 108,
      phone: 'figure',
      from: { field: 'volume', instead: { when: 'missing', text: '缺数据' } },
      render: (row) => (row.missing || row.volumeOf !== 'consultUsers' ? <Volume row={row} /> : undefined),
    },
    {
      key: 'volumeOf',
      title: t('计数'),
      width: 64,
      hidden: true,
      from: { field: 'volumeOf', names: kindNames },
    },
    { ...change('vsPrevDay', t('较前一日'), 96, 'vsPrevDayBp'), phone: 'remark' },
    change('vsWeekAgo', t('较上周同日'), 104, 'vsWeekAgoBp'),
    {
      key: 'mean7',
      title: t('7 日均值'),
      type: 'count',
      sort: true,
      width: 88,
      phone: 'figure',
    },
    change('vsMean7', t('较均值'), 80, 'vsMean7Bp'),
  ]
}

function change(
  key: string,
  title: string,
  width: number,
  field: 'vsPrevDayBp' | 'vsWeekAgoBp' | 'vsMean7Bp',
): Column<Figures> {
  return {
    ...{ key, title, width, type: 'rate', sort: true, from: { field } },
    render: (row) => <VolumeChange bp={row[field]} />,
  }
}

/** What a store's row says of the whole period; of a single day there is no more to say. */
export function periodColumns(days: number): Column<VolumeStore>[] {
  if (days === 1) return []
  return [
    {
      key: 'sum',
      title: t('{n} 天（人次）', { n: days }),
      type: 'count',
      sort: true,
      width: 108,
    },
    {
      key: 'coverage',
      title: t('已报天数'),
      align: 'end',
      width: 88,
      hidden: true,
      from: { field: 'reported', outOf: 'expected' },
    },
    {
      key: 'series',
      title: t('走势'),
      align: 'end',
      width: 104,
      exported: false,
      render: (row) => (
        <Sparkline values={row.series} tone="grey" label={t('{name}走势', { name: row.storeName })} />
      ),
    },
  ]
}

const sourceNames = { imported: '平台导入', keyed: '手工录入', sum: '客服合计' } as const

/** Where the figures of a store-day come from, and when they were written. */
export function originColumns(): Column<Pick<VolumeDay, 'source' | 'pending' | 'updatedAt'>>[] {
  return [
    {
      key: 'source',
      title: t('来源'),
      hint: t('平台没有给出店铺合计时，按客服合计；同一位买家找过两位客服会计两次'),
      width: 104,
      from: { field: 'source', names: sourceNames },
      value: (row) => {
        const name = row.source && t(sourceNames[row.source])
        return name && row.pending.length > 0
          ? t('{name}，{n} 项待统计', { name, n: row.pending.length })
          : name
      },
    },
    { key: 'updatedAt', title: t('更新时间'), type: 'instant', width: 168, hidden: true },
  ]
}
