import { hideStoreSalary } from '#access/can.ts'
import { Pricing } from '#clients/pricing/contract.ts'
import type { Store } from '#clients/stores/contract.ts'
import { storeSteps } from '#clients/stores/steps/contract.ts'
import type { Step } from '#clients/stores/steps/rules.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { PricingPicker } from './PricingPicker.tsx'
import { StopForm } from './StopForm.tsx'

export interface StepFormProps {
  store: Store
  /** The step to show the form of; null while no form is open. */
  step: Step | null
  onClose: () => void
}

/** The form of a status step: the day, and the other fields of the step. */
export function StepForm({ store, step, onClose }: StepFormProps) {
  return (
    <>
      <TrialForm open={step === 'trial'} store={store} onClose={onClose} />
      <GoLiveForm open={step === 'go-live'} store={store} onClose={onClose} />
      <PauseForm open={step === 'pause'} store={store} onClose={onClose} />
      <ResumeForm open={step === 'resume'} store={store} onClose={onClose} />
      <RestoreForm open={step === 'restore'} store={store} onClose={onClose} />
      <StopForm open={step === 'stop'} store={store} onClose={onClose} />
    </>
  )
}

interface OneProps {
  open: boolean
  store: Store
  onClose: () => void
}

const now = () => today(() => new Date())

function TrialForm({ store, ...window }: OneProps) {
  return (
    <FormModal
      {...window}
      record={store}
      isAction
      title={t('{name}开始试单', { name: store.name })}
      endpoint={storeSteps.trial}
      defaults={{ trialOn: now() }}
      fields={[{ key: 'trialOn', kind: 'day', notClearable: true }]}
      doneText={t('已开始试单')}
    />
  )
}

function PauseForm({ store, ...window }: OneProps) {
  const hint = t('从这天起不再服务，也不计服务费；客服的分配保留')
  return (
    <FormModal
      {...window}
      record={store}
      isAction
      title={t('暂停{name}的服务', { name: store.name })}
      endpoint={storeSteps.pause}
      defaults={{ on: now() }}
      fields={[
        { key: 'on', kind: 'day', notClearable: true, hint },
        { key: 'note', kind: 'textarea' },
      ]}
      doneText={t('已暂停')}
    />
  )
}

function ResumeForm({ store, ...window }: OneProps) {
  return (
    <FormModal
      {...window}
      record={store}
      isAction
      title={t('恢复{name}的服务', { name: store.name })}
      endpoint={storeSteps.resume}
      defaults={{ on: now() }}
      fields={[{ key: 'on', kind: 'day', notClearable: true, hint: t('从这天起重新服务') }]}
      doneText={t('已恢复服务')}
    />
  )
}

function RestoreForm({ store, ...window }: OneProps) {
  const hint = t('从这天起重新服务，之后请重新分配客服')
  return (
    <FormModal
      {...window}
      record={store}
      isAction
      title={t('{name}重新服务', { name: store.name })}
      endpoint={storeSteps.restore}
      defaults={{ on: now() }}
      fields={[{ key: 'on', kind: 'day', notClearable: true, hint }]}
      doneText={t('已恢复服务')}
    />
  )
}

/** Going live; the price can be entered in the same form, or later. */
function GoLiveForm({ store, ...window }: OneProps) {
  const pays = !hideStoreSalary(useUser())
  return (
    <FormModal
      {...window}
      record={store}
      isAction
      title={t('{name}上线', { name: store.name })}
      endpoint={storeSteps.goLive}
      defaults={{ onlineOn: now(), storeSalaryCents: undefined }}
      fields={[
        { key: 'onlineOn', kind: 'day', notClearable: true },
        pays && {
          key: 'pricing',
          kind: 'custom',
          inner: true,
          render: (control) => <PricingPicker {...control} />,
          hint: t('可以以后再填；已登记过的，这里留空'),
        },
        pays && { key: 'storeSalaryCents', kind: 'money', hint: t('服务这家店铺的客服每月分得的工资') },
      ]}
      consequences={{
        endpoint: storeSteps.goLiveConsequences,
        input: ({ onlineOn, pricing }) => {
          if (!onlineOn || (pricing && !Pricing.safeParse(pricing).success)) return null
          return { id: store.id, onlineOn, ...(pricing ? { pricing: JSON.stringify(pricing) } : {}) }
        },
      }}
      doneText={t('已上线')}
    />
  )
}
