import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#db/connect.ts'
import { assertWritable, reasonOf } from '#db/paths.ts'
import type { KeyFor } from '#kit/keys.ts'
import { MASTER_KEY_BYTES } from '#kit/keys.ts'
import type { Settings } from './settings.ts'
import { StartError } from './settings.ts'

type Where = Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey' | 'secretKeyFile'>

/**
 * The installation's one secret key: the setting SECRET_KEY, or the file of SECRET_KEY_FILE, or, beside the embedded
 * engine's data, a file that the first start makes. Never in the database. Throws `StartError` where it is missing.
 */
export function readMasterKey(settings: Where): Buffer {
  if (settings.secretKey) return decode(settings.secretKey, '设置 SECRET_KEY')
  if (settings.secretKeyFile) return readKeyFile(settings.secretKeyFile)
  if (settings.databaseUrl) {
    throw new StartError(
      '使用 PostgreSQL 时需要设置 SECRET_KEY 或 SECRET_KEY_FILE（各节点相同）：它保护操作日志和两步验证。可用 openssl rand -base64 32 生成，并另行妥善保管。',
    )
  }
  assertWritable(settings.dataDir)
  const path = join(settings.dataDir, 'secret.key')
  makeKeyFile(path)
  return readKeyFile(path)
}

/** Makes the file, readable by its owner only and on the disk before anything depends on it; one that exists stays. */
function makeKeyFile(path: string): void {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  try {
    writeSync(file, `${randomBytes(MASTER_KEY_BYTES).toString('base64')}\n`)
    fsyncSync(file)
  } catch (error) {
    // An empty file would be a wrong key at every later start.
    rmSync(path)
    throw new StartError(`密钥文件 ${path} 没有写成：${reasonOf(error) ?? (error as Error).message}。`)
  } finally {
    closeSync(file)
  }
}

/** Whoever else may read or write a file, as bits of its mode; Windows has no such bits. */
const OTHERS = process.platform === 'win32' ? 0 : 0o077

function readKeyFile(path: string): Buffer {
  try {
    if (statSync(path).mode & OTHERS) {
      throw new StartError(`密钥文件 ${path} 可被其他用户读取，请先执行 chmod 600 ${path}。`)
    }
    return decode(readFileSync(path, 'utf8'), `密钥文件 ${path}`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`读不到密钥文件 ${path}（${(error as NodeJS.ErrnoException).code}）。`)
  }
}

function decode(text: string, what: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === MASTER_KEY_BYTES) return key
  throw new StartError(`${what}不正确：应是 32 字节的 base64，可用 openssl rand -base64 32 生成。`)
}

const CHECK = 'keyCheck'

/**
 * Compares the key with the one that the database was first used with. A node with another key would write lines that no
 * other can verify: it throws `StartError`.
 */
export async function checkKey(db: Database, keyFor: KeyFor): Promise<void> {
  const mine = createHmac('sha256', keyFor('check')).update('houtai').digest()
  const row = await db.selectFrom('setting').select('value').where('key', '=', CHECK).executeTakeFirst()
  if (!row) {
    const value = JSON.stringify(mine.toString('hex'))
    await db.insertInto('setting').values({ key: CHECK, value }).execute()
    return
  }
  const first = Buffer.from(String(row.value), 'hex')
  if (first.length === mine.length && timingSafeEqual(first, mine)) return
  throw new StartError(
    '密钥与这个数据库不符：请使用它一直以来的 SECRET_KEY（或数据目录里的 secret.key），各节点必须相同。',
  )
}
