import { Button } from 'antd'
import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { MonthStep } from '#kit/ui/MonthStep.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { useAddressLink } from '#kit/ui/useAddressText.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { ComparePanel } from './ComparePanel.tsx'
import type { MonthResult } from './contract.ts'
import { type LinesColumn, LinesTable } from './LinesTable.tsx'
import { LineChange, LineValue } from './LineValue.tsx'
import { isEmpty } from './monthLines.ts'
import { statusText, statusTone } from './monthTexts.tsx'
import { BasisSwitch, useBasis } from './useBasis.tsx'
import { type MonthSelection, useAddress } from './useMonths.tsx'
import { usePair } from './usePair.tsx'

/** 各月对照: all months in columns, or a comparison of two. */
export function MonthsPanel({ selection }: { selection: MonthSelection }) {
  const [pair, setPair] = usePair()
  if (pair)
    return <ComparePanel companyFilter={selection.companyFilter} a={pair[0]} b={pair[1]} onChange={setPair} />
  const { month, before } = selection
  return <AllMonths selection={selection} onCompare={() => setPair([(before ?? month).month, month.month])} />
}

function AllMonths({ selection, onCompare }: { selection: MonthSelection; onCompare: () => void }) {
  const [basis, setBasis] = useBasis()
  const phone = usePhone()
  const columns = phone
    ? oneMonth(selection)
    : [...selection.months.map((one) => columnOf(one, selection)), change(selection)]
  return (
    <Panel
      title={t('各月对照')}
      hint={phone ? undefined : t('蓝底是正在看的月份，点月份切换')}
      actions={
        <span className="not-printed lines-actions">
          <Button onClick={onCompare}>{t('比较两个月')}</Button>
          <BasisSwitch basis={basis} onChange={setBasis} />
        </span>
      }
      className="lines-panel"
      flush
    >
      {phone && <PhoneMonth selection={selection} />}
      {isEmpty(selection.months) ? (
        <EmptyState
          text={t('这几个月还没有账')}
          hint={t('账单出账、报销通过、店铺工资算出之后，各月的收入和成本会列在这里。')}
          action={{ label: t('去客户账单'), to: '/customer-bill-management' }}
        />
      ) : (
        <LinesTable label={t('各月对照')} basis={basis} columns={columns} />
      )}
    </Panel>
  )
}

/** On a phone, shows one month at a time. */
function PhoneMonth({ selection: { months, month } }: { selection: MonthSelection }) {
  const go = useAddress()
  return (
    <div className="lines-phone-month">
      <MonthStep
        month={month.month}
        first={months[0]?.month}
        last={months.at(-1)?.month ?? month.month}
        onChange={(next) => go({ month: next })}
      />
      <MonthStatusLine month={month} />
    </div>
  )
}

const oneMonth = (selection: MonthSelection): LinesColumn[] => [
  {
    key: 'month',
    head: selection.month.month,
    cell: (line) => <LineValue line={line} value={line.value(selection.month)} />,
  },
  change(selection),
]

const columnOf = (one: MonthResult, { month }: MonthSelection): LinesColumn => ({
  key: one.month,
  head: <MonthHead month={one} isCurrent={one === month} />,
  cell: (line) => <LineValue line={line} value={line.value(one)} />,
  isTinted: one === month,
})

const change = ({ month, before }: MonthSelection): LinesColumn => ({
  key: 'change',
  head: <span title={t('{month} 较上月', { month: month.month })}>{t('环比')}</span>,
  cell: (line) => <LineChange line={line} now={month} before={before} />,
})

/** Head of a column: the month and its status; a click selects the month. */
function MonthHead({ month, isCurrent }: { month: MonthResult; isCurrent: boolean }) {
  const link = useAddressLink()
  return (
    <>
      <Link to={link({ month: month.month })} preventScrollReset aria-current={isCurrent || undefined}>
        {month.month}
      </Link>
      <MonthStatusLine month={month} />
    </>
  )
}

function MonthStatusLine({ month }: { month: MonthResult }) {
  return (
    <small className={`lines-status lines-${statusTone(month)}`}>
      {month.status === 'closed' && <Icon name="lock" size={12} />}
      {statusText(month)}
    </small>
  )
}
