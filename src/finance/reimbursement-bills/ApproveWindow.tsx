import { App } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import { toRowResults } from './batchResults.tsx'
import type { Claim } from './contract.ts'
import { claimBatches } from './contractBatch.ts'

/** Previews approving the selected claims, approves them and reports failures per claim. */
export function ApproveWindow({ rows, run, close }: BatchForm<Claim>) {
  const approve = useAction(claimBatches.approveMany)
  const { message } = App.useApp()
  const send = async () => {
    const { results } = await approve.mutateAsync({
      claims: rows.map(({ id, version }) => ({ id, version })),
    })
    const passed = results.filter(({ problem }) => problem === null).length
    if (passed === results.length) void message.success(t('已通过 {n} 张', { n: passed }))
    return toRowResults(results)
  }
  return (
    <ConfirmWindow
      title={t('通过 {n} 项', { n: rows.length })}
      endpoint={claimBatches.approveConsequences}
      input={{ ids: rows.map(({ id }) => id) }}
      okText={t('通过')}
      onOk={() => run(send)}
      onClose={close}
    />
  )
}
