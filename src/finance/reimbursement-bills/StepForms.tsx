import { App } from 'antd'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { ApproveFormProps } from './ApproveForm.tsx'
import { type ClaimPage, claims } from './contract.ts'
import { claimBatches } from './contractBatch.ts'
import type { PayFormProps } from './PayForm.tsx'

const ApproveForm = lazyWindow<'ApproveForm', ApproveFormProps>(
  () => import('./ApproveForm.tsx'),
  'ApproveForm',
  () => true,
)

const PayForm = lazyWindow<'PayForm', PayFormProps>(
  () => import('./PayForm.tsx'),
  'PayForm',
  () => true,
)

export type ClaimAction = 'approve' | 'return' | 'reject' | 'pay' | 'drop'

interface Props {
  page: ClaimPage
  action: ClaimAction | null
  onClose: () => void
}

/** The forms of all steps; `act` is the open one. */
export function StepForms({ page, action, onClose }: Props) {
  const { message } = App.useApp()
  return (
    <>
      {action === 'approve' && <ApproveForm page={page} onClose={onClose} />}
      <RefusalForms page={page} action={action} onClose={onClose} />
      <DropForm page={page} action={action} onClose={onClose} />
      {action === 'pay' && (
        <PayForm
          claims={[page]}
          onClose={onClose}
          onPaid={([result]) => {
            if (result?.problem) void message.error(result.problem)
            else void message.success(t('已登记打款'))
            onClose()
          }}
        />
      )}
    </>
  )
}

/** Asks for the reason why the payment file was never sent to the bank. */
function DropForm({ page: { payout }, action, onClose }: Props) {
  return (
    <FormModal
      open={action === 'drop'}
      onClose={onClose}
      isAction
      record={payout ?? undefined}
      defaults={{ reason: '' }}
      title={t('作废付款文件 {code}', { code: payout?.code ?? '' })}
      endpoint={claimBatches.dropFile}
      fields={[
        {
          key: 'reason',
          kind: 'text',
          placeholder: t('例如：卡号有误，文件没有上传'),
          hint: t('只在文件没有交给银行时作废，否则同一笔会付两次。其中未打款的报销单随后可以再导出。'),
        },
      ]}
      consequences={{
        endpoint: claimBatches.dropConsequences,
        input: () => (payout ? { id: payout.id } : null),
      }}
      submitText={t('作废')}
      doneText={t('已作废，可以重新下载')}
    />
  )
}

/** Forms to return a claim for changes and to reject it. */
function RefusalForms({ page, action, onClose }: Props) {
  const names = { name: page.staffName, title: page.title }
  const form = (of: ClaimAction) => ({
    open: action === of,
    onClose,
    isAction: true,
    record: page,
    defaults: { note: '' },
  })
  return (
    <>
      <FormModal
        {...form('return')}
        title={t('退回{name}的“{title}”', names)}
        endpoint={claims.return}
        fields={[
          {
            key: 'note',
            kind: 'textarea',
            placeholder: t('哪一笔要改，缺什么'),
            hint: t('本人会收到消息，修改后可以再提交。'),
          },
        ]}
        submitText={t('退回修改')}
        doneText={t('已退回')}
      />
      <FormModal
        {...form('reject')}
        title={t('驳回{name}的“{title}”', names)}
        endpoint={claims.reject}
        fields={[
          {
            key: 'note',
            kind: 'textarea',
            placeholder: t('为什么不予报销'),
            hint: t('驳回后不能再提交；还可以修改的请用退回修改。'),
          },
        ]}
        submitText={t('驳回')}
        doneText={t('已驳回')}
      />
    </>
  )
}
