import { BadBackup } from '#db/backup/format.ts'
import { EngineRefused } from '#db/embedded.ts'
import { MigrationRefused } from '#db/migrate.ts'
import { PathUnusable, pathOf, reasonOf } from '#db/paths.ts'
import { StartError } from './settings.ts'

const SENTENCES = [StartError, BadBackup, EngineRefused, MigrationRefused, PathUnusable]

/** Returns the message for an error that the operator can correct; null for a fault of the program. */
export function sentenceOf(error: unknown): string | null {
  if (SENTENCES.some((kind) => error instanceof kind)) return (error as Error).message
  const reason = reasonOf(error)
  if (reason === null) return null
  return `${pathOf(error) || '文件'} 不能使用：${reason}。`
}
