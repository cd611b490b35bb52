import { Link } from 'react-router'
import { formatMoney } from '#kit/format.ts'
import { t, withoutMarks } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { partsText, reasonsText } from './bankTexts.tsx'
import type { BankRow } from './contract.ts'
import { stateNames, stateTones } from './rules.ts'
import './bank.css'

/** Columns of the list of bank rows. */
export function bankColumns(): Column<BankRow>[] {
  return [
    { key: 'onDay', title: t('交易日期'), type: 'day', sort: true, phone: 'note', width: 112 },
    {
      ...{ key: 'payer', title: t('付款方'), phone: 'name', pinned: true, width: 180 },
      from: { field: 'payer', empty: '没有付款方' },
    },
    { key: 'amountCents', title: t('金额'), type: 'money', sort: true, phone: 'figure', width: 112 },
    {
      ...{ key: 'state', title: t('状态'), phone: 'status', width: 80 },
      from: { field: 'state', names: stateNames },
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    {
      ...{ key: 'bills', title: t('账单'), phone: 'remark', width: 276, exported: false },
      hint: t('待认领的是建议，确认后才登记收款'),
      render: (row) => <Bills row={row} />,
    },
    { key: 'memo', title: t('摘要'), width: 180 },
    { key: 'txnNo', title: t('流水号'), hidden: true, width: 168 },
    { key: 'fileName', title: t('文件'), hidden: true, width: 168 },
  ]
}

/** The bills on which a row is booked, or the suggested bills with reasons; the unbooked rest; why it is unrelated. */
function Bills({ row }: { row: BankRow }) {
  const { state, bookedOn, leftCents, unrelatedReason, unrelatedByName, notedOn, monthClosed } = row
  return (
    <div className="bank-bills">
      {bookedOn.map(({ billId, code, onDay, amountCents }) => (
        <span key={billId}>
          <Link to={`/customer-bill-management/${billId}`}>{code}</Link> {formatMoney(amountCents)}
          {onDay !== row.onDay && <small className="bank-quiet"> {t('入账 {day}', { day: onDay })}</small>}
        </span>
      ))}
      {bookedOn.length > 0 && leftCents > 0 && (
        <span className="bank-warning">{t('余 {money}', { money: formatMoney(leftCents) })}</span>
      )}
      {state === 'unrelated' && (
        <span className="bank-quiet">
          {t('{reason}（{name}）', { reason: unrelatedReason ?? '', name: unrelatedByName ?? '' })}
        </span>
      )}
      {state === 'open' && notedOn && (
        <span className="bank-warning">{t('流水号已登记在 {code}', { code: notedOn.code })}</span>
      )}
      {state === 'open' && <BestSuggestion row={row} />}
      {state === 'open' && monthClosed && (
        <small className="bank-warning">{t('所在月份已结账，记到未结的月份')}</small>
      )}
    </div>
  )
}

function BestSuggestion({ row: { suggestions, bookedOn } }: { row: BankRow }) {
  const [best] = suggestions
  if (!best) return bookedOn.length > 0 ? null : <span className="bank-quiet">{t('没有相符的账单')}</span>
  const { customerName: customer, reasons, parts } = best
  const why = reasonsText(reasons)
  const note = reasons.includes('name') ? why : t('{customer}：{reasons}', { customer, reasons: why })
  return (
    <>
      <span>{partsText(parts)}</span>
      <small className="bank-quiet bank-why" title={withoutMarks(note)}>
        {note}
      </small>
    </>
  )
}
