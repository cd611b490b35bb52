import { customerSteps } from '#clients/customers/contract.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { type FollowUp, followUps } from './contract.ts'

interface Props {
  customerId: number
  /** The follow-up to edit; `new` for a new one; null while the form is closed. */
  followUp: FollowUp | 'new' | null
  onClose: () => void
}

/** Creates a follow-up, or edits an open one. */
export function FollowUpForm({ customerId, followUp, onClose }: Props) {
  const record = followUp === 'new' || followUp === null ? undefined : followUp
  const query = { customerId }
  const fields = [
    { key: 'text', kind: 'textarea', placeholder: t('比如：问续约的意向') },
    { key: 'dueOn', kind: 'day', hint: t('到这一天会出现在跟进人的首页') },
    {
      key: 'assigneeId',
      kind: 'picker',
      options: customerSteps.colleagues,
      query,
      nameKey: 'assigneeName',
      placeholder: t('不选则由自己跟进'),
    },
  ] as const
  return (
    <>
      <FormModal
        open={followUp === 'new'}
        onClose={onClose}
        title={t('安排跟进')}
        endpoint={followUps.create}
        fixed={{ customerId }}
        defaults={{ dueOn: today(() => new Date()) }}
        fields={fields}
        doneText={t('已安排')}
      />
      <FormModal
        open={record !== undefined}
        onClose={onClose}
        title={t('修改跟进')}
        endpoint={followUps.update}
        record={record}
        fields={fields}
      />
    </>
  )
}
