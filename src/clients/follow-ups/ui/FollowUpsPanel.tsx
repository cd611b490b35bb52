import { useState } from 'react'
import { type FollowUp, followUps } from '#clients/follow-ups/contract.ts'
import { FollowUpForm } from '#clients/follow-ups/FollowUpForm.tsx'
import { followUpColumns } from '#clients/follow-ups/followUpColumns.tsx'
import { followUpLog } from '#clients/follow-ups/followUpLog.tsx'
import { stateNames } from '#clients/follow-ups/rules.ts'
import { useFollowUpActions } from '#clients/follow-ups/useFollowUpActions.tsx'
import { t } from '#kit/text.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { RecordLogDrawerProps } from '#kit/ui/RecordLogDrawer.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'

const RecordLogDrawer = lazyWindow<'RecordLogDrawer', RecordLogDrawerProps>(
  () => import('#kit/ui/RecordLogDrawer.tsx'),
  'RecordLogDrawer',
  ({ log }) => log !== null,
)

/** The follow-ups of one customer. */
export function FollowUpsPanel({ customerId }: { customerId: number }) {
  const [editing, setEditing] = useState<FollowUp | 'new' | null>(null)
  const [loggedId, setLoggedId] = useOpenNumber('followUpLog')
  const rowActions = useFollowUpActions({ edit: setEditing, openLog: setLoggedId })
  const create = { label: t('安排跟进'), onClick: () => setEditing('new') }
  return (
    <>
      <ListPage
        endpoint={followUps.list}
        name={t('跟进')}
        fixed={{ customerId: [customerId] }}
        heading={{ title: t('跟进') }}
        columns={followUpColumns(false)}
        tabs={statusTabs(stateNames)}
        actions={[{ ...create, key: 'new', icon: 'plus' }]}
        rowActions={rowActions}
        empty={{ text: t('还没有安排跟进'), action: create }}
      />
      <FollowUpForm customerId={customerId} followUp={editing} onClose={() => setEditing(null)} />
      <RecordLogDrawer
        log={loggedId === undefined ? null : followUpLog(loggedId)}
        onClose={() => setLoggedId(undefined)}
      />
    </>
  )
}
