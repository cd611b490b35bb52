import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/connect.ts'
import { findAnchors } from '#platform/audit-logs/queriesOfChain.ts'

/** By which `npm run audit:verify` knows the line again. */
export const ANCHORS_MESSAGE = 'audit anchors'

/**
 * Writes the end of every company's chain into the program's log, which leaves this machine: whoever rewrites the
 * database, even with the key, cannot rewrite that.
 */
export async function logAnchors(db: Database, log: Pick<FastifyBaseLogger, 'info'>): Promise<void> {
  const anchors = await findAnchors(db)
  log.info(
    { anchors: anchors.map(({ companyCode, seq, hash }) => `${companyCode}:${seq}:${hash}`) },
    ANCHORS_MESSAGE,
  )
}
