import { useState } from 'react'
import { t } from '#kit/text.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { RecordLogDrawerProps } from '#kit/ui/RecordLogDrawer.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { type FollowUp, followUps } from './contract.ts'
import { FollowUpForm } from './FollowUpForm.tsx'
import { followUpColumns } from './followUpColumns.tsx'
import { followUpLog } from './followUpLog.tsx'
import { stateNames } from './rules.ts'
import { useFollowUpActions } from './useFollowUpActions.tsx'

const RecordLogDrawer = lazyWindow<'RecordLogDrawer', RecordLogDrawerProps>(
  () => import('#kit/ui/RecordLogDrawer.tsx'),
  'RecordLogDrawer',
  ({ log }) => log !== null,
)

const MINE = [{ value: 'true', label: '我跟进的' }]

/** 客户跟进: the follow-ups of customers within reach. The home page links to the user's own. */
export function FollowUpsScreen() {
  const [editing, setEditing] = useState<FollowUp | null>(null)
  const [loggedId, setLoggedId] = useOpenNumber('log')
  const rowActions = useFollowUpActions({ edit: setEditing, openLog: setLoggedId })
  return (
    <>
      <ListPage
        endpoint={followUps.list}
        name={t('客户跟进')}
        columns={followUpColumns(true)}
        tabs={statusTabs(stateNames)}
        filters={[
          {
            key: 'mine',
            label: t('跟进人'),
            control: 'select',
            options: MINE.map(({ value, label }) => ({ value, label: t(label) })),
          },
          { from: 'dueFrom', to: 'dueTo', label: t('跟进日期'), control: 'days' },
        ]}
        rowActions={rowActions}
        empty={{ text: t('没有跟进'), hint: t('在客户的“跟进与备注”里安排，到日子会提醒跟进人。') }}
      />
      {editing && (
        <FollowUpForm customerId={editing.customerId} followUp={editing} onClose={() => setEditing(null)} />
      )}
      <RecordLogDrawer
        log={loggedId === undefined ? null : followUpLog(loggedId)}
        onClose={() => setLoggedId(undefined)}
      />
    </>
  )
}
