import { Form, Input, Modal } from 'antd'
import { Suspense, useState } from 'react'
import { type Customer, customerTransfers, MAX_TRANSFERRED } from '#clients/customers/contract.ts'
import { transferProblems } from '#clients/customers/rules.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchResultsProps } from '#kit/ui/list/BatchResults.tsx'
import type { RowResult } from '#kit/ui/list/eachRow.ts'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'

const BatchResults = lazyPart<'BatchResults', BatchResultsProps>(
  () => import('#kit/ui/list/BatchResults.tsx'),
  'BatchResults',
)

interface Props {
  rows: readonly Customer[]
  onClose: () => void
  /** Receives the result of each row. Without it, the dialog shows the results. */
  onDone?: (results: RowResult[]) => void
}

/** 移交: transfers up to 100 customers to another owner, for a reason, with a result per row. */
export function TransferForm({ rows, onClose, onDone }: Props) {
  const [results, setResults] = useState<RowResult[] | null>(null)
  const form = useTransfer(rows, (done) => (onDone ? onDone(done) : setResults(done)))
  if (results) {
    return (
      <Suspense>
        <BatchResults label={t('移交客户')} of={results} isSelected={false} onClose={onClose} />
      </Suspense>
    )
  }
  const tooMany = rows.length > MAX_TRANSFERRED
  return (
    <TouchSize>
      <Modal
        open
        width={520}
        title={titleOf(rows)}
        okText={t('移交')}
        okButtonProps={{ disabled: tooMany }}
        confirmLoading={form.busy}
        onCancel={form.busy ? undefined : onClose}
        onOk={form.send}
      >
        {tooMany ? (
          <p>{t('一次最多移交 {n} 位客户，请分几次选择。', { n: MAX_TRANSFERRED })}</p>
        ) : (
          <Fields form={form} companyCode={rows[0]?.companyCode} />
        )}
      </Modal>
    </TouchSize>
  )
}

function titleOf(rows: readonly Customer[]): string {
  const [first] = rows
  if (rows.length === 1 && first) return t('移交{name}', { name: first.name })
  return t('移交 {n} 位客户', { n: rows.length })
}

type TransferState = ReturnType<typeof useTransfer>

function Fields({ form, companyCode }: { form: TransferState; companyCode: string | undefined }) {
  const { asked: submitted, ownerId, reason } = form
  const noOwner = submitted && !ownerId
  const noReason = submitted && reason.trim().length < 2
  return (
    <Form layout="vertical" component="div">
      <Form.Item
        label={t('新的负责商务')}
        htmlFor="transfer-owner"
        required
        validateStatus={noOwner ? 'error' : ''}
        help={noOwner ? t('请选择新的负责商务') : t('立即生效；原负责商务未完成的跟进一并移交。')}
      >
        <StaffPicker
          id="transfer-owner"
          purpose="owner"
          companyCode={companyCode}
          value={ownerId}
          onChange={form.setOwnerId}
        />
      </Form.Item>
      <Form.Item
        label={t('移交原因')}
        htmlFor="transfer-reason"
        required
        validateStatus={noReason ? 'error' : ''}
        help={noReason ? t('请写明移交原因，至少 2 个字') : t('记入客户的负责人历史和操作日志。')}
      >
        <Input.TextArea
          id="transfer-reason"
          autoSize={{ minRows: 2, maxRows: 5 }}
          maxLength={200}
          placeholder={t('请输入')}
          value={reason}
          onChange={(event) => form.setReason(event.target.value)}
        />
      </Form.Item>
    </Form>
  )
}

function useTransfer(rows: readonly Customer[], done: (results: RowResult[]) => void) {
  const [ownerId, setOwnerId] = useState<number>()
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const transfer = useAction(customerTransfers.transfer)
  const send = () => {
    setSubmitted(true)
    if (!ownerId || reason.trim().length < 2) return
    transfer.mutate(
      { ids: rows.map(({ id }) => id), ownerId, reason: reason.trim() },
      {
        onSuccess: ({ results }) =>
          done(
            results.map(({ id, name, problem }) => ({
              key: id,
              name: name ?? rows.find((row) => row.id === id)?.name ?? t('编号 {n}', { n: id }),
              ...(problem && { problem: t(transferProblems[problem]) }),
            })),
          ),
      },
    )
  }
  return { ownerId, setOwnerId, reason, setReason, asked: submitted, send, busy: transfer.isPending }
}
