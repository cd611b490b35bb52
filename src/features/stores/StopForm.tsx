import { App, Form, Switch } from 'antd'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { reasonNames } from '#features/churn-records/rules.ts'
import { isDay, today } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Store } from './contract.ts'
import type { StopPreview } from './contractSteps.ts'
import { storeSteps } from './contractSteps.ts'
import type { Proposal } from './contractTerms.ts'
import './StopForm.css'

interface Props {
  open: boolean
  store: Store
  onClose: () => void
}

/** Asks for the last day and the reason, and says what the stop will entail before it is done. */
export function StopForm({ open, store, onClose }: Props) {
  const askAboutCustomer = useCustomerQuestion(store)
  return (
    <FormModal
      open={open}
      onClose={onClose}
      record={store}
      act
      title={t('停止{name}的服务', { name: store.name })}
      endpoint={storeSteps.stop}
      defaults={{ stoppedOn: today(() => new Date()), monthPaid: false }}
      fields={[
        { key: 'stoppedOn', kind: 'day', standing: true, hint: t('这一天仍然服务') },
        { key: 'reason', kind: 'select', options: choicesOf(reasonNames) },
        { key: 'note', kind: 'textarea' },
        {
          key: 'monthPaid',
          kind: 'custom',
          render: (control) => <Consequences {...control} storeId={store.id} />,
        },
      ]}
      submitText={t('停止服务')}
      doneText={t('已停止服务')}
      onDone={(answer) => answer.lastLiveStore && askAboutCustomer()}
    />
  )
}

/** Asks whether the month was paid already, and shows the consequences of the day and this answer. */
function Consequences({ storeId, value, onChange, ...control }: ControlProps & { storeId: number }) {
  const stoppedOn = Form.useWatch('stoppedOn')
  const known = typeof stoppedOn === 'string' && isDay(stoppedOn)
  const monthPaid = value === true
  const asked = { id: storeId, stoppedOn: known ? stoppedOn : '', monthPaid: monthPaid ? 'true' : 'false' }
  const call = useCall(storeSteps.stopPreview, asked, {
    enabled: known,
    keepRows: true,
    messagePlace: 'inPage',
  })
  return (
    <>
      <Switch {...control} checked={monthPaid} onChange={(checked) => onChange?.(checked)} />
      <Loaded call={call} skeleton={null} compact>
        {(preview) => <Entailed preview={preview} />}
      </Loaded>
    </>
  )
}

function Entailed({ preview }: { preview: z.output<typeof StopPreview> }) {
  const { proposal, agents, lastLiveStore } = preview
  return (
    <div className="stop-entails">
      <strong>{t('停止后')}</strong>
      <ul>
        <li>
          {agents.length > 0
            ? t('结束 {names} 在这家店铺的分配', { names: agents.join(t('、')) })
            : t('没有要结束的客服分配')}
        </li>
        <li>{proposal ? proposalText(proposal) : t('当月没有要补收或退还的费用')}</li>
        {lastLiveStore && <li>{t('这是该客户最后一家在服务的店铺')}</li>}
      </ul>
    </div>
  )
}

/** What is to be billed or given back, with the sum as it was done. */
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
