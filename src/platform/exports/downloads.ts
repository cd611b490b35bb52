import { changesBetween } from '#kit/audit.ts'
import { backgroundContext } from '#kit/backgroundContext.ts'
import type { Person } from '#kit/person.ts'
import type { Context } from '#kit/serve.ts'
import { writeAudit } from '#platform/audit-logs/queries.ts'
import * as queries from './queries.ts'

/** A file with its sent parts. */
interface Sent {
  id: number
  name: string
  rowsDone: number
  partsSent: number
  partsLogged: number
}

/** The audit line for the parts that were sent since the last one; null if there are none. */
export function lineOfSentParts({ id, name, rowsDone, partsSent, partsLogged }: Sent, parts: number) {
  if (partsSent <= partsLogged) return null
  const changes = changesBetween({}, { name, partsSent: partsSent - partsLogged, parts, rows: rowsDone })
  return { action: 'downloaded', entity: 'export' as const, recordId: id, changes }
}

/**
 * Writes the sent parts of every file to the audit log: one line per file and run, however many parts were requested.
 * Files that another node is logging are skipped.
 */
export async function logSentParts(work: Pick<Context, 'db' | 'clock' | 'keyFor'>): Promise<void> {
  await work.db.transaction().execute(async (tx) => {
    for (const file of await queries.findSentParts(tx)) {
      const line = lineOfSentParts(file, await queries.countParts(tx, file.id))
      const from = { actor: ownerOf(file), locale: 'zh-CN', requestId: `export-${file.id}` } as const
      if (line) await writeAudit(tx, [line], backgroundContext({ ...work, db: tx }, from))
      await queries.markLogged(tx, file.id, file.partsSent)
    }
  })
}

type File = Awaited<ReturnType<typeof queries.findSentParts>>[number]

/** The owner of a file, who may have left since. */
function ownerOf({ staffId: id, staffName: name, username, role, parentId, companyCode }: File): Person {
  const noDuties = { mustChangePassword: false, mustSetSecondFactor: false }
  return { id, name, username, role, parentId, companyCode, ...noDuties }
}
