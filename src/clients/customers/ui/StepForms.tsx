import { type Customer, customerSteps } from '#clients/customers/contract.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'

interface Props {
  customer: Customer
  /** The open form. */
  step: 'sign' | 'pause' | null
  onClose: () => void
}

/** The forms of the steps that need input: the contract for signing, the reason for a pause. */
export function StepForms({ customer, step, onClose }: Props) {
  return (
    <>
      <FormModal
        open={step === 'sign'}
        onClose={onClose}
        title={t('与{name}签约', { name: customer.name })}
        endpoint={customerSteps.sign}
        isAction
        record={customer}
        fields={[
          { key: 'contractNo' },
          { key: 'contractStartOn', kind: 'day' },
          { key: 'contractEndOn', kind: 'day', hint: t('到期前 30 天起会在首页提醒负责商务') },
        ]}
        submitText={t('签约')}
        doneText={t('已签约，客户转为合作中')}
      />
      <FormModal
        open={step === 'pause'}
        onClose={onClose}
        title={t('暂停与{name}的合作', { name: customer.name })}
        endpoint={customerSteps.pause}
        isAction
        record={customer}
        fields={[
          {
            key: 'reason',
            kind: 'textarea',
            placeholder: t('比如：店铺装修、换季停售'),
            hint: t('只改客户的状态；各店铺要暂停的，请在店铺里操作。'),
          },
        ]}
        submitText={t('暂停合作')}
        doneText={t('已暂停')}
      />
    </>
  )
}
