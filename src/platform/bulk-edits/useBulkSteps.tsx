import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { refetchAll } from '#kit/query.tsx'
import { confirmPartialUndo } from '#kit/ui/confirmPartialUndo.tsx'
import { useBatchedWork } from '#kit/ui/useBatchedWork.tsx'
import type { BulkEdit } from './contract.ts'
import { bulkEdits } from './contract.ts'

/** The step of a bulk edit that runs in parts. */
export type BulkStep = 'check' | 'run' | 'undo'

/** The steps of a bulk edit, each requested part by part; `way` is the step started last. */
export function useBulkSteps(edit: BulkEdit, onChange: (edit: BulkEdit) => void) {
  const { id } = edit
  const [way, setWay] = useState<BulkStep>('check')
  const client = useClient()
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const { busy, run } = useBatchedWork()
  const reportChange = async (request: () => Promise<BulkEdit>): Promise<BulkEdit> => {
    const newer = await request()
    onChange(newer)
    return newer
  }
  const write = async (request: () => Promise<BulkEdit>, end: BulkEdit['state']) => {
    await run(
      () => reportChange(request),
      ({ state }) => state === end,
    )
    await refetchAll(queries)
  }
  const undoRest = () => write(() => client.call(bulkEdits.undo, { id, onlyUnchanged: true }), 'undone')
  const undo = async () => {
    setWay('undo')
    await write(() => undoBatch(client, id, (error) => confirmPartialUndo(modal, error, undoRest)), 'undone')
  }
  return {
    busy,
    way,
    check: () =>
      void run(
        () => reportChange(() => client.call(bulkEdits.check, { id })),
        ({ state }) => state !== 'checking',
      ),
    run: () => {
      setWay('run')
      return write(() => client.call(bulkEdits.run, { id }), 'done')
    },
    undo,
  }
}

/** Undoes the next records; calls `onChanged` if records were changed since. */
async function undoBatch(
  client: Client,
  id: number,
  onChanged: (error: CallError) => void,
): Promise<BulkEdit> {
  try {
    return await client.call(bulkEdits.undo, { id }, { messagePlace: 'inPage' })
  } catch (error) {
    if (error instanceof CallError && error.code === 'CONFLICT') onChanged(error)
    else if (error instanceof CallError) client.report(error)
    throw error
  }
}
