import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/connect.ts'
import { findAnchors } from '#platform/audit-logs/queries.ts'

/** The log message by which `npm run audit:verify` finds the line. */
export const ANCHORS_MESSAGE = 'audit anchors'

/**
 * Writes the last hash of each company's audit chain to the program's log, which is stored on another machine: an
 * attacker who rewrites the database, even with the key, cannot rewrite the log.
 */
export async function logAnchors(db: Database, log: Pick<FastifyBaseLogger, 'info'>): Promise<void> {
  const anchors = await findAnchors(db)
  log.info(
    { anchors: anchors.map(({ companyCode, seq, hash }) => `${companyCode}:${seq}:${hash}`) },
    ANCHORS_MESSAGE,
  )
}
