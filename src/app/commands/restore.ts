/**
 * `npm run restore -- file`: fills an empty database from a backup of either engine. With `--replace` the embedded
 * engine's data is replaced, and the old data is kept under another name; on a server the database must be new.
 */
import { resolve } from 'node:path'
import { assertServer } from '#app/database.ts'
import { readSettings, StartError } from '#app/settings.ts'
import { restoreFolder } from '#db/backup/embedded.ts'
import { openBackup, verifyBackup } from '#db/backup/read.ts'
import { restore } from '#db/backup/restore.ts'
import { connect } from '#db/connect.ts'
import { endWith } from './commandEnd.ts'

async function restoreFile(): Promise<string> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  const named = process.argv.slice(2).find((arg) => !arg.startsWith('--'))
  if (!named) throw new StartError('请写明要恢复的备份文件：npm run restore -- 文件')
  const path = resolve(named)
  if (settings.databaseUrl) {
    return `已恢复 ${await toServer(settings.migrateDatabaseUrl ?? settings.databaseUrl, path)} 行，并逐行核对一致。`
  }
  const replace = process.argv.includes('--replace')
  const { rows, before } = await restoreFolder(settings.dataDir, path, { replace, now: new Date() })
  return `已恢复 ${rows} 行，并逐行核对一致。${before ? `\n原来的数据保留在 ${before}。` : ''}`
}

async function toServer(url: string, path: string): Promise<number> {
  const db = connect({ url }, () => {}, { max: 1 })
  try {
    await assertServer(db)
    // Refuse a damaged file before the first row is written.
    await verifyBackup(path)
    return await restore(db, await openBackup(path))
  } finally {
    await db.destroy()
  }
}

await endWith(restoreFile)
