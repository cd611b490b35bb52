import { Button } from 'antd'
import { useState } from 'react'
import type { BillPage, Receipt } from '#billing/customer-bills/contract.ts'
import { billConsequences } from '#billing/customer-bills/contractConsequences.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { billName, methodNames } from '#billing/customer-bills/rules.ts'
import { ReceiptVouchers } from '#billing/vouchers/ui/VoucherList.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { ReverseForm } from './BillStepForms.tsx'
import { RedateForm } from './RedateForm.tsx'
import '#billing/customer-bills/bills.css'

/** Receipts of a bill, newest first; errors are corrected by reversal, move or new date. */
export function Receipts({ page }: { page: BillPage }) {
  const [reversing, setReversing] = useState<Receipt | null>(null)
  const [moving, setMoving] = useState<Receipt | null>(null)
  const [redating, setRedating] = useState<Receipt | null>(null)
  const reversible = page.status === 'partial' || page.status === 'paid'
  return (
    <Panel title={t('收款')} hint={t('最新的在前；登错的用冲销更正')}>
      {page.receipts.length === 0 ? (
        <EmptyState compact text={t('还没有收款')} hint={t('出账后，收到的每一笔登记在这里。')} />
      ) : (
        <ul className="bill-receipts">
          {page.receipts.map((receipt) => (
            <Row
              key={receipt.id}
              billId={page.id}
              receipt={receipt}
              onReverse={
                reversible && !receipt.reversed && receipt.reversesId === null
                  ? () => setReversing(receipt)
                  : undefined
              }
              onMove={isMovable(page, receipt) ? () => setMoving(receipt) : undefined}
              onRedate={receipt.reversed ? undefined : () => setRedating(receipt)}
            />
          ))}
        </ul>
      )}
      {redating && (
        <RedateForm
          receipt={{ id: redating.id, billId: page.id, version: page.version, name: billName(page) }}
          onClose={() => setRedating(null)}
        />
      )}
      {moving && <MoveForm page={page} receipt={moving} onClose={() => setMoving(null)} />}
      <ReverseForm page={page} receipt={reversing} onClose={() => setReversing(null)} />
    </Panel>
  )
}

/** Payouts, opening deposits, write-offs, reversals and reversed receipts cannot move. */
const isMovable = ({ totalCents }: BillPage, { reversed, reversesId, method }: Receipt) =>
  totalCents > 0 && !reversed && reversesId === null && method !== 'writeoff' && method !== 'opening'

interface RowProps {
  billId: number
  receipt: Receipt
  onReverse: (() => void) | undefined
  onMove: (() => void) | undefined
  onRedate: (() => void) | undefined
}

function Row({ billId, receipt, onReverse, onMove, onRedate }: RowProps) {
  return (
    <li className="bill-receipt">
      <time dateTime={receipt.onDay}>{receipt.onDay}</time>
      <div>
        <Money cents={receipt.amountCents} />
        <small>{receiptText(receipt)}</small>
        {receipt.reversesId === null && receipt.method !== 'writeoff' && (
          <ReceiptVouchers billId={billId} receiptId={receipt.id} />
        )}
      </div>
      {receipt.reversed && <StatusTag tone="grey" label={t('已冲销')} />}
      {receipt.reversesId !== null && <StatusTag tone="red" label={t('冲销')} />}
      {onRedate && (
        <Button type="link" size="small" onClick={onRedate}>
          {t('改期')}
        </Button>
      )}
      {onMove && (
        <Button type="link" size="small" onClick={onMove}>
          {t('改挂')}
        </Button>
      )}
      {onReverse && (
        <Button type="link" size="small" danger onClick={onReverse}>
          {t('冲销')}
        </Button>
      )}
    </li>
  )
}

function receiptText({ method, cameOn, txnNo, voucherNo, note, reason, createdByName }: Receipt): string {
  return [
    t(methodNames[method]),
    cameOn && t('银行日期 {day}', { day: cameOn }),
    txnNo && t('流水号 {no}', { no: txnNo }),
    voucherNo && t('凭证号 {no}', { no: voucherNo }),
    note,
    reason && t('原因：{text}', { text: reason }),
    createdByName,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface MoveFormProps {
  page: BillPage
  receipt: Receipt
  onClose: () => void
}

/** 改挂: moves a receipt to another bill of the same customer. */
function MoveForm({ page, receipt, onClose }: MoveFormProps) {
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('改挂：{name}', { name: billName(page) })}
      endpoint={customerBillSteps.move}
      fixed={{ id: page.id, receiptId: receipt.id, version: page.version }}
      defaults={{ billId: undefined, reason: '' }}
      fields={[
        {
          key: 'billId',
          kind: 'picker',
          options: customerBillSteps.moveTargets,
          query: { billId: page.id },
          hint: t('同一客户还没收齐的账单；收款日期、金额和流水号不变'),
        },
        { key: 'reason' },
      ]}
      consequences={{
        endpoint: billConsequences.move,
        input: ({ billId }) => (billId ? { id: page.id, receiptId: receipt.id, billId } : null),
      }}
      submitText={t('改挂')}
      doneText={t('已改挂')}
    />
  )
}
