import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { FormPart } from '#kit/ui/form/declare.tsx'
import { type Subscription, subscriptions } from '#platform/saved-views/subscriptions/contract.ts'
import { weekdayNames } from '#platform/saved-views/subscriptions/rules.ts'
import { webhooks } from '#platform/webhooks/contract.ts'

interface Props {
  /** The view to subscribe to; null while the dialog is closed. */
  view: { id: number; name: string } | null
  onClose: () => void
}

/** The dialog for schedule and destination of a new subscription. */
export function SubscribeDialog({ view, onClose }: Props) {
  return view && <NewSubscription view={view} onClose={onClose} />
}

function NewSubscription({ view, onClose }: { view: NonNullable<Props['view']>; onClose: () => void }) {
  const fields = useFields()
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('订阅视图「{name}」', { name: view.name })}
      endpoint={subscriptions.create}
      fields={fields}
      fixed={{ viewId: view.id }}
      defaults={{ every: 'day', weekday: 1, hour: 9 }}
      doneText={t('已订阅，可在个人设置的「订阅」里改时间')}
    />
  )
}

interface EditProps {
  editing: Subscription
  onClose: () => void
}

/** The form that changes schedule and destination of a subscription. */
export function SubscriptionForm({ editing, onClose }: EditProps) {
  const fields = useFields()
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('修改订阅「{name}」', { name: editing.viewName })}
      endpoint={subscriptions.update}
      fields={fields}
      record={editing}
    />
  )
}

type Key = 'every' | 'weekday' | 'hour' | 'webhookId'

function useFields(): FormPart<Key>[] {
  const robots = useCall(webhooks.options, {}, { messagePlace: 'inPage' })
  // Left out only if there are no robots: the picker itself shows that its request is pending or has failed.
  const hasRobots = robots.data?.items.length !== 0
  const where: FormPart<Key> = {
    key: 'webhookId',
    label: t('同时发到群'),
    kind: 'picker',
    options: webhooks.options,
    placeholder: t('不发，只在系统内'),
    hint: t('群里的人都会看到您能看到的名称和数量；不含联系方式和金额。'),
  }
  return [
    {
      key: 'every',
      kind: 'select',
      options: [
        { value: 'day', label: t('每天') },
        { value: 'week', label: t('每周') },
      ],
    },
    {
      key: 'weekday',
      kind: 'select',
      options: weekdayNames.map((name, index) => ({ value: index + 1, label: t(name) })),
      when: ({ every }) => every === 'week',
    },
    {
      key: 'hour',
      kind: 'select',
      options: Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) })),
    },
    ...(hasRobots ? [where] : []),
  ]
}

/** Formats an hour: 9 → `09:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
