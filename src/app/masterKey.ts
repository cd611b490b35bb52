import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#db/connect.ts'
import { assertWritable, fileErrorReason } from '#db/paths.ts'
import { hmac } from '#kit/hmac.ts'
import { isKeyLength, type KeyFor, MASTER_KEY_BYTES } from '#kit/keys.ts'
import { type Settings, StartError } from './settings.ts'

export type KeySettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey' | 'secretKeyFile'>

/**
 * Returns the installation's secret key: from SECRET_KEY, from the file SECRET_KEY_FILE or, with the embedded engine,
 * from a file in the data folder that the first start creates. The database never contains it. Throws `StartError` if
 * it is missing.
 */
export function readMasterKey(settings: KeySettings): Buffer {
  const found = findMasterKey(settings)
  if (found) return found
  if (settings.databaseUrl) {
    throw new StartError(
      '使用 PostgreSQL 时需要设置 SECRET_KEY 或 SECRET_KEY_FILE（各节点相同）：它保护操作日志和两步验证。可用 openssl rand -base64 32 生成，并另行妥善保管。',
    )
  }
  assertWritable(settings.dataDir)
  const path = masterKeyPath(settings.dataDir)
  makeKeyFile(path)
  return readKeyFile(path)
}

/** The file with the key of the embedded engine's installation. */
export const masterKeyPath = (dataDir: string) => join(dataDir, 'secret.key')

/** Like `readMasterKey`, but creates no key: returns null if there is none. */
export function findMasterKey(settings: KeySettings): Buffer | null {
  if (settings.secretKey) return decodeKey(settings.secretKey, '设置 SECRET_KEY')
  if (settings.secretKeyFile) return readKeyFile(settings.secretKeyFile)
  const path = masterKeyPath(settings.dataDir)
  return settings.databaseUrl || !existsSync(path) ? null : readKeyFile(path)
}

/** Creates a file with a new random key unless the file exists: readable by its owner only, and synced to disk before anything depends on it. */
export function makeKeyFile(path: string): void {
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
    throw new StartError(`密钥文件 ${path} 没有写成：${fileErrorReason(error) ?? (error as Error).message}。`)
  } finally {
    closeSync(file)
  }
}

/** Mode bits for access by other users; Windows has none. */
const OTHERS = process.platform === 'win32' ? 0 : 0o077

/** Reads the key in a file. Throws `StartError` if that fails or other users may read the file. */
export function readKeyFile(path: string): Buffer {
  try {
    if (statSync(path).mode & OTHERS) {
      throw new StartError(`密钥文件 ${path} 可被其他用户读取，请先执行 chmod 600 ${path}。`)
    }
    return decodeKey(readFileSync(path, 'utf8'), `密钥文件 ${path}`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`读不到密钥文件 ${path}（${(error as NodeJS.ErrnoException).code}）。`)
  }
}

/** Decodes a key; `what` names its source in the error. */
export function decodeKey(text: string, what: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (isKeyLength(key.length)) return key
  throw new StartError(`${what}不正确：应是 32 字节的 base64，可用 openssl rand -base64 32 生成。`)
}

const CHECK = 'keyCheck'

/**
 * Compares the key with the one that the database was first used with. Throws `StartError` if it differs: a node with
 * another key would write audit lines that no other node can verify.
 */
export async function checkKey(db: Database, keyFor: KeyFor): Promise<void> {
  const mine = checkOf(keyFor)
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

const checkOf = (keyFor: KeyFor) => hmac(keyFor('check'), 'houtai')

/** From now on the database accepts the key `keyFor` only. */
export async function replaceCheck(db: Database, keyFor: KeyFor): Promise<void> {
  const value = JSON.stringify(checkOf(keyFor).toString('hex'))
  await db.updateTable('setting').set({ value }).where('key', '=', CHECK).execute()
}
