import { useState } from 'react'
import { filesIn, VoucherField, vouchersHint } from '#billing/vouchers/ui/VoucherField.tsx'
import { SendReceiptVouchers } from '#billing/vouchers/ui/VoucherUpload.tsx'
import { today } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { BillPage } from './contract.ts'
import { customerBillSteps } from './contractSteps.ts'
import { billName, DAYS_AHEAD_WITHOUT_REASON, daysPaidAhead, receivingNames } from './rules.ts'

interface Props {
  page: BillPage
  form: { open: boolean; onClose: () => void; isAction: boolean; record: BillPage }
}

interface Booked {
  receiptId: number
  files: readonly File[]
}

/** Enters a receipt, or the payment of a refund, with voucher files. */
export function ReceiveForm({ page, form }: Props) {
  const [booked, setBooked] = useState<Booked | null>(null)
  const name = billName(page)
  const owed = Math.abs(page.totalCents - page.receivedCents - page.writtenOffCents)
  return (
    <>
      <FormModal
        {...form}
        title={page.totalCents < 0 ? t('登记付款：{name}', { name }) : t('登记收款：{name}', { name })}
        endpoint={customerBillSteps.receive}
        columns={2}
        defaults={{ onDay: now(), amountCents: owed, method: 'bank', txnNo: '', voucherNo: '', note: '' }}
        fields={[
          { key: 'onDay', kind: 'day', notClearable: true },
          {
            key: 'beforeIssue',
            kind: 'switch',
            wide: true,
            hint: paidAheadHint(page),
            when: ({ onDay }) => isPaidAhead(page, onDay),
          },
          {
            key: 'beforeIssueReason',
            wide: true,
            when: ({ onDay }) => isPaidLongAhead(page, onDay),
          },
          { key: 'amountCents', kind: 'money', hint: t('还差 {money}', { money: formatMoney(owed) }) },
          { key: 'method', kind: 'select', options: choicesOf(receivingNames) },
          { key: 'txnNo' },
          { key: 'voucherNo' },
          { key: 'note' },
          {
            key: 'vouchers',
            kind: 'custom',
            unsent: true,
            wide: true,
            label: t('凭证文件'),
            hint: vouchersHint(),
            render: (control) => <VoucherField {...control} />,
          },
        ]}
        submitText={t('登记')}
        doneText={t('已登记')}
        onDone={({ receipts: [newest] }, { vouchers }) => {
          const files = filesIn(vouchers)
          if (newest && files.length > 0) setBooked({ receiptId: newest.id, files })
        }}
      />
      {booked && <SendReceiptVouchers {...booked} billId={page.id} onClose={() => setBooked(null)} />}
    </>
  )
}

const now = () => today(() => new Date())

const isPaidAhead = (page: BillPage, onDay: unknown) =>
  typeof onDay === 'string' && daysPaidAhead(page, onDay) > 0
const isPaidLongAhead = (page: BillPage, onDay: unknown) =>
  typeof onDay === 'string' && daysPaidAhead(page, onDay) > DAYS_AHEAD_WITHOUT_REASON

function paidAheadHint({ issuedOn }: BillPage): string {
  return t('账单 {day} 才出账：算预收，到那一天再冲应收。', { day: issuedOn ?? '' })
}
