import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { Customer } from '#clients/customers/contract.ts'
import { CustomerPicker } from '#clients/customers/ui/CustomerPicker.tsx'
import { SavedSimilarCustomers } from '#clients/customers/ui/SavedSimilarCustomers.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { customerMerges } from '#workspace/customer-merges/contract.ts'
import { MergeChoice, type MergeChoiceProps } from '#workspace/customer-merges/MergeChoice.tsx'
import { useMerging } from '#workspace/customer-merges/useMerging.tsx'

export interface MergeDialogProps {
  customer: Customer
  /** The customer to merge, if known. */
  otherId?: number | undefined
  onClose: () => void
}

/** 合并重复客户: the choice of the customer and of the fields to take over, and the records that move. */
export function MergeDialog({ customer, otherId: initialOtherId, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState(initialOtherId)
  const merging = useMerging(customer.id, onClose)
  const preview = useCall(
    customerMerges.preview,
    { id: customer.id, otherId: otherId ?? 0 },
    // Every write refetches active queries; after the merge, this preview would get 404.
    { enabled: otherId !== undefined && !merging.isSent, messagePlace: 'inPage' },
  )
  const data = otherId === undefined ? undefined : preview.data
  const ready = data !== undefined && data.refusal === null
  return (
    <TouchSize>
      <Modal
        open
        width={720}
        title={t('把重复的客户并入{name}', { name: customer.name })}
        okText={t('合并')}
        okButtonProps={{ disabled: !ready }}
        confirmLoading={merging.busy}
        onCancel={merging.busy ? undefined : onClose}
        onOk={() => data && merging.send(data)}
      >
        <Form layout="vertical" component="div">
          <Form.Item label={t('重复的客户')} htmlFor="merge-other" required>
            <CustomerPicker id="merge-other" value={otherId ?? null} onChange={setOtherId} />
          </Form.Item>
        </Form>
        {otherId === undefined && <SavedSimilarCustomers id={customer.id} onMerge={setOtherId} />}
        {otherId !== undefined && (
          <Loaded call={preview} skeleton={<TextSkeleton rows={4} />}>
            {(found) => <Comparison preview={found} take={merging.take} onTake={merging.setTake} />}
          </Loaded>
        )}
      </Modal>
    </TouchSize>
  )
}

/** Compares the two customers, or shows why they cannot be merged. */
function Comparison(props: MergeChoiceProps) {
  const { refusal } = props.preview
  if (refusal === null) return <MergeChoice {...props} />
  return (
    <p className="merge-error" role="alert">
      {refusal}
    </p>
  )
}
