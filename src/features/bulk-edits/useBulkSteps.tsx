import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { refetchAll } from '#kit/query.tsx'
import { askForRest } from '#kit/ui/askForRest.tsx'
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
    await refetchAll(queries)
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
