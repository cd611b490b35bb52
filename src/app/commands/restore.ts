/**
 * `npm run restore -- file`: fills an empty database from a backup of either engine, encrypted or not. If no key opens
 * it, the passphrase is requested on the terminal. With `--replace` the embedded engine's data is replaced, and the old
 * data is kept under another name; on a server the database must be new.
 */
import { resolve } from 'node:path'
import { backupDecryption } from '#app/backupKeys.ts'
import { assertServer } from '#app/database.ts'
import { readSettings, StartError } from '#app/settings.ts'
import { restoreFolder } from '#db/backup/embedded.ts'
import type { Decryption } from '#db/backup/encryption.ts'
import { openBackup, verifyBackup } from '#db/backup/read.ts'
import { restore } from '#db/backup/restore.ts'
import { connect } from '#db/connect.ts'
import { askSecret } from './askSecret.ts'
import { endWith } from './commandEnd.ts'

async function restoreFile(): Promise<string> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  const named = process.argv.slice(2).find((arg) => !arg.startsWith('--'))
  if (!named) throw new StartError('请写明要恢复的备份文件：npm run restore -- 文件')
  const path = resolve(named)
  const decryption = backupDecryption(settings, () => askSecret('请输入备份的口令（不会显示）：'))
  if (settings.databaseUrl) {
    const url = settings.migrateDatabaseUrl ?? settings.databaseUrl
    return `已恢复 ${await toServer(url, path, decryption)} 行，并逐行核对一致。`
  }
  const replace = process.argv.includes('--replace')
  const options = { replace, now: new Date(), decryption }
  const { rows, before } = await restoreFolder(settings.dataDir, path, options)
  return `已恢复 ${rows} 行，并逐行核对一致。${before ? `\n原来的数据保留在 ${before}。` : ''}`
}

async function toServer(url: string, path: string, decryption: Decryption): Promise<number> {
  const db = connect({ url }, () => {}, { max: 1 })
  try {
    await assertServer(db)
    // Refuse a damaged file before the first row is written.
    await verifyBackup(path, decryption)
    return await restore(db, await openBackup(path, decryption))
  } finally {
    await db.destroy()
  }
}

await endWith(restoreFile)
