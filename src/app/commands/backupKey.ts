/**
 * `npm run backup:key`: prints the key that opens new backups, so that a copy can be kept apart from them. With
 * `-- --new file` it writes a new key for BACKUP_KEY_FILE into a file, which must not exist.
 */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backupEncryption, secretToKeep } from '#app/backupKeys.ts'
import { makeKeyFile, readKeyFile } from '#app/masterKey.ts'
import { readSettings, type Settings, StartError } from '#app/settings.ts'
import { keyId } from '#db/backup/encryption.ts'
import { createFolder } from '#db/paths.ts'
import { endWith } from './commandEnd.ts'

async function showKey(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  if (!args.includes('--new')) return describeKey(settings)
  const named = args.find((arg) => !arg.startsWith('--'))
  if (!named) throw new StartError('请写明新密钥的文件：npm run backup:key -- --new 文件')
  return newKey(resolve(named))
}

function newKey(path: string): string {
  if (existsSync(path)) throw new StartError(`${path} 已存在，没有改动。请换一个文件名。`)
  createFolder(dirname(path))
  makeKeyFile(path)
  return [
    `已写入新密钥 ${path}（编号 ${keyId(readKeyFile(path))}），只有本人可读。`,
    '设置 BACKUP_KEY_FILE 指向它，以后的备份就用它加密；以前的备份仍要用以前的密钥打开。',
    '请把这个文件抄一份到别的机器，不要和备份放在一起：没有它，备份打不开。',
  ].join('\n')
}

function describeKey(settings: Settings): string {
  const { key, passphrase } = backupEncryption(settings)
  const secret = secretToKeep(settings)
  const byPassphrase = passphrase === null ? [] : ['备份也可以凭口令打开（设置 BACKUP_PASSPHRASE）。']
  if (!key || !secret) return byPassphrase.join('\n')
  const consequence =
    secret.name === 'SECRET_KEY'
      ? '它也是操作日志和两步验证的密钥：没有它，备份打不开，恢复出来的程序也不能启动。'
      : '没有它，备份打不开。恢复出来的程序还需要原来的 SECRET_KEY（或 secret.key）才能启动，请一并保管。'
  return [
    `备份用编号 ${keyId(key)} 的密钥加密，它来自${secret.source}。`,
    consequence,
    '请把下面一行抄到别处（密码管理器、另一台机器，或打印后锁好），不要和备份放在一起：',
    '',
    `${secret.name}=${secret.value.toString('base64')}`,
    '',
    ...byPassphrase,
  ]
    .join('\n')
    .trimEnd()
}

await endWith(showKey)
