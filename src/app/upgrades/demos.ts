import { join } from 'node:path'
import { WITHOUT_KEYS } from '#db/backup/encryption.ts'
import { openBackup } from '#db/backup/read.ts'
import { restoreWithoutMigrations } from '#db/backup/restore.ts'
import type { Database } from '#db/connect.ts'

/** The secret key with which the demos of earlier versions were made. */
export const SECRET_KEY = Buffer.alloc(32, 5).toString('base64')

/** Fills an empty database with the demo of an earlier version, in the schema of that version. */
export async function fillWithDemo(db: Database, version: string): Promise<void> {
  await restoreWithoutMigrations(
    db,
    await openBackup(join(import.meta.dirname, `demo-${version}.gz`), WITHOUT_KEYS),
  )
}
