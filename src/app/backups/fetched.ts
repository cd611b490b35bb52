import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Settings, StartError } from '#app/settings.ts'
import { newestBackup } from '#db/backup/retention.ts'
import { createFolder } from '#db/paths.ts'
import { targetsAt } from './targets.ts'
import { withScratch } from './work.ts'

/** A backup at a target: by its name, or the newest if `name` is null. */
export interface Remote {
  address: string
  name: string | null
}

/**
 * Fetches a backup from a target into a temporary file and does work with it. Throws `StartError` if the target has no
 * such backup.
 */
export async function withFetched<T>(
  settings: Settings,
  { address, name }: Remote,
  work: (path: string, name: string) => Promise<T>,
): Promise<T> {
  const [target, ...more] = targetsAt(address, settings)
  if (!target || more.length > 0) throw new StartError('请写明一个目的地。')
  const { signal } = new AbortController()
  const names = (await target.list(signal)).map((file) => file.name)
  const wanted = name ?? newestBackup(names)?.name
  if (!wanted) throw new StartError(`${target.address} 里没有备份。`)
  if (!names.includes(wanted)) {
    throw new StartError(`${target.address} 里没有 ${wanted}。查看有哪些：npm run backup:list -- ${address}`)
  }
  const parent = settings.databaseUrl ? tmpdir() : settings.dataDir
  createFolder(parent)
  return withScratch(parent, async (folder) => {
    const path = join(folder, wanted)
    await target.get(wanted, path, signal)
    return work(path, wanted)
  })
}
