import { Button } from 'antd'
import { useState } from 'react'
import { can } from '#access/can.ts'
import type { Store } from '#clients/stores/contract.ts'
import { storeTerms } from '#clients/stores/terms/contract.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { AttentionBar } from '#kit/ui/AttentionBar.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { TermsFormProps } from './TermsForm.tsx'

const TermsForm = lazyWindow<'TermsForm', TermsFormProps>(
  () => import('./TermsForm.tsx'),
  'TermsForm',
  ({ dialog }) => dialog !== null,
)

/** Above a store that is billed but has no price: says so, and opens the form of the price. */
export function PriceMissing({ store }: { store: Store }) {
  const writes = can(useUser(), 'canUpdateStore')
  const [isOpen, setOpen] = useState(false)
  // Terms of a later day may exist; then these are not the first ones.
  const { data, isFetching } = useCall(storeTerms.list, { id: store.id }, { enabled: isOpen })
  return (
    <>
      <AttentionBar text={t('这家店铺还没有计费方式：数字照常进报表，出账前要补。')}>
        {writes && (
          <Button size="small" loading={isOpen && !data && isFetching} onClick={() => setOpen(true)}>
            {t('填写计费')}
          </Button>
        )}
      </AttentionBar>
      <TermsForm
        store={store}
        dialog={isOpen && data ? { kind: 'add' } : null}
        isFirst={data?.items.length === 0}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
