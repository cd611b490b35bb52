import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import { readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { findLogs } from '#operations/worklogs/queries.ts'
import type { home } from './contract.ts'
import { findConflicts, findGaps } from './duty.ts'
import { countRunningStores, findMissingLogs } from './queries.ts'
import { listLink, ROWS_PER_LIST } from './rules.ts'

type Team = NonNullable<z.input<typeof home.get.output>['team']>

/** What waits for a head: the logs to review, and the gaps and contradictions of the next days. */
export async function teamOf(db: Database, actor: Actor, on: Day): Promise<Team> {
  const gaps = await findGaps(db, actor, on)
  const conflicts = await findConflicts(db, actor, on)
  return {
    review: await reviewOf(db, actor),
    missingLogs: await findMissingLogs(db, actor, addDays(on, -1)),
    gaps: {
      total: gaps.length,
      covers: await countRunningStores(db, readableStores(actor, on)),
      items: gaps.slice(0, ROWS_PER_LIST),
    },
    conflicts: { total: conflicts.length, items: conflicts.slice(0, ROWS_PER_LIST) },
  }
}

/** The logs that the head has to review, oldest day first. */
async function reviewOf(db: Database, actor: Actor): Promise<Team['review']> {
  const status = { status: ['toReview' as const] }
  const found = await findLogs(db, actor, { ...status, current: 1, pageSize: ROWS_PER_LIST, sort: 'on' })
  return {
    count: found.total,
    link: listLink('logs', status),
    items: found.items.map(({ id, staffName, onDay, shift, submittedAt }) => ({
      id,
      staffName,
      on: onDay,
      shift,
      submittedAt: submittedAt?.toISOString() ?? null,
    })),
  }
}
