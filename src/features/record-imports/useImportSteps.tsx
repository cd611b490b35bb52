import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { refetchAll } from '#kit/query.tsx'
import { askForRest } from '#kit/ui/askForRest.tsx'
import { useTurns } from '#kit/ui/useTurns.tsx'
import type { FirstPassword, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'

/** The steps of an import, each asked for part by part; passwords of new people are handed on as they come. */
export function useImportSteps(
  { id }: RecordImport,
  onChange: (found: RecordImport) => void,
  onPasswords: (passwords: FirstPassword[]) => void,
) {
  const client = useClient()
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const { busy, run } = useTurns()
  const told = (found: RecordImport) => {
    onChange(found)
    return found
  }
  const check = () =>
    void run(
      async () => told(await client.call(recordImports.check, { id })),
      ({ state }) => state !== 'checking',
    )
  const write = async () => {
    await run(
      async () => {
        const { passwords, ...found } = await client.call(recordImports.run, { id })
        onPasswords(passwords)
        return told(found)
      },
      ({ state }) => state === 'done',
    )
    await refetchAll(queries)
  }
  const ask = (error: CallError) => askForRest(modal, error, () => takeBack(true))
  const takeBack = async (onlyUnchanged: boolean): Promise<void> => {
    await run(
      async () => told(await undoTurn(client, { id, onlyUnchanged }, ask)),
      ({ state }) => state === 'undone',
    )
    await refetchAll(queries)
  }
  return { busy, check, run: write, undo: () => takeBack(false) }
}

/** Takes the next rows back; what was changed or used since is handed on to be asked about. */
async function undoTurn(
  client: Client,
  input: { id: number; onlyUnchanged: boolean },
  onChanged: (error: CallError) => void,
): Promise<RecordImport> {
  try {
    return await client.call(recordImports.undo, input, { skipErrorHandler: true })
  } catch (error) {
    if (error instanceof CallError && error.code === 'CONFLICT') onChanged(error)
    else if (error instanceof CallError) client.report(error)
    throw error
  }
}
