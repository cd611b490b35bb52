import { BackupError } from '#db/backup/format.ts'
import { EngineStartError } from '#db/embedded.ts'
import { MigrationError } from '#db/migrate.ts'
import { errorPath, fileErrorReason, UnusablePathError } from '#db/paths.ts'
import { TargetError } from './backups/target.ts'
import { commandWords } from './commandWords.ts'
import { StartError } from './settings.ts'

const SENTENCES = [StartError, BackupError, EngineStartError, MigrationError, TargetError, UnusablePathError]

/** Returns the message for an error that the operator can correct; null for a fault of the program. */
export function sentenceOf(error: unknown): string | null {
  if (SENTENCES.some((kind) => error instanceof kind)) return commandWords((error as Error).message)
  const reason = fileErrorReason(error)
  if (reason === null) return null
  return `${errorPath(error) || '文件'} 不能使用：${reason}。`
}
