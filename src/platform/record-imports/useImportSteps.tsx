import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { refetchAll } from '#kit/query.tsx'
import { confirmPartialUndo } from '#kit/ui/confirmPartialUndo.tsx'
import { useBatchedWork } from '#kit/ui/useBatchedWork.tsx'
import type { FirstPassword, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'

/** The step of an import that runs in parts. */
export type ImportStep = 'check' | 'run' | 'undo'

/**
 * The steps of an import, each requested part by part; `way` is the step started last. `onPasswords` receives the
 * passwords of new people with each part.
 */
export function useImportSteps(
  opened: RecordImport,
  onChange: (found: RecordImport) => void,
  onPasswords: (passwords: FirstPassword[]) => void,
) {
  const [way, setWay] = useState<ImportStep>('check')
  const client = useClient()
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const { busy, run } = useBatchedWork()
  const reportChange = (found: RecordImport) => {
    onChange(found)
    return found
  }
  const runBatch = async () => {
    const { passwords, ...found } = await client.call(recordImports.run, { id: opened.id })
    onPasswords(passwords)
    return reportChange(found)
  }
  const check = () =>
    void run(
      async () => reportChange(await client.call(recordImports.check, { id: opened.id })),
      ({ state }) => state !== 'checking',
    )
  const write = async () => {
    setWay('run')
    await run(runBatch, ({ state }) => state === 'done')
    await refetchAll(queries)
  }
  const confirmRest = (error: CallError) => confirmPartialUndo(modal, error, () => undoRows(true))
  const undoRows = async (onlyUnchanged: boolean): Promise<void> => {
    setWay('undo')
    await run(
      async () => reportChange(await undoBatch(client, { id: opened.id, onlyUnchanged }, confirmRest)),
      ({ state }) => state === 'undone',
    )
    await refetchAll(queries)
  }
  return { busy, way, check, run: write, undo: () => undoRows(false) }
}

/** Undoes the next rows; calls `onChanged` if records were changed or used since. */
async function undoBatch(
  client: Client,
  input: { id: number; onlyUnchanged: boolean },
  onChanged: (error: CallError) => void,
): Promise<RecordImport> {
  try {
    return await client.call(recordImports.undo, input, { messagePlace: 'inPage' })
  } catch (error) {
    if (error instanceof CallError && error.code === 'CONFLICT') onChanged(error)
    else if (error instanceof CallError) client.report(error)
    throw error
  }
}
