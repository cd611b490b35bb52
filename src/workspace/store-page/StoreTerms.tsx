import { Button } from 'antd'
import { useState } from 'react'
import { can } from '#access/can.ts'
import type { Store } from '#clients/stores/contract.ts'
import { storeTerms, type Terms } from '#clients/stores/terms/contract.ts'
import { proposalText } from '#clients/stores/ui/StopForm.tsx'
import { TermsLine } from '#clients/stores/ui/TermsLine.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { TermsDialog, TermsFormProps } from './TermsForm.tsx'
import './StoreTerms.css'

const TermsForm = lazyWindow<'TermsForm', TermsFormProps>(
  () => import('./TermsForm.tsx'),
  'TermsForm',
  ({ dialog }) => dialog !== null,
)

/** Price and store salary, from planned changes back to the first price. */
export function StoreTerms({ store }: { store: Store }) {
  const call = useCall(storeTerms.list, { id: store.id }, { messagePlace: 'inPage' })
  const [dialog, setDialog] = useState<TermsDialog | null>(null)
  return (
    <Panel
      title={t('计费与店铺工资')}
      hint={t('按生效日期，以前的价格不会被改写')}
      actions={
        call.data && (
          <Button icon={<Icon name="plus" />} onClick={() => setDialog({ kind: 'add' })}>
            {call.data.items.length > 0 ? t('新的计费方式') : t('登记计费方式')}
          </Button>
        )
      }
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {({ items, proposals }) => (
          <>
            {proposals.map((proposal) => (
              <p key={proposal.fromOn + proposal.kind} className="terms-proposal">
                {proposalText(proposal)}
              </p>
            ))}
            <Timeline items={items} onOpenDialog={setDialog} />
            <TermsForm
              store={store}
              dialog={dialog}
              isFirst={items.length === 0}
              onClose={() => setDialog(null)}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Timeline({
  items,
  onOpenDialog,
}: {
  items: readonly Terms[]
  onOpenDialog: (dialog: TermsDialog) => void
}) {
  const corrects = can(useUser(), 'canChargeCustomer')
  if (items.length === 0) {
    return (
      <EmptyState
        compact
        text={t('还没有计费方式')}
        hint={t('没有它也能服务，数字照常进报表；账单、店铺工资和流失时的月费都按它计算，出账前要补。')}
        action={{ label: t('登记计费方式'), onClick: () => onOpenDialog({ kind: 'add' }) }}
      />
    )
  }
  return (
    <ol className="terms-line">
      {[...items].reverse().map((terms) => (
        <TermsLine
          key={terms.id}
          terms={terms}
          onCorrect={
            corrects && terms.state !== 'replaced'
              ? () => onOpenDialog({ kind: 'correct', terms })
              : undefined
          }
          onWithdraw={terms.state === 'planned' ? () => onOpenDialog({ kind: 'withdraw', terms }) : undefined}
        />
      ))}
    </ol>
  )
}
