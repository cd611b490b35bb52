import { App } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { can } from '#access/can.ts'
import { type Customer, customerSteps } from '#clients/customers/contract.ts'
import { canStep, isRenewable } from '#clients/customers/rules.ts'
import { RenewForm } from '#clients/customers/ui/RenewForm.tsx'
import { StepForms } from '#clients/customers/ui/StepForms.tsx'
import { today } from '#kit/calendar.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { MergeDialogProps } from '#workspace/customer-merges/ui/MergeDialog.tsx'

const MergeDialog = lazyWindow<'MergeDialog', MergeDialogProps>(
  () => import('#workspace/customer-merges/ui/MergeDialog.tsx'),
  'MergeDialog',
  () => true,
)

const TransferForm = lazyPart(() => import('#clients/customers/ui/TransferForm.tsx'), 'TransferForm')

type Open = 'sign' | 'renew' | 'pause' | 'transfer' | 'merge' | null

/** The actions of the customer page that the user may take, and their dialogs. */
export function useCustomerActions(customer: Customer, edit: () => void) {
  const [params] = useSearchParams()
  const [open, setOpen] = useState<Open>(null)
  const [otherId, setOtherId] = useState<number>()
  const merge = (other?: number) => {
    setOtherId(other)
    setOpen('merge')
  }
  useOpenFromAddress('merge', () => merge(Number(params.get('merge')) || undefined))
  const renews = can(useUser(), 'canUpdateCustomer', customer)
  useOpenFromAddress('renew', () => setOpen(renews ? 'renew' : null))
  const actions = useActions(customer, { open: setOpen, merge, edit })
  const close = () => setOpen(null)
  const windows = (
    <>
      <StepForms
        customer={customer}
        step={open === 'sign' || open === 'pause' ? open : null}
        onClose={close}
      />
      <RenewForm customer={customer} open={open === 'renew'} onClose={close} />
      {open === 'transfer' && (
        <Suspense>
          <TransferForm rows={[customer]} onClose={close} />
        </Suspense>
      )}
      {open === 'merge' && <MergeDialog customer={customer} otherId={otherId} onClose={close} />}
    </>
  )
  return { actions, windows, merge }
}

interface ActionHandlers {
  open: (window: Open) => void
  merge: () => void
  edit: () => void
}

function useActions(customer: Customer, { open, merge, edit }: ActionHandlers): Maybe<Action>[] {
  const user = useUser()
  const { message } = App.useApp()
  const resume = useAction(customerSteps.resume, { onSuccess: () => void message.success(t('已恢复合作')) })
  const { id, version, status } = customer
  const transfers = can(user, 'canTransferCustomer', customer)
  const transfer = { key: 'transfer', label: t('移交'), onClick: () => open('transfer') }
  if (!can(user, 'canUpdateCustomer', customer)) return [transfers && transfer]
  return [
    canStep('sign', status) && { key: 'sign', label: t('签约'), onClick: () => open('sign') },
    isRenewable(
      customer,
      today(() => new Date()),
    ) && { key: 'renew', label: t('续签'), onClick: () => open('renew') },
    canStep('resume', status) && {
      key: 'resume',
      label: t('恢复合作'),
      onClick: () => resume.mutateAsync({ id, version }),
    },
    transfers && transfer,
    canStep('pause', status) && { key: 'pause', label: t('暂停合作'), onClick: () => open('pause') },
    status !== 'churned' && { key: 'merge', label: t('合并重复'), onClick: () => merge() },
    { key: 'edit', label: t('编辑'), icon: 'edit', primary: true, onClick: edit },
  ]
}
