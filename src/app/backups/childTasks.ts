import { createSecretKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { backUpRunning, withEngine } from '#db/backup/embedded.ts'
import { decryptionFor, type Encryption } from '#db/backup/encryption.ts'
import { openBackup } from '#db/backup/read.ts'
import { restore } from '#db/backup/restore.ts'
import type { BackupTarget } from '#db/backup/write.ts'
import type { Database } from '#db/connect.ts'
import { verifyChain } from '#platform/audit-logs/queries.ts'
import { backUpServer, type ServerSettings } from './serverBackup.ts'

/** The tasks of the child process (`child.ts`), with what it is sent for each. Buffers arrive as buffers. */
export interface Tasks {
  backUpRunning: { dataDir: string; target: BackupTarget }
  backUpServer: { settings: ServerSettings; target: BackupTarget }
  /** `folder`: an empty folder for the database that is restored and then deleted. */
  testRestore: { path: string; encryption: Encryption; auditKey: Buffer; folder: string }
}

export type TaskName = keyof Tasks

/** What a test restore found to be equal and unbroken. */
export interface RestoreFindings {
  rows: number
  tables: number
  companies: number
  /** The first company whose audit chain is broken, and where. */
  broken: { company: string; seq: number } | null
}

export interface TaskResults {
  backUpRunning: number
  backUpServer: number
  testRestore: RestoreFindings
}

/** A task with its input; `run` returns the result of the task of that name. */
export const TASKS: { [Name in TaskName]: (input: Tasks[Name]) => Promise<TaskResults[Name]> } = {
  backUpRunning: ({ dataDir, target }) => backUpRunning(dataDir, target),
  backUpServer: ({ settings, target }) => backUpServer(settings, target),
  testRestore,
}

/**
 * Restores a backup into a new database of the embedded engine, which compares the row count and the digest of every
 * table with those that were stored when the backup was made, and verifies the audit chain of every company.
 */
async function testRestore({
  path,
  encryption,
  auditKey,
  folder,
}: Tasks['testRestore']): Promise<RestoreFindings> {
  const decryption = decryptionFor(encryption)
  return withEngine(join(folder, 'data'), false, async (db) => {
    const backup = await openBackup(path, decryption)
    const rows = await restore(db, backup)
    return {
      rows,
      tables: Object.keys(backup.sums()).length,
      ...(await verifyChains(db, createSecretKey(auditKey))),
    }
  })
}

async function verifyChains(
  db: Database,
  key: KeyObject,
): Promise<Pick<RestoreFindings, 'companies' | 'broken'>> {
  const { rows } = await sql<{ code: string }>`select code from company order by code`.execute(db)
  for (const { code } of rows) {
    const { broken } = await verifyChain(db, key, code, [])
    if (broken) return { companies: rows.length, broken: { company: code, seq: broken.seq ?? 0 } }
  }
  return { companies: rows.length, broken: null }
}
