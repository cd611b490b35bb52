import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '#kit/clientContext.tsx'
import { refetchAll } from '#kit/query.tsx'
import { imports } from '#operations/imports/contract.ts'
import { failureFrom } from './failure.tsx'
import type { FileEntry } from './rules.ts'
import { commitInput, isIncluded } from './rules.ts'

type Change = (key: string, patch: Partial<FileEntry>) => void

/** Commits files one after another, and undoes them; each entry shows its own result. */
export function useCommitActions(entries: readonly FileEntry[], change: Change) {
  const client = useClient()
  const queries = useQueryClient()
  const write = async (entry: FileEntry) => {
    const { key, preview } = entry
    if (!preview) return
    change(key, { phase: 'writing' })
    try {
      const input = commitInput({ ...entry, preview })
      const written = await client.call(imports.commit, input, { messagePlace: 'inPage' })
      change(key, { phase: 'written', written })
    } catch (error) {
      change(key, { phase: 'refused', failure: failureFrom(error) })
    }
  }
  return {
    commit: async () => {
      for (const entry of entries.filter(isIncluded)) await write(entry)
      void refetchAll(queries)
    },
    undo: async ({ key, written }: FileEntry) => {
      if (!written) return
      const { id, version } = written
      change(key, { written: { ...written, ...(await client.call(imports.undo, { id, version })) } })
      void refetchAll(queries)
    },
  }
}
