import { assertSeesAll } from '#app/barrier.ts'
import { assertServer } from '#app/database.ts'
import type { Settings } from '#app/settings.ts'
import { type BackupTarget, writeBackup } from '#db/backup/write.ts'
import { connect } from '#db/connect.ts'

/** What a backup of a server needs. */
export type ServerSettings = Pick<Settings, 'databaseUrl' | 'migrateDatabaseUrl' | 'roles'>

/**
 * Backs up the database of a server with a connection of its own, as the owner of the tables if it is configured.
 * Returns the number of rows. Throws `StartError` if the server cannot be reached or the login sees only a part.
 */
export async function backUpServer(settings: ServerSettings, target: BackupTarget): Promise<number> {
  const url = settings.migrateDatabaseUrl ?? settings.databaseUrl ?? ''
  const db = connect({ url }, () => {}, { max: 1 })
  try {
    await assertServer(db)
    await assertSeesAll(db, settings)
    return await writeBackup(db, target)
  } finally {
    await db.destroy()
  }
}
