/**
 * `npm run restore -- file`: fills an empty database from a backup of either engine, encrypted or not. Instead of a file
 * it takes the address of a target (`s3://bucket/path`, `sftp://user@host/path`, `folder:/path`) with the name of a
 * backup there, or with `--newest`. If no key opens it, the passphrase is requested on the terminal. With `--replace` the
 * embedded engine's data is replaced, and the old data is kept under another name; on a server the database must be new.
 */
import { resolve } from 'node:path'
import { backupDecryption } from '#app/backupKeys.ts'
import { withFetched } from '#app/backups/fetched.ts'
import { isAddress } from '#app/backups/targets.ts'
import { assertServer } from '#app/database.ts'
import { findMasterKey, masterKeyPath } from '#app/masterKey.ts'
import { readSettings, type Settings, StartError } from '#app/settings.ts'
import { restoreFolder } from '#db/backup/embedded.ts'
import type { Decryption } from '#db/backup/encryption.ts'
import { openBackup, verifyBackup } from '#db/backup/read.ts'
import { restore } from '#db/backup/restore.ts'
import { connect } from '#db/connect.ts'
import { askSecret } from './askSecret.ts'
import { endWith } from './commandEnd.ts'

async function restoreBackup(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  const [named, name = null] = args.filter((arg) => !arg.startsWith('--'))
  if (!named) throw new StartError(`请写明要恢复的备份文件：npm run restore -- 文件\n${FROM_TARGET}`)
  if (!isAddress(named)) return restoreFile(settings, resolve(named))
  if (name === null && !args.includes('--newest')) {
    throw new StartError(`请写明要恢复哪一份。\n${FROM_TARGET}\n查看有哪些：npm run backup:list -- ${named}`)
  }
  return withFetched(settings, { address: named, name }, async (path, found) => {
    return `${await restoreFile(settings, path)}\n恢复的是 ${found}。`
  })
}

const FROM_TARGET =
  '从目的地恢复：npm run restore -- 目的地 --newest，或 npm run restore -- 目的地 备份的名字'

async function restoreFile(settings: Settings, path: string): Promise<string> {
  const decryption = backupDecryption(settings, () => askSecret('请输入备份的口令（不会显示）：'))
  if (settings.databaseUrl) {
    const rows = await toServer(settings.migrateDatabaseUrl ?? settings.databaseUrl, path, decryption)
    return `已恢复 ${rows} 行，并逐行核对一致。${reminder(settings)}`
  }
  const replace = process.argv.includes('--replace')
  const options = { replace, now: new Date(), decryption }
  const { rows, before } = await restoreFolder(settings.dataDir, path, options)
  return `已恢复 ${rows} 行，并逐行核对一致。${before ? `\n原来的数据保留在 ${before}。` : ''}${reminder(settings)}`
}

/** The restored program starts with its own key only; on a new machine it is missing. */
function reminder(settings: Settings): string {
  if (findMasterKey(settings)) return ''
  const place = settings.databaseUrl
    ? '设置 SECRET_KEY'
    : `放到 ${masterKeyPath(settings.dataDir)}（chmod 600），或设置 SECRET_KEY`
  return `\n启动之前，请把原来的密钥${place}：没有它，程序不能启动。`
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

await endWith(restoreBackup)
