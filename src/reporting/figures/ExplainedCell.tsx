import { Button } from 'antd'
import { Link } from 'react-router'
import { formatCount, formatDecimal, formatInstant, formatRate } from '#kit/format.ts'
import { rateBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { DrawerTable } from '#kit/ui/list/DrawerTable.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { metricName } from '#operations/imports/rules.ts'
import { nickText, valueText } from './cellFormatters.ts'
import type { CellRow, Correction, Explanation } from './contract.ts'
import { metricNames, unitOf } from './rules.ts'
import './explain.css'

interface Props {
  data: Explanation
  /** One level down: from a customer to a store, from a store to a day. */
  onOpen: (next: { storeId?: number; from?: string; to?: string }) => void
}

/** A cell with its formula and the rows that add up to it. */
export function ExplainedCell({ data, onOpen }: Props) {
  const { rows, corrections } = data
  const days = data.from === data.to ? data.from : t('{from} 至 {to}', { from: data.from, to: data.to })
  return (
    <>
      <p className="explain-head">
        <b>{data.name}</b>
        <span>{days}</span>
        <strong>{valueText(data.metric, data.value)}</strong>
      </p>
      <CellFacts data={data} />
      {corrections.length > 0 && <Corrections rows={corrections} />}
      <div className="explain-rows">
        <DrawerTable
          name={t('明细')}
          columns={columns(data, onOpen)}
          rows={rows.map((row, at) => ({ ...row, at }))}
          rowKey={({ at }) => String(at)}
          empty={{ text: t('没有数据'), hint: t('导入平台数据或通过日志之后，构成列在这里。') }}
        />
      </div>
    </>
  )
}

/** The formula with its version, numerator, denominator, coverage and update time. */
function CellFacts({ data }: { data: Explanation }) {
  const { formula, version } = data
  const parts = [
    { label: t('分子'), value: partText(data, data.numerator) },
    { label: t('分母'), value: data.denominator === null ? null : formatCount(data.denominator) },
  ].filter(({ value }) => value !== null)
  const covered = { n: formatCount(data.reported), all: formatCount(data.expected) }
  return (
    <Facts
      items={[
        {
          label: t('公式'),
          value: t('{formula}（第 {n} 版）', { formula: t(formula), n: version }),
          wide: true,
        },
        ...parts,
        { label: t('覆盖'), value: coverageText(data, covered) },
        ...includedFacts(data),
        { label: t('时间'), value: data.updatedAt && formatInstant(data.updatedAt) },
      ]}
      columns={2}
    />
  )
}

/** Days with figures out of the days expected: working days for an agent, store-days otherwise. */
function coverageText({ subject }: Pick<Explanation, 'subject'>, counts: { n: string; all: string }) {
  return subject === 'agent' ? t('{n}/{all} 人天', counts) : t('{n}/{all} 店日', counts)
}

/** 包量使用, if the terms include a volume: the used share of it, with the calculation. */
function includedFacts({ included }: Explanation) {
  if (!included) return []
  const value = t('{used} ÷ {included} = {rate}；包量 = Σ 各店每天包量 × 服务天数，只计按包量计价的店铺', {
    used: formatCount(included.used),
    included: formatCount(included.included),
    rate: formatRate(rateBp(included.used, included.included)),
  })
  return [{ label: t('包量使用'), value, wide: true }]
}

/** Times are in hundredths of a second and displayed in tenths. */
const TENTH_CS = 10

/** Formats a numerator: a count, or seconds. */
function partText({ metric }: Pick<Explanation, 'metric'>, value: number | null): string | null {
  if (value === null) return null
  return unitOf(metric) === 'seconds'
    ? t('{n} 秒', { n: formatDecimal(Math.round(value / TENTH_CS), 1) })
    : formatCount(value)
}

type Row = CellRow & { at: number }

function columns(data: Explanation, onOpen: Props['onOpen']): Column<Row>[] {
  return [
    {
      key: 'name',
      title: t('构成'),
      phone: 'name',
      width: 200,
      render: (row) => <Part row={row} data={data} onOpen={onOpen} />,
    },
    ...valueColumns(data),
    {
      key: 'origin',
      title: t('来自'),
      phone: 'note',
      width: 280,
      render: (row) => <Origin row={row} data={data} />,
    },
  ]
}

/** The columns of the metric: its count, or the numerator and denominator that are summed for it. */
function valueColumns({ metric }: Explanation): Column<Row>[] {
  if (unitOf(metric) === 'count')
    return [{ key: 'value', title: t(metricNames[metric]), type: 'count', phone: 'figure', width: 96 }]
  return [
    {
      key: 'numerator',
      title: t('分子'),
      type: 'count',
      phone: 'figure',
      width: 108,
      render: (row) => partText({ metric }, row.numerator) ?? undefined,
    },
    { key: 'denominator', title: t('分母'), type: 'count', phone: 'figure', width: 88 },
  ]
}

function Part({ row, data, onOpen }: { row: CellRow } & Props) {
  if (row.kind === 'correction') return <b>{t('手工更正')}</b>
  if (row.kind === 'nick')
    return row.storeName ? nickText({ storeName: row.storeName, nick: row.name }) : row.name
  if (row.kind !== 'store' && row.kind !== 'day') return data.name
  const { storeId, on } = row
  const next = storeId !== null ? { storeId } : { from: on ?? data.from, to: on ?? data.to }
  return (
    <Button type="link" size="small" onClick={() => onOpen(next)}>
      {row.name ?? row.on}
    </Button>
  )
}

/** The source of a row: a line of a file, a work log or manual entry. */
function Origin({ row, data }: { row: CellRow; data: Explanation }) {
  const corrected = row.corrected.length > 0 && row.kind !== 'correction' && <em>{t('已更正')}</em>
  if (row.kind === 'store' || row.kind === 'day') {
    const covered = coverageText(data, { n: formatCount(row.reported), all: formatCount(row.expected) })
    return (
      <>
        {covered}
        {corrected}
      </>
    )
  }
  if (row.kind === 'correction') return row.corrected.map((name) => t(metricName(name))).join(t('、'))
  if (row.file) {
    const { fileName, row: line, byName } = row.file
    return (
      <span className="explain-origin">
        <span>
          {line === null
            ? t('{name}导入', { name: byName })
            : t('第 {n} 行，{name}导入', { n: line, name: byName })}
          {corrected}
        </span>
        <small title={fileName}>{fileName}</small>
      </span>
    )
  }
  const [log] = row.worklogIds
  return (
    <>
      {log === undefined ? t('手工录入') : <Link to={`/store-worklog?log=${log}`}>{t('客服日志')}</Link>}
      {corrected}
    </>
  )
}

/** The corrections in effect on the cell, with their reasons. */
function Corrections({ rows }: { rows: readonly Correction[] }) {
  return (
    <ul className="explain-corrections">
      {rows.map((row) => (
        <li key={row.id}>
          {t('{on} {measure}由 {old} 更正为 {now}：{reason}（{name}）', {
            on: row.on,
            measure: t(metricName(row.measure)),
            old: row.oldValue ?? t('缺数据'),
            now: row.newValue ?? t('缺数据'),
            reason: row.reason,
            name: row.createdByName,
          })}
        </li>
      ))}
    </ul>
  )
}
