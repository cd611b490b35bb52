import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'

interface Props {
  /** `name`: the number of its bill; `version`: the bill's. */
  receipt: { id: number; billId: number; version: number; name: string }
  onClose: () => void
}

/** 改期: puts a receipt on the right day; what the bill comes to stays. */
export function RedateForm({ receipt, onClose }: Props) {
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('改期：{name}', { name: receipt.name })}
      endpoint={customerBillSteps.redate}
      fixed={{ id: receipt.billId, receiptId: receipt.id, version: receipt.version }}
      defaults={{ day: today(() => new Date()), reason: '' }}
      fields={[{ key: 'day', kind: 'day', hint: t('原记录在原日期冲销，账单的金额不变') }, { key: 'reason' }]}
      doneText={t('已改期')}
    />
  )
}
