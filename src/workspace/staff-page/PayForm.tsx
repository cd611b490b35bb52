import { monthOf, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Field, FormConsequences } from '#kit/ui/form/declare.tsx'
import type { Staff } from '#people/staff/contract.ts'
import { type Pay, staffPay } from '#people/staff/pay/contract.ts'
import { type Pay as Amounts, NO_PAY, payOf } from '#people/staff/pay/rules.ts'

/** The open pay form. */
export type PayDialog = { kind: 'add' } | { kind: 'correct' | 'withdraw'; pay: Pay }

export interface PayFormProps {
  person: Staff
  dialog: PayDialog | null
  /** The current pay, used as initial values of a raise. */
  currentPay: Pay | undefined
  /** Whether it is the person's first pay, which may apply from any day. */
  isFirst: boolean
  onClose: () => void
}

/** The forms of a person's pay: a raise, a correction and a withdrawal, each with a reason. */
export function PayForm({ person, dialog, currentPay, isFirst, onClose }: PayFormProps) {
  const wrong = dialog?.kind === 'correct' ? dialog.pay : null
  const planned = dialog?.kind === 'withdraw' ? dialog.pay : null
  return (
    <>
      <AddPay
        person={person}
        open={dialog?.kind === 'add'}
        currentPay={currentPay}
        isFirst={isFirst}
        onClose={onClose}
      />
      <CorrectPay person={person} wrong={wrong} onClose={onClose} />
      <WithdrawPay person={person} planned={planned} onClose={onClose} />
    </>
  )
}

type AddPayProps = Omit<PayFormProps, 'dialog'> & { open: boolean }

function AddPay({ person, open, currentPay, isFirst, onClose }: AddPayProps) {
  return (
    <FormDrawer
      columns={2}
      open={open}
      onClose={onClose}
      title={
        isFirst ? t('登记{name}的薪酬', { name: person.name }) : t('给{name}调薪', { name: person.name })
      }
      endpoint={staffPay.add}
      fixed={{ id: person.id }}
      defaults={{ fromOn: firstDay(person, isFirst), ...(currentPay ? payOf(currentPay) : NO_PAY) }}
      fields={[
        { key: 'fromOn', kind: 'day', hint: isFirst ? undefined : t('从未结账的日期起；之前的工资不变') },
        ...amounts(),
        { key: 'reason', kind: 'textarea', secret: true },
      ]}
      consequences={payConsequences(person.id)}
      doneText={t('已登记')}
    />
  )
}

type CorrectPayProps = Pick<PayFormProps, 'person' | 'onClose'> & { wrong: Pay | null }

function CorrectPay({ person, wrong, onClose }: CorrectPayProps) {
  return (
    <FormDrawer
      columns={2}
      open={wrong !== null}
      onClose={onClose}
      title={t('更正 {from} 起的薪酬', { from: wrong?.fromOn ?? '' })}
      endpoint={staffPay.correct}
      fixed={{ id: person.id, payId: wrong?.id ?? 0 }}
      defaults={wrong ? { ...payOf(wrong) } : {}}
      fields={[
        ...amounts(),
        { key: 'reason', kind: 'textarea', secret: true, hint: t('原来的内容保留备查；已结账的月份不变') },
      ]}
      consequences={payConsequences(person.id, wrong?.id ?? 0)}
      doneText={t('已更正')}
    />
  )
}

type WithdrawPayProps = Pick<PayFormProps, 'person' | 'onClose'> & { planned: Pay | null }

function WithdrawPay({ person, planned, onClose }: WithdrawPayProps) {
  return (
    <FormModal
      open={planned !== null}
      onClose={onClose}
      title={t('撤回 {from} 起的薪酬', { from: planned?.fromOn ?? '' })}
      endpoint={staffPay.withdraw}
      fixed={{ id: person.id, payId: planned?.id ?? 0 }}
      fields={[{ key: 'reason', kind: 'textarea', secret: true, hint: t('之前的薪酬继续有效') }]}
      submitText={t('撤回')}
      doneText={t('已撤回')}
    />
  )
}

/** The default first day: for the first pay the hiring day, for a raise the first of this month. */
function firstDay({ hiredOn }: Staff, isFirst: boolean): string {
  const now = today(() => new Date())
  return isFirst && hiredOn ? hiredOn : `${monthOf(now)}-01`
}

/** The amounts. They are `secret`: no draft is stored, because other people may use the same computer. */
function amounts(): Field<keyof Amounts>[] {
  const secret = true
  return [
    { key: 'baseSalaryCents', kind: 'money', secret },
    { key: 'seniorityPayCents', kind: 'money', secret, hint: t('固定金额；按年递增的填下面两项') },
    { key: 'seniorityPerYearCents', kind: 'money', secret, hint: t('满一年的次月 1 日起算') },
    { key: 'seniorityCapCents', kind: 'money', secret },
    { key: 'commissionRateBp', kind: 'percent', secret },
    { key: 'kpiBaseCents', kind: 'money', secret, hint: t('先登记，有绩效方案后才计算') },
  ]
}

/** The consequences of the pay that is being entered; not requested while the day is missing. */
function payConsequences(id: number, payId?: number): FormConsequences {
  return {
    endpoint: payId === undefined ? staffPay.addConsequences : staffPay.correctConsequences,
    input: ({ fromOn, ...typed }) => {
      if (payId === undefined && !fromOn) return null
      const payFields = Object.fromEntries(
        Object.keys(NO_PAY).flatMap((key) => (typeof typed[key] === 'number' ? [[key, typed[key]]] : [])),
      )
      return payId === undefined ? { id, fromOn, ...payFields } : { id, payId, ...payFields }
    },
  }
}
