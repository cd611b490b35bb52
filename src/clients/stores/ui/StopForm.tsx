import { App } from 'antd'
import { useNavigate } from 'react-router'
import { reasonNames } from '#clients/churn-records/rules.ts'
import type { Store } from '#clients/stores/contract.ts'
import { storeSteps } from '#clients/stores/steps/contract.ts'
import type { Proposal } from '#clients/stores/terms/contract.ts'
import { today } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'

interface Props {
  open: boolean
  store: Store
  onClose: () => void
}

/** Asks for the last day and the reason, and shows the consequences before the stop. */
export function StopForm({ open, store, onClose }: Props) {
  const askAboutCustomer = useCustomerQuestion(store)
  return (
    <FormModal
      open={open}
      onClose={onClose}
      record={store}
      isAction
      title={t('停止{name}的服务', { name: store.name })}
      endpoint={storeSteps.stop}
      defaults={{ stoppedOn: today(() => new Date()), monthPaid: false }}
      fields={[
        { key: 'stoppedOn', kind: 'day', notClearable: true, hint: t('这一天仍然服务') },
        { key: 'reason', kind: 'select', options: choicesOf(reasonNames) },
        { key: 'note', kind: 'textarea' },
        { key: 'monthPaid', kind: 'switch' },
      ]}
      consequences={{
        endpoint: storeSteps.stopConsequences,
        input: ({ stoppedOn, monthPaid }) =>
          stoppedOn ? { id: store.id, stoppedOn, monthPaid: String(monthPaid === true) } : null,
      }}
      submitText={t('停止服务')}
      doneText={t('已停止服务')}
      onDone={(answer) => answer.lastLiveStore && askAboutCustomer()}
    />
  )
}

/** A billing proposal as a sentence, with its calculation. */
export function proposalText({ kind, fromOn, toOn, amountCents, formula }: Proposal): string {
  const params = { from: fromOn, to: toOn, amount: formatMoney(amountCents), formula }
  return kind === 'bill'
    ? t('建议收取 {from} 至 {to} 的服务费 {amount}（{formula}）', params)
    : t('建议退还 {from} 至 {to} 的服务费 {amount}（{formula}）', params)
}

function useCustomerQuestion({ customerId, customerName }: Store) {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  return () =>
    void modal.confirm({
      title: t('{name}已没有在服务的店铺', { name: customerName }),
      content: t('如果客户也不再合作，请在客户页登记流失；还会有新店铺的，不用处理。'),
      okText: t('去客户页'),
      cancelText: t('暂不处理'),
      onOk: () => navigate(`/customer-management/${customerId}`),
    })
}
