/**
 * `npm run key:replace -- FILE`: replaces the installation's key. The new key is written to the new file FILE (0600), and
 * everything that is encrypted with the present one is encrypted again. Stop the program on all nodes first, and start it
 * with the new key. Recovery codes and links to merchants end; older backups still need the former key.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asOwner, assertSeesAll } from '#app/barrier.ts'
import { replaceKey } from '#app/keyReplacement.ts'
import { readMasterKey } from '#app/masterKey.ts'
import { readSettings, StartError } from '#app/settings.ts'
import { openUpToDate } from '#app/upgrade.ts'
import { acrossCompanies } from '#db/barrier.ts'
import { databaseClock } from '#db/clock.ts'
import { fileErrorReason } from '#db/paths.ts'
import { deriveKeys, replacementOf } from '#kit/keys.ts'
import { endWith } from './commandEnd.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function replace(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  const [named] = args.filter((arg) => !arg.startsWith('--'))
  if (!named) throw new StartError('请写明新密钥写到哪个文件：npm run key:replace -- 文件')
  const path = resolve(named)
  const present = readMasterKey(settings)
  const next = replacementOf(present)
  const { db: opened, close } = await openUpToDate(settings, {
    onLost: (error) => say(error.message),
    onRestart: say,
  })
  const db = acrossCompanies(opened, 'commands')
  try {
    writeKey(path, next)
    const { clock } = await databaseClock(db)
    const keys = { before: deriveKeys(present), after: deriveKeys(next) }
    const replaced = await asOwner(db, settings, async (owner) => {
      // Values of rows that the login does not see would be lost.
      if (settings.databaseUrl) await assertSeesAll(owner, settings)
      return replaceKey(owner, keys, clock())
    }).catch((error: unknown) => {
      rmSync(path, { force: true })
      throw error
    })
    return [
      `新密钥已写入 ${path}（只有当前用户可读），数据库只认新密钥。`,
      `重新加密：两步验证 ${replaced['second-factor']}，群机器人 ${replaced.webhook}，报销单的银行卡 ${replaced['payee-card']}。`,
      `作废：恢复码 ${replaced['recovery-codes']}（请本人重新生成），商家对账链接 ${replaced.statement}（请重新生成）。`,
      '请把 SECRET_KEY、SECRET_KEY_FILE 或数据目录里的 secret.key 换成新密钥，再启动程序。旧密钥留到用它加密的备份都过期为止。',
    ].join('\n')
  } finally {
    await close()
  }
}

/** Written and synced before the database changes: a key that is lost would be lost for ever. */
function writeKey(path: string, key: Buffer): void {
  try {
    writeFileSync(path, `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartError(`文件 ${path} 已存在，请换一个文件名。`)
    throw new StartError(`密钥文件 ${path} 没有写成：${fileErrorReason(error) ?? (error as Error).message}。`)
  }
}

await endWith(replace)
