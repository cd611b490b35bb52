import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '#kit/clientContext.tsx'
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
  const { busy, run } = useTurns()
  const check = () =>
    void run(
      async () => {
        const found = await client.call(recordImports.check, { id })
        onChange(found)
        return found
      },
      ({ state }) => state !== 'checking',
    )
  const write = async () => {
    await run(
      async () => {
        const { passwords, ...found } = await client.call(recordImports.run, { id })
        onPasswords(passwords)
        onChange(found)
        return found
      },
      ({ state }) => state === 'done',
    )
    await queries.invalidateQueries()
  }
  return { busy, check, run: write }
}
