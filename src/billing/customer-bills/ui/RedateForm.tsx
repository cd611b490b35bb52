import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'

interface Props {
  /** `name` is the display name and `version` the version of the bill. */
  receipt: { id: number; billId: number; version: number; name: string }
  onClose: () => void
}

/** 改期: moves a receipt to the right day; the totals of the bill do not change. */
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
