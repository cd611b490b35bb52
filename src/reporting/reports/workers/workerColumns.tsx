import { Link } from 'react-router'
import { type Actor, can } from '#access/can.ts'
import { formatCount, formatDuration } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { CorrectedCell, correctedColumn } from '#reporting/reports/CorrectedCell.tsx'
import { companyColumns } from '#reporting/reports/placeColumns.tsx'
import type { Compare } from '#reporting/reports/rules.ts'
import { changeColumns, sumColumn } from '#reporting/reports/volumeParts.tsx'
import type { WorkerDay, WorkerPeriod } from './contract.ts'

/** The fields that both kinds of rows share. */
type Row = Omit<WorkerDay, 'updatedAt'>

export const sourceNames = { imported: '平台文件', log: '日志', mixed: '文件和日志' } as const

/** The columns that identify a row's agent. */
export function workerColumns(user: Actor, companies: readonly Choice<string>[]): Column<Row>[] {
  return [
    {
      key: 'staffName',
      title: t('客服'),
      pinned: true,
      phone: 'name',
      sort: true,
      width: 128,
      render: (row) =>
        can(user, 'canManageUser') ? (
          <Link to={`/user-management/${row.staffId}`}>{row.staffName}</Link>
        ) : (
          row.staffName
        ),
    },
    { key: 'leaderName', title: t('组长'), phone: 'note', width: 80 },
    ...companyColumns(user, companies),
  ]
}

/** The key and name of an agent's bar. */
export const agentBar = ({ staffId, staffName }: Pick<Row, 'staffId' | 'staffName'>) => ({
  key: staffId,
  name: staffName,
})

/** A figure that comes partly or completely from approved logs. */
function Marked({ source, value }: { source: keyof typeof sourceNames; value: number | null }) {
  return (
    <>
      <small className="report-kind">{t(sourceNames[source])}</small>
      {formatCount(value)}
    </>
  )
}

/** The agent's handled users of the day; `marked` shows the log as source. */
function volumeCell(row: Row, marked: boolean) {
  if (row.missing) return <Missing />
  const fromLog = marked && (row.source === 'log' || row.source === 'mixed')
  if (fromLog && row.source) return <Marked source={row.source} value={row.volume} />
  return row.corrected ? <CorrectedCell value={row.volume} /> : undefined
}

/** The volume of the row's day with comparisons; `ofDay`: the source is that of the day, marked at the figure. */
export function figureColumns(title: string, compare: Compare, ofDay: boolean): Column<Row>[] {
  return [
    {
      key: 'volume',
      title,
      hint: t('各昵称接待人数之和；一位买家找过两位客服，两位各计一次'),
      type: 'count',
      sort: true,
      width: ofDay ? 136 : 100,
      phone: 'figure',
      from: { field: 'volume', instead: { when: 'missing', text: '缺数据' } },
      render: (row) => volumeCell(row, ofDay),
    },
    ...changeColumns(compare, { mean: false }),
    correctedColumn(),
    {
      key: 'source',
      title: t('来源'),
      hint: t('平台文件没有的昵称，取已通过的日志'),
      width: 96,
      hidden: true,
      from: { field: 'source', names: sourceNames },
    },
  ]
}

/** The period's columns. */
export function periodColumns(days: number): Column<WorkerPeriod>[] {
  return [
    {
      ...sumColumn(days),
      // 文件和日志 precedes the number.
      width: 140,
      // Marks a sum that includes figures from approved logs, or corrected days.
      render: (row) => {
        if (row.correctedDays > 0) return <CorrectedCell value={row.sum} days={row.correctedDays} />
        const fromLog = row.source === 'log' || row.source === 'mixed'
        return fromLog && row.source ? <Marked source={row.source} value={row.sum} /> : undefined
      },
    },
    {
      key: 'reported',
      title: t('有数据天数'),
      hint: t('有数据的天数，和按排班应有数据的天数'),
      align: 'end',
      width: 96,
      hidden: true,
      from: { field: 'reported', outOf: 'expected' },
    },
    { key: 'meanDay', title: t('日均'), type: 'count', sort: true, width: 72, hidden: true },
  ]
}

/** Response times and rates: Σ/Σ over the row's days. */
export function workColumns(): Column<Row>[] {
  return [
    { key: 'stores', title: t('店铺数'), type: 'count', sort: true, width: 72, hidden: true },
    {
      key: 'firstResponse',
      title: t('首响'),
      type: 'seconds',
      sort: true,
      width: 72,
      from: { field: 'firstResponseS' },
      render: (row) => formatDuration(row.firstResponseS),
    },
    {
      key: 'averageResponse',
      title: t('平均响应'),
      type: 'seconds',
      sort: true,
      width: 88,
      hidden: true,
      from: { field: 'averageResponseS' },
      render: (row) => formatDuration(row.averageResponseS),
    },
    rate('satisfaction', t('满意率'), 'satisfactionBp', t('Σ 满意 ÷ Σ 评价')),
    { ...rate('conversion', t('询单转化率'), 'conversionBp', t('Σ 下单人数 ÷ Σ 询单人数')), hidden: true },
  ]
}

function rate(
  key: string,
  title: string,
  field: 'satisfactionBp' | 'conversionBp',
  hint: string,
): Column<Row> {
  return {
    key,
    title,
    hint,
    type: 'rate',
    sort: true,
    width: 96,
    from: { field },
    render: (row) => <Rate bp={row[field]} />,
  }
}
