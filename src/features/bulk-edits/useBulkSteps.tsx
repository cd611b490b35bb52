import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { useTurns } from '#kit/ui/useTurns.tsx'
import type { BulkEdit } from './contract.ts'
import { bulkEdits } from './contract.ts'

/** The steps of a bulk edit, each asked for part by part. */
export function useBulkSteps({ id }: BulkEdit, onChange: (edit: BulkEdit) => void) {
  const client = useClient()
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const { busy, run } = useTurns()
  const told = async (turn: () => Promise<BulkEdit>): Promise<BulkEdit> => {
    const edit = await turn()
    onChange(edit)
    return edit
  }
  const write = async (turn: () => Promise<BulkEdit>, end: BulkEdit['state']) => {
    await run(
      () => told(turn),
      ({ state }) => state === end,
    )
    await queries.invalidateQueries()
  }
  const undoRest = () => write(() => client.call(bulkEdits.undo, { id, onlyUnchanged: true }), 'undone')
  return {
    busy,
    check: () =>
      void run(
        () => told(() => client.call(bulkEdits.check, { id })),
        ({ state }) => state !== 'checking',
      ),
    run: () => write(() => client.call(bulkEdits.run, { id }), 'done'),
    undo: () =>
      write(async () => {
        try {
          return await client.call(bulkEdits.undo, { id }, { skipErrorHandler: true })
        } catch (error) {
          if (error instanceof CallError && error.code === 'CONFLICT') askForRest(modal, error, undoRest)
          else if (error instanceof CallError) client.report(error)
          throw error
        }
      }, 'undone'),
  }
}

type Modal = ReturnType<typeof App.useApp>['modal']

/** Names what has been changed since, and offers to take back the rest. */
function askForRest(modal: Modal, { data, message }: CallError, undoRest: () => Promise<void>): void {
  const rows = (data?.rows ?? []) as { recordId: number; name: string }[]
  const more = Number(data?.total ?? rows.length) - rows.length
  modal.confirm({
    title: message,
    content: (
      <>
        <ul className="bulk-changed">
          {rows.map(({ recordId, name }) => (
            <li key={recordId}>{name}</li>
          ))}
        </ul>
        {more > 0 && <p>{t('另有 {n} 条', { n: formatCount(more) })}</p>}
      </>
    ),
    okText: t('只撤销其余的'),
    onOk: () => void undoRest(),
  })
}
