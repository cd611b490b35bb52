import { reasonNames } from '#clients/churn-records/rules.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { subjectName } from './churnColumns.tsx'
import { type ChurnPage, churnRecords } from './contract.ts'

export type Step = 'confirm' | 'cancel' | 'winBack'

interface Props {
  page: ChurnPage
  step: Step | null
  onClose: () => void
  onDone: (page: ChurnPage, step: Step) => void
}

const now = () => today(() => new Date())

/** The form of the current step; confirming also shows the consequences. */
export function StepForms({ page, step, onClose, onDone }: Props) {
  const form = (of: Step) => ({
    open: step === of,
    onClose,
    isAction: true,
    record: page,
    onDone: (after: ChurnPage) => onDone(after, of),
  })
  return (
    <>
      <ConfirmForm page={page} form={form('confirm')} />
      <FormModal
        {...form('cancel')}
        title={t('撤销{name}的流失记录', { name: subjectName(page) })}
        endpoint={churnRecords.cancel}
        defaults={{ note: '' }}
        fields={[
          {
            key: 'note',
            kind: 'textarea',
            placeholder: t('谈妥续约、登记有误等'),
            hint: t('撤销后不再计入流失。'),
          },
        ]}
        submitText={t('撤销记录')}
        doneText={t('已撤销')}
      />
      <WinBackForm page={page} form={form('winBack')} />
    </>
  )
}

interface OneProps {
  page: ChurnPage
  form: {
    open: boolean
    onClose: () => void
    isAction: boolean
    record: ChurnPage
    onDone: (page: ChurnPage) => void
  }
}

function ConfirmForm({ page, form }: OneProps) {
  return (
    <FormModal
      {...form}
      title={t('确认{name}流失', { name: subjectName(page) })}
      endpoint={churnRecords.confirm}
      defaults={{ stopOn: page.stopOn && page.stopOn < now() ? page.stopOn : now() }}
      fields={[
        { key: 'stopOn', kind: 'day', notClearable: true },
        { key: 'reason', kind: 'select', options: choicesOf(reasonNames) },
        { key: 'note', kind: 'textarea' },
      ]}
      consequences={{
        endpoint: churnRecords.confirmConsequences,
        input: ({ stopOn }) => (stopOn ? { id: page.id, stopOn } : null),
      }}
      submitText={t('确认流失')}
      doneText={t('已确认流失，快照已留存')}
    />
  )
}

function WinBackForm({ page, form }: OneProps) {
  const isCustomer = page.subject === 'customer'
  const lost = new Set(page.snapshot?.stores.map(({ id }) => id))
  const stopped = page.stores.filter(({ status }) => status === 'stopped')
  const options = stopped.map(({ id, name }) => ({ value: id, label: name }))
  const storeIds = stopped.filter(({ id }) => lost.has(id)).map(({ id }) => id)
  return (
    <FormModal
      {...form}
      title={t('召回{name}', { name: subjectName(page) })}
      endpoint={churnRecords.winBack}
      columns={isCustomer ? 2 : 1}
      defaults={{ wonBackOn: now(), note: '', ...(isCustomer && { storeIds }) }}
      fields={[
        {
          key: 'wonBackOn',
          kind: 'day',
          notClearable: true,
          wide: true,
          hint: isCustomer ? t('客户回到合作中。') : t('店铺从这一天起恢复服务中，客服需要重新分配。'),
        },
        isCustomer && { key: 'contractStartOn', kind: 'day', placeholder: t('不填则沿用原合同') },
        isCustomer && { key: 'contractEndOn', kind: 'day', placeholder: t('不填则沿用原合同') },
        isCustomer &&
          options.length > 0 && {
            key: 'storeIds',
            kind: 'multi',
            options,
            wide: true,
            hint: t('选中的店铺从召回日期起恢复服务中，客服需要重新分配。'),
          },
        { key: 'note', kind: 'textarea', wide: true },
      ]}
      submitText={t('召回')}
      doneText={t('已召回')}
    />
  )
}
