import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column, RowAction } from '#kit/ui/list/declare.tsx'
import { type AgentAccount, agentAccounts } from './nicks/contract.ts'
import { hasEnded, spanColumns } from './SpanTag.tsx'

interface Props {
  storeId: number
  /** Absent if the user may neither bind nor claim. */
  onAdd: (() => void) | undefined
  /** Whether the user binds directly; agents claim instead. */
  binds: boolean
  onEnd: (row: AgentAccount) => void
  /** Claims a nick that is bound to another agent. */
  onTakeOver: (row: AgentAccount) => void
  isOwn: (row: AgentAccount) => boolean
}

/** The nicks of a store with their current and former agents. */
export function NickList({ storeId, onAdd, binds, onEnd, onTakeOver, isOwn }: Props) {
  const remove = useRemoval()
  const addAction = onAdd && { label: binds ? t('对应昵称') : t('认领昵称'), onClick: onAdd }
  const rowActions = (row: AgentAccount): (RowAction | false)[] => {
    if (!binds && !isOwn(row)) {
      return [!hasEnded(row) && { key: 'take', label: t('认领'), onClick: () => onTakeOver(row) }]
    }
    return [!hasEnded(row) && { key: 'end', label: t('解除'), onClick: () => onEnd(row) }, remove(row)]
  }
  return (
    <ListPage
      endpoint={agentAccounts.list}
      name={t('平台昵称')}
      fixed={{ storeId: [storeId] }}
      exportable={false}
      heading={{ title: t('平台昵称'), hint: t('导入数据时按昵称认人') }}
      columns={columns()}
      actions={[addAction && { ...addAction, key: 'new', icon: 'plus' }]}
      rowActions={onAdd ? rowActions : undefined}
      empty={{
        text: t('还没有平台昵称'),
        hint: t('导入数据时遇到未知昵称，对应一次即可，之后自动认出。'),
        action: addAction,
      }}
    />
  )
}

/** Deletes a binding that was wrong from the start. */
function useRemoval() {
  const unbind = useAction(agentAccounts.unbind)
  return ({ id, version, nick, staffName: name }: AgentAccount) => ({
    key: 'remove',
    label: t('绑错了'),
    danger: true,
    confirm: t('昵称“{nick}”与{name}的对应会整条删去，这个昵称的数据重新变为待对应。', { nick, name }),
    onClick: () => unbind.mutateAsync({ id, version, toOn: null }),
  })
}

function columns(): Column<AgentAccount>[] {
  return [
    { key: 'nick', title: t('平台昵称'), pinned: true, phone: 'name', sort: true, width: 232 },
    { key: 'staffName', title: t('客服'), phone: 'note', width: 88 },
    ...spanColumns(),
  ]
}
