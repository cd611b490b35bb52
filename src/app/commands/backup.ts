/**
 * `npm run backup [-- file]`: backs up everything into one encrypted file, for either engine, whether the program runs
 * or not. Without a file name it is stored with the hourly backups. With `--plain` the file is not encrypted; it then
 * needs a name. With `--demo` it backs up the demo's data.
 */
import { dirname, resolve } from 'node:path'
import { backupEncryption } from '#app/backupKeys.ts'
import { backUpServer } from '#app/backups/serverBackup.ts'
import { nextBackupPath } from '#app/database.ts'
import { readSettings, type Settings, StartError } from '#app/settings.ts'
import { backUpFolder } from '#db/backup/embedded.ts'
import { type Encryption, keyId } from '#db/backup/encryption.ts'
import { createFolder } from '#db/paths.ts'
import { endWith } from './commandEnd.ts'

async function backUp(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  const target = targetOf(settings, {
    named: args.find((arg) => !arg.startsWith('--')),
    isPlain: args.includes('--plain'),
  })
  createFolder(dirname(target.path))
  const rows = await (settings.databaseUrl
    ? backUpServer(settings, target)
    : backUpFolder(settings.dataDir, target))
  return `已备份 ${rows} 行到 ${target.path}，并已读回核对。\n${advice(target.encryption)}`
}

function targetOf(settings: Settings, { named, isPlain }: { named: string | undefined; isPlain: boolean }) {
  const madeAt = new Date()
  if (!isPlain) {
    const path = named ? resolve(named) : nextBackupPath(settings.dataDir, madeAt)
    return { path, madeAt, encryption: backupEncryption(settings) }
  }
  if (!named) throw new StartError('不加密的备份请写明文件：npm run backup -- --plain 文件')
  return { path: resolve(named), madeAt, encryption: null }
}

/** What the operator must keep so that the backup can be opened. */
function advice(encryption: Encryption | null): string {
  const apart =
    '密钥（SECRET_KEY 或 secret.key）不在备份里：没有它，恢复出来的程序不能启动。请另行保管，不要和备份放在一起。'
  if (!encryption) return `注意：这个文件没有加密，拿到它的人能看到全部数据。\n${apart}`
  const ways = [
    ...(encryption.key ? [`编号 ${keyId(encryption.key)} 的密钥`] : []),
    ...(encryption.passphrase === null ? [] : ['口令']),
  ].join('或')
  return `备份已加密，凭${ways}打开。查看要保管的密钥：npm run backup:key\n${apart}`
}

await endWith(backUp)
