import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import { type FollowUp, followUps } from './contract.ts'

interface FollowUpHandlers {
  edit: (row: FollowUp) => void
  openLog: (id: number) => void
}

/** The row actions of a follow-up: complete or reopen, edit while open, show the log. */
export function useFollowUpActions({
  edit,
  openLog,
}: FollowUpHandlers): (row: FollowUp) => Maybe<RowAction>[] {
  const done = useAction(followUps.done)
  const reopen = useAction(followUps.reopen)
  return (row) => {
    const { id, version } = row
    const log = { key: 'log', label: t('操作日志'), onClick: () => openLog(id) }
    if (row.doneAt) {
      return [
        { key: 'reopen', label: t('重新打开'), onClick: () => reopen.mutateAsync({ id, version }) },
        log,
      ]
    }
    return [
      { key: 'done', label: t('完成'), onClick: () => done.mutateAsync({ id, version }) },
      { key: 'edit', label: t('修改'), onClick: () => edit(row) },
      log,
    ]
  }
}
