import { type Customer, customers } from '#clients/customers/contract.ts'
import { nextContract } from '#clients/customers/rules.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'

interface Props {
  customer: Customer
  open: boolean
  onClose: () => void
}

/** 续签: the next contract, with its dates filled in from the present one. */
export function RenewForm({ customer, open, onClose }: Props) {
  const { name, contractStartOn, contractEndOn } = customer
  const present = { from: contractStartOn ?? '-', to: contractEndOn ?? '-' }
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('续签{name}', { name })}
      endpoint={customers.update}
      record={customer}
      defaults={{ ...nextContract(customer) }}
      fields={[
        { key: 'contractNo', hint: t('现在的合同：{from} 至 {to}', present) },
        { key: 'contractStartOn', kind: 'day' },
        { key: 'contractEndOn', kind: 'day', hint: t('到期前 30 天起会在首页提醒负责商务') },
      ]}
      submitText={t('续签')}
      doneText={t('已续签')}
    />
  )
}
