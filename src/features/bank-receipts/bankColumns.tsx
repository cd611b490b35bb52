import { Link } from 'react-router'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { partsText, reasonsText } from './bankWords.tsx'
import type { BankRow } from './contract.ts'
import { stateNames, stateTones } from './rules.ts'
import './bank.css'

/** The columns of what came in. */
export function bankColumns(): Column<BankRow>[] {
  return [
    { key: 'onDay', title: t('交易日期'), type: 'day', sort: true, phone: 'note', width: 112 },
    {
      ...{ key: 'payer', title: t('付款方'), phone: 'name', pinned: true, width: 200 },
      from: { field: 'payer', empty: '没有付款方' },
    },
    { key: 'amountCents', title: t('金额'), type: 'money', sort: true, phone: 'figure', width: 120 },
    {
      ...{ key: 'state', title: t('状态'), phone: 'status', width: 88 },
      from: { field: 'state', names: stateNames },
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    {
      ...{ key: 'bills', title: t('账单'), phone: 'remark', width: 288, exported: false },
      hint: t('待认领的是建议，确认后才登记收款'),
      render: (row) => <Bills row={row} />,
    },
    { key: 'memo', title: t('摘要'), width: 208 },
    { key: 'txnNo', title: t('流水号'), hidden: true, width: 168 },
    { key: 'fileName', title: t('文件'), hidden: true, width: 168 },
  ]
}

/** Which bills it is booked on, or could be for, and why. */
function Bills({ row }: { row: BankRow }) {
  const [best] = row.suggestions
  if (row.state === 'unrelated') {
    const params = { reason: row.unrelatedReason ?? '', name: row.unrelatedByName ?? '' }
    return <span className="bank-quiet">{t('{reason}（{name}）', params)}</span>
  }
  return (
    <div className="bank-bills">
      {row.bookedOn.map(({ billId, code, amountCents }) => (
        <span key={billId}>
          <Link to={`/customer-bill-management/${billId}`}>{code}</Link> {formatMoney(amountCents)}
        </span>
      ))}
      {row.state === 'open' && row.notedOn && (
        <span className="bank-warning">{t('流水号已登记在 {code}', { code: row.notedOn.code })}</span>
      )}
      {best && (
        <>
          <span>{partsText(best.parts)}</span>
          <small className="bank-quiet">
            {t('{customer}：{reasons}', { customer: best.customerName, reasons: reasonsText(best.reasons) })}
          </small>
        </>
      )}
      {row.state === 'open' && !best && <span className="bank-quiet">{t('没有相符的账单')}</span>}
    </div>
  )
}
