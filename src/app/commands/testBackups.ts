import assert from 'node:assert/strict'
import { decryptionFor } from '#db/backup/encryption.ts'
import type { TableSum } from '#db/backup/format.ts'
import { openBackup } from '#db/backup/read.ts'
import { setUtcTimeZone, tableNames, tableSum } from '#db/backup/rows.ts'
import type { Database } from '#db/connect.ts'
import { deriveKeys } from '#kit/keys.ts'

const SECRET = Buffer.alloc(32, 6)
/** The setting with which the tests' commands encrypt their backups. */
export const SECRET_KEY = SECRET.toString('base64')
/** Encrypts as the commands do with `SECRET_KEY`. */
export const BACKUP_ENCRYPTION = { key: deriveKeys(SECRET)('backup').export(), passphrase: null }
export const BACKUP_DECRYPTION = decryptionFor(BACKUP_ENCRYPTION)

/** Row count and digest of every table. */
export async function sums(db: Database): Promise<Record<string, TableSum>> {
  return db.transaction().execute(async (tx) => {
    await setUtcTimeZone(tx)
    const all: Record<string, TableSum> = {}
    for (const table of await tableNames(tx)) all[table] = await tableSum(tx, table)
    return all
  })
}

const keyOf = (write: number, half: string) => `written-${write}-${half}`

/** Inserts pairs of settings, each pair in its own transaction, until `stop` is called. */
export function startWriting(db: Database) {
  let [done, stopped] = [0, false]
  const writePair = (write: number) =>
    db.transaction().execute(async (tx) => {
      for (const half of ['a', 'b']) {
        await tx
          .insertInto('setting')
          .values({ key: keyOf(write, half), value: 'true' })
          .execute()
      }
    })
  const writing = (async () => {
    while (!stopped) {
      await writePair(done + 1)
      done += 1
    }
  })()
  return {
    /** Number of committed pairs. */
    done: () => done,
    reached: async (count: number) => {
      while (done < count) await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, 10))])
    },
    stop: async () => {
      stopped = true
      await writing
    },
  }
}

/** Asserts that a backup contains at least `atLeast` pairs, and no half pair after them. */
export async function assertCompletePairs(path: string, atLeast: number): Promise<void> {
  const { batches } = await openBackup(path, BACKUP_DECRYPTION)
  let text = ''
  for await (const { table, lines } of batches()) if (table === 'setting') text += lines.join('\n')
  const holds = (write: number, half: string) => text.includes(`"${keyOf(write, half)}"`)
  let write = 1
  while (holds(write, 'a') && holds(write, 'b')) write += 1
  assert.ok(write > atLeast, `the backup lacks write ${write} of ${atLeast}`)
  assert.ok(!holds(write, 'a') && !holds(write, 'b'), `the backup holds half of write ${write}`)
}
