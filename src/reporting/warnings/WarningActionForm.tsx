import { reasonNames } from '#clients/churn-records/rules.ts'
import { customerSteps } from '#clients/customers/contract.ts'
import { followUps } from '#clients/follow-ups/contract.ts'
import { churnRecords } from '#clients/retention/contract.ts'
import { today } from '#kit/calendar.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { type WarningPage, warnings } from './contract.ts'
import { matterText } from './weekChoices.tsx'

/** The actions on a warning. */
export type WarningAction = 'handle' | 'resolve' | 'ignore' | 'followUp' | 'churn'

interface Props {
  page: WarningPage
  action: WarningAction | null
  onClose: () => void
}

const now = () => today(() => new Date())

/** The form of the selected action. */
export function WarningActionForm({ page, action, onClose }: Props) {
  const form = (of: WarningAction) => ({
    open: action === of,
    onClose,
    isAction: true,
    record: page,
    defaults: { note: '' },
  })
  const note = (placeholder: string) => [{ key: 'note', kind: 'textarea', placeholder } as const]
  return (
    <>
      <FormModal
        {...form('handle')}
        title={page.status === 'pending' ? t('开始处理') : t('补充说明')}
        endpoint={warnings.handle}
        fields={note(t('联系了谁，打算怎么做'))}
      />
      <FormModal
        {...form('resolve')}
        title={t('标为已解决')}
        endpoint={warnings.resolve}
        fields={note(t('原因和结果'))}
      />
      <FormModal
        {...form('ignore')}
        title={t('忽略这条预警')}
        endpoint={warnings.ignore}
        fields={note(t('比如：店铺装修，下周恢复'))}
      />
      <FollowUpForm page={page} open={action === 'followUp'} onClose={onClose} />
      <ChurnForm page={page} open={action === 'churn'} onClose={onClose} />
    </>
  )
}

type ActionFormProps = Pick<Props, 'page' | 'onClose'> & { open: boolean }

const isOpen = ({ status }: WarningPage) => status === 'pending' || status === 'handling'

/** Plans a follow-up, then marks an open warning as in progress, with the plan as its note. */
function FollowUpForm({ page, open, onClose }: ActionFormProps) {
  const handle = useAction(warnings.handle)
  const { id, version, customerId } = page
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('安排跟进')}
      endpoint={followUps.create}
      fixed={{ customerId }}
      defaults={{ dueOn: now(), text: matterText(page) }}
      fields={[
        { key: 'text', kind: 'textarea' },
        { key: 'dueOn', kind: 'day', hint: t('到这一天会出现在跟进人的首页') },
        {
          key: 'assigneeId',
          kind: 'picker',
          options: customerSteps.colleagues,
          query: { customerId },
          placeholder: t('不选则由自己跟进'),
        },
      ]}
      doneText={t('已安排')}
      onDone={({ dueOn, text, assigneeName }) => {
        const note = t('已安排 {name} {day} 跟进：{text}', { name: assigneeName, day: dueOn, text })
        if (isOpen(page)) handle.mutate({ id, version, note })
      }}
    />
  )
}

/** Registers a churn risk: creates a churn record in state 挽留中. */
function ChurnForm({ page, open, onClose }: ActionFormProps) {
  const handle = useAction(warnings.handle)
  const { id, version, customerId } = page
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('登记{name}的流失风险', { name: page.customerName })}
      endpoint={churnRecords.create}
      columns={2}
      fixed={{ customerId }}
      defaults={{ detectedOn: now(), note: matterText(page) }}
      fields={[
        { key: 'detectedOn', kind: 'day' },
        { key: 'stopOn', kind: 'day', placeholder: t('还不知道可不填') },
        { key: 'reason', kind: 'select', options: choicesOf(reasonNames), wide: true },
        { key: 'note', kind: 'textarea', wide: true },
      ]}
      doneText={t('已登记，状态为挽留中')}
      onDone={() => {
        if (isOpen(page)) handle.mutate({ id, version, note: t('已登记流失风险') })
      }}
    />
  )
}
