import { Button } from 'antd'
import { monthBefore } from '#kit/calendar.ts'
import { formatPoints } from '#kit/format.ts'
import { combineReads } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { SelectField } from '#kit/ui/choice/SelectField.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { MonthResult } from './contract.ts'
import { type LinesColumn, LinesTable } from './LinesTable.tsx'
import { LineChange, LineValue } from './LineValue.tsx'
import type { Line } from './monthLines.ts'
import { BasisSwitch, useBasis } from './useBasis.tsx'
import { type CompanyFilter, thisMonth } from './useMonths.tsx'
import { usePairOf } from './usePair.tsx'

interface Props {
  companyFilter: CompanyFilter
  a: string
  b: string
  /** Called without a pair to end the comparison. */
  onChange: (pair?: [string, string]) => void
}

/** Number of past months that can be selected. */
const MONTHS_BACK = 36

/** Compares any two months, with the difference and its percentage. */
export function ComparePanel({ companyFilter, a, b, onChange }: Props) {
  const [basis, setBasis] = useBasis()
  const { one, other, months } = usePairOf(companyFilter)
  return (
    <Panel
      title={t('两月比较')}
      actions={
        <span className="not-printed lines-actions">
          <MonthSelect label={t('前一个月')} value={a} onChange={(next) => onChange([next, b])} />
          <MonthSelect label={t('后一个月')} value={b} onChange={(next) => onChange([a, next])} />
          <Button onClick={() => onChange()}>{t('退出比较')}</Button>
          <BasisSwitch basis={basis} onChange={setBasis} />
        </span>
      }
      className="lines-panel"
      flush
    >
      <Loaded call={combineReads(one, other)} skeleton={<TableSkeleton />}>
        {() => months && <LinesTable label={t('两月比较')} basis={basis} columns={columnsOf(...months)} />}
      </Loaded>
    </Panel>
  )
}

function TableSkeleton() {
  return (
    <div className="lines-waiting">
      <TextSkeleton rows={12} />
    </div>
  )
}

interface SelectProps {
  label: string
  value: string
  onChange: (month: string) => void
}

function MonthSelect({ label, value, onChange }: SelectProps) {
  const months = [thisMonth()]
  while (months.length < MONTHS_BACK) months.push(monthBefore(months.at(-1) ?? value))
  return (
    <SelectField
      none="fixed"
      className="lines-month"
      aria-label={label}
      value={value}
      showSearch
      options={months.map((month) => ({ value: month, label: month }))}
      onChange={onChange}
    />
  )
}

function columnsOf(a: MonthResult, b: MonthResult): LinesColumn[] {
  return [
    { key: 'a', head: a.month, cell: (line) => <LineValue line={line} value={line.value(a)} /> },
    { key: 'b', head: b.month, cell: (line) => <LineValue line={line} value={line.value(b)} /> },
    { key: 'apart', head: t('差额'), cell: (line) => <DifferenceCell line={line} a={a} b={b} /> },
    { key: 'percent', head: t('差异'), cell: (line) => <LineChange line={line} now={b} before={a} /> },
  ]
}

/** Second month minus the first; rates as a difference in points. */
function DifferenceCell({ line, a, b }: { line: Line; a: MonthResult; b: MonthResult }) {
  const [from, to] = [line.value(a), line.value(b)]
  if (from === null || to === null) return '-'
  if (line.type === 'rate') return `${to < from ? '-' : ''}${formatPoints(to - from)}`
  return <LineValue line={line} value={to - from} />
}
