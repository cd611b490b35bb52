import type { BillPage, Receipt } from '#billing/customer-bills/contract.ts'
import { billConsequences } from '#billing/customer-bills/contractConsequences.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { billName } from '#billing/customer-bills/rules.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'

interface Props {
  page: BillPage
  receipt: Receipt
  onClose: () => void
}

/** 改挂: moves a receipt to another bill of the same customer. */
export function MoveForm({ page, receipt, onClose }: Props) {
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
          ...{
            key: 'billId',
            kind: 'picker',
            options: customerBillSteps.moveTargets,
            query: { billId: page.id },
          },
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
