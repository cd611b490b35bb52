import { useState } from 'react'
import { type Actor, can, reachOf } from '#access/can.ts'
import { AssignmentForm } from '#clients/stores/AssignmentForm.tsx'
import { assignmentColumns } from '#clients/stores/assignmentColumns.tsx'
import { type Assignment, storeAssignments } from '#clients/stores/assignments/contract.ts'
import type { Store } from '#clients/stores/contract.ts'
import { EndForm } from '#clients/stores/EndForm.tsx'
import { hasEnded } from '#clients/stores/SpanTag.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'

/** Past, current and future assignments of the store. */
export function StoreAgents({ store }: { store: Store }) {
  const user = useUser()
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Assignment | null>(null)
  const handover = handsOver(user)
  const mayAssign = can(user, 'canAssignStore') && store.status !== 'stopped'
  return (
    <>
      <AssignmentList
        storeId={store.id}
        words={handover ? t('安排替班') : t('分配客服')}
        onAssign={mayAssign ? () => setAdding(true) : undefined}
        onEnd={setEnding}
        mayEnd={(row) => !hasEnded(row) && (!handover || row.duty === 'substitute')}
      />
      <AssignmentForm open={adding} store={store} handover={handover} onClose={() => setAdding(false)} />
      <EndForm
        endpoint={storeAssignments.end}
        record={ending}
        title={t('结束{name}的分配', { name: ending?.staffName ?? '' })}
        submitText={t('结束')}
        onClose={() => setEnding(null)}
      />
    </>
  )
}

/** Whether the user is an agent, who may only hand over their own shift to a team mate, and end that substitution. */
function handsOver(user: Actor): boolean {
  return reachOf(user, 'canAssignStore') === 'own'
}

interface ListProps {
  storeId: number
  words: string
  /** Absent if the user may not assign. */
  onAssign: (() => void) | undefined
  onEnd: (row: Assignment) => void
  mayEnd: (row: Assignment) => boolean
}

function AssignmentList({ storeId, words, onAssign, onEnd, mayEnd }: ListProps) {
  const { names } = useShifts()
  const assignAction = onAssign && { label: words, onClick: onAssign }
  return (
    <ListPage
      endpoint={storeAssignments.list}
      name={t('客服分配')}
      fixed={{ storeId: [storeId] }}
      exportable={false}
      heading={{ title: t('客服分配'), hint: t('最新开始的在前，历史保留') }}
      columns={assignmentColumns(names)}
      actions={[assignAction && { ...assignAction, key: 'new', icon: 'plus' }]}
      rowActions={
        onAssign
          ? (row) => [mayEnd(row) && { key: 'end', label: t('结束'), onClick: () => onEnd(row) }]
          : undefined
      }
      empty={{
        text: t('还没有分配客服'),
        hint: t('分配后，客服能在自己的店铺里看到它，并导入它的数据。'),
        action: assignAction,
      }}
    />
  )
}
