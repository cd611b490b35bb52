import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatCount, formatDuration, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { AgentRow, ImportGroup } from '#operations/imports/contract.ts'
import { repliedRateBp } from '#operations/replyRate.ts'
import { NickField } from './NickField.tsx'
import { nickKey, type Owners, type Person } from './rules.ts'
import '#kit/ui/StackedTable.css'
import './FigureTable.css'

const INITIAL_ROWS = 8
const ROWS_PER_STEP = 200

interface Props {
  group: ImportGroup
  owners: Owners
  onBind: ((nick: string, person: Person | null) => void) | undefined
}

/** The figures as read, unmatched nicks first, and the effect of the import on each. */
export function FigureTable({ group, owners, onBind }: Props) {
  const [limit, setLimit] = useState(INITIAL_ROWS)
  const columns = figureColumns(group)
  const rows = unmatchedFirst(group.agents)
  return (
    <>
      <div className="import-box import-scroll">
        <table className="import-figures stacked-table">
          <TableHead columns={columns} />
          <tbody>
            {group.store && <StoreLine store={group.store} columns={columns} />}
            {rows.slice(0, limit).map((row) => (
              <tr key={row.row}>
                <th scope="row" title={t('第 {n} 行', { n: row.row })}>
                  {row.nick}
                </th>
                <td className="import-owner">
                  <NickOwner row={row} storeId={group.storeId} owners={owners} onBind={onBind} />
                </td>
                <Cells columns={columns} row={row} />
                <td className="import-number" data-label={t('写入后')}>
                  {group.storeId !== null && group.on !== null ? <WriteEffect row={row} /> : '-'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreRows
        shown={Math.min(limit, rows.length)}
        group={group}
        onMore={() => setLimit(limit + ROWS_PER_STEP)}
      />
    </>
  )
}

function TableHead({ columns }: { columns: FigureColumn[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('昵称')}</th>
        <th scope="col">{t('客服')}</th>
        {[...columns.map(({ title }) => title), t('写入后')].map((title) => (
          <th key={title} scope="col" className="import-number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface NickOwnerProps extends Omit<Props, 'group'> {
  row: AgentRow
  storeId: number | null
}

/** The owner of the nick, or a field to choose one. A nick can be matched once its store is known. */
function NickOwner({ row, storeId, owners, onBind }: NickOwnerProps) {
  if (row.staffName) return <>{row.staffName}</>
  if (storeId === null) return <span className="import-waiting">{t('建店后对应')}</span>
  if (!onBind) return <span className="import-waiting">{t('待对应')}</span>
  return (
    <NickField
      nick={row.nick}
      person={owners.get(nickKey(storeId, row.nick))}
      onChange={(person) => onBind(row.nick, person)}
    />
  )
}

function StoreLine(props: { store: NonNullable<ImportGroup['store']>; columns: FigureColumn[] }) {
  return (
    <tr className="import-store-line">
      <th scope="row" title={t('第 {n} 行', { n: props.store.row })}>
        {t('店铺自己的数')}
      </th>
      <td className="import-none">-</td>
      <Cells columns={props.columns} row={props.store} />
      <td className="import-number import-none">-</td>
    </tr>
  )
}

function Cells({
  columns,
  row,
}: {
  columns: FigureColumn[]
  row: Omit<AgentRow, 'nick' | 'effect' | 'before'>
}) {
  return columns.map(({ title, keys, cell }) => (
    <td key={title} className="import-number" data-label={title}>
      {keys.some((key) => row.pending.includes(key)) ? (
        <span className="import-waiting">{t('延迟统计')}</span>
      ) : (
        cell(row)
      )}
    </td>
  ))
}

function MoreRows({ shown, group, onMore }: { shown: number; group: ImportGroup; onMore: () => void }) {
  const { agents, agentTotal } = group
  if (shown >= agentTotal) return null
  return (
    <p className="import-more">
      {t('显示 {all} 行中的 {n} 行', { all: agentTotal, n: shown })}
      {shown < agents.length ? (
        <Button type="link" size="small" onClick={onMore}>
          {agents.length - shown > ROWS_PER_STEP ? t('再显示 {n} 行', { n: ROWS_PER_STEP }) : t('显示全部')}
        </Button>
      ) : (
        t('，其余的行也会写入')
      )}
    </p>
  )
}

function unmatchedFirst(agents: readonly AgentRow[]): AgentRow[] {
  return agents.toSorted(
    (one, other) => Number(one.staffId !== undefined) - Number(other.staffId !== undefined),
  )
}

/** The effect of the import on a nick: 新增, 不变, or the old and the new figure. */
function WriteEffect({ row }: { row: AgentRow }) {
  if (row.effect === 'insert') return <span className="import-new">{t('新增')}</span>
  if (row.effect === 'unchanged') return <span className="import-same">{t('不变')}</span>
  const before = row.before?.consultUsers ?? row.before?.handledUsers
  const now = row.consultUsers ?? row.handledUsers
  if (before === now) return <span>{t('其他列有变')}</span>
  return (
    <span dir="ltr">
      <span className="import-same">{t('{n} →', { n: formatCount(before) })}</span> {formatCount(now)}
    </span>
  )
}

/** An agent's row, or the store's own. */
type Figures = Omit<NonNullable<ImportGroup['store']>, 'row'>
type FigureKey = Exclude<keyof Figures, 'pending'>

interface FigureColumn {
  title: string
  /** The column is shown if a row has one of these fields; a cell shows 延迟统计 if one of them is pending. */
  keys: readonly FigureKey[]
  cell: (row: Figures) => ReactNode
}

const countColumn = (title: string, key: FigureKey): FigureColumn => ({
  title,
  keys: [key],
  cell: (row) => formatCount(row[key]),
})
const rateColumn = (title: string, key: FigureKey): FigureColumn => ({
  title,
  keys: [key],
  cell: (row) => formatRate(row[key]),
})
const durationColumn = (title: string, key: FigureKey): FigureColumn => ({
  title,
  keys: [key],
  cell: (row) => formatDuration(row[key]),
})

/** Returns the measures in a group's file; of alternatives for the same measure only the first one present. */
function figureColumns(group: ImportGroup): FigureColumn[] {
  const rows: Figures[] = [...group.agents, ...(group.store ? [group.store] : [])]
  const has = ({ keys }: FigureColumn) => rows.some((row) => keys.some((key) => hasValue(row, key)))
  const slots: FigureColumn[][] = [
    [countColumn(t('咨询人数'), 'consultUsers'), countColumn(t('咨询会话'), 'consultSessions')],
    [countColumn(t('接待人数'), 'handledUsers'), countColumn(t('接待会话'), 'handledSessions')],
    [countColumn(t('未回复'), 'unreplied'), countColumn(t('3 分钟未回复'), 'unreplied3min')],
    [
      replyRateColumn(),
      rateColumn(t('3 分钟回复率'), 'rate3minBp'),
      rateColumn(t('30 秒应答率'), 'rate30sBp'),
    ],
    [durationColumn(t('首响'), 'frtSec')],
    [durationColumn(t('平均响应'), 'artSec')],
    [satisfactionColumn()],
  ]
  return slots.flatMap((slot) => slot.find(has) ?? [])
}

function hasValue(row: Figures, key: FigureKey): boolean {
  return (row[key] ?? null) !== null || row.pending.includes(key)
}

/** The rate in the file, else computed from consulted and unreplied buyers. */
function replyRateColumn(): FigureColumn {
  return {
    title: t('回复率'),
    keys: ['replyRateBp', 'unreplied'],
    cell: ({ replyRateBp, consultUsers, unreplied }) =>
      formatRate(replyRateBp ?? repliedRateBp(consultUsers ?? null, unreplied ?? null)),
  }
}

function satisfactionColumn(): FigureColumn {
  return {
    title: t('满意/评价'),
    keys: ['satisfied', 'evaluated'],
    cell: ({ satisfied, evaluated }) =>
      (satisfied ?? evaluated ?? null) === null ? '-' : `${formatCount(satisfied)}/${formatCount(evaluated)}`,
  }
}
