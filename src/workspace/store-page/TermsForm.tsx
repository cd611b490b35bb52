import { can } from '#access/can.ts'
import { PriceTrial } from '#billing/customer-bills/ui/PriceTrial.tsx'
import { Pricing } from '#clients/pricing/contract.ts'
import type { Store } from '#clients/stores/contract.ts'
import { storeTerms, type Terms } from '#clients/stores/terms/contract.ts'
import { PricingPicker } from '#clients/stores/ui/PricingPicker.tsx'
import { addDays, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Field, FormConsequences } from '#kit/ui/form/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'

/** The open terms form. */
export type TermsDialog = { kind: 'add' } | { kind: 'correct' | 'withdraw'; terms: Terms }

export interface TermsFormProps {
  store: Store
  dialog: TermsDialog | null
  /** Whether they are the store's first terms, which may apply from any day. */
  isFirst: boolean
  onClose: () => void
}

/** The forms of a store's terms: new terms, a correction and a withdrawal, the latter two with a reason. */
export function TermsForm({ store, dialog, isFirst, onClose }: TermsFormProps) {
  const terms = dialog && dialog.kind !== 'add' ? dialog.terms : null
  const termsKey = { id: store.id, termsId: terms?.id ?? 0 }
  return (
    <>
      <AddTermsForm open={dialog?.kind === 'add'} store={store} isFirst={isFirst} onClose={onClose} />
      <FormModal
        open={dialog?.kind === 'correct'}
        onClose={onClose}
        title={t('更正 {from} 起的计费方式', { from: terms?.fromOn ?? '' })}
        endpoint={storeTerms.correct}
        fixed={termsKey}
        defaults={{ pricing: terms?.pricing, storeSalaryCents: terms?.storeSalaryCents, note: terms?.note }}
        fields={[
          ...money(store),
          { key: 'note' },
          {
            key: 'backpay',
            kind: 'switch',
            wide: true,
            hint: t('从已结账的月份起的计费方式：已结账的部分不变，勾选后差额记为最早未结账月份的调整草稿。'),
          },
          { key: 'reason', kind: 'textarea', hint: t('原来的内容保留备查') },
        ]}
        consequences={termsConsequences(store.id, terms?.id ?? 0)}
        doneText={t('已更正')}
      />
      <FormModal
        open={dialog?.kind === 'withdraw'}
        onClose={onClose}
        title={t('撤回 {from} 起的计费方式', { from: terms?.fromOn ?? '' })}
        endpoint={storeTerms.withdraw}
        fixed={termsKey}
        fields={[{ key: 'reason', kind: 'textarea' }]}
        submitText={t('撤回')}
        doneText={t('已撤回')}
      />
    </>
  )
}

/** The consequences of the terms that are being entered; not requested while the price is incomplete. */
function termsConsequences(id: number, termsId?: number): FormConsequences {
  return {
    endpoint: termsId === undefined ? storeTerms.addConsequences : storeTerms.correctConsequences,
    input: ({ pricing, storeSalaryCents, fromOn, backpay }) => {
      if (!Pricing.safeParse(pricing).success || (termsId === undefined && !fromOn)) return null
      const salary = typeof storeSalaryCents === 'number' ? { storeSalaryCents } : {}
      const queryInput = { id, pricing: JSON.stringify(pricing), ...salary }
      if (termsId === undefined) return { ...queryInput, fromOn }
      return { ...queryInput, termsId, ...(backpay === true ? { backpay: 'yes' } : {}) }
    },
  }
}

/**
 * The price, with a trial calculation for a past month, and the salary. They are `secret`: no draft is stored, because
 * other people may use the same computer.
 */
function money({ id }: Store): Field<'pricing' | 'storeSalaryCents'>[] {
  return [
    {
      key: 'pricing',
      kind: 'custom',
      inner: true,
      secret: true,
      render: (control) => (
        <>
          <PricingPicker {...control} />
          <PriceTrial storeId={id} pricing={control.value} />
        </>
      ),
    },
    {
      key: 'storeSalaryCents',
      kind: 'money',
      secret: true,
      hint: t('服务这家店铺的客服每月分得的工资'),
    },
  ]
}

function AddTermsForm({ open, store, isFirst, onClose }: Omit<TermsFormProps, 'dialog'> & { open: boolean }) {
  const now = today(() => new Date())
  const mayBackdate = can(useUser(), 'canChargeCustomer')
  const later = mayBackdate
    ? t(
        '可从未结账的任意一天起；已过的日期要写明原因，没改过的草稿随之重算，已出账的列在“已出账与现算不符”。',
      )
    : t('从明天或以后起；之前的价格不变')
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={isFirst ? t('登记计费方式') : t('新的计费方式')}
      endpoint={storeTerms.add}
      fixed={{ id: store.id }}
      defaults={{ fromOn: isFirst ? (store.onlineOn ?? now) : addDays(now, 1) }}
      fields={[
        { key: 'fromOn', kind: 'day', hint: isFirst ? undefined : later },
        ...money(store),
        { key: 'note', placeholder: t('如：续约后调价') },
        {
          key: 'reason',
          kind: 'textarea',
          required: true,
          when: ({ fromOn }) => !isFirst && typeof fromOn === 'string' && fromOn <= now,
        },
      ]}
      consequences={termsConsequences(store.id)}
      doneText={t('已登记')}
    />
  )
}
