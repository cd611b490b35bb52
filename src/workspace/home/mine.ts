import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { findAgentDays } from '#operations/worklogs/queries.ts'
import { findOwnYesterday } from '#reporting/reports/queries.ts'
import type { home } from './contract.ts'
import { findDuty } from './duty.ts'
import { listLink } from './rules.ts'

type Mine = NonNullable<z.input<typeof home.get.output>['mine']>

/** An agent's own day: the figures of yesterday, the log of today, the stores of tomorrow. */
export async function mineOf(db: Database, actor: Actor, on: Day): Promise<Mine> {
  const { stores, series, firstResponseS } = await findOwnYesterday(db, actor, on)
  const days = await findAgentDays(db, actor, on)
  const tomorrow = addDays(on, 1)
  return {
    volume: series.at(-1) ?? null,
    series,
    firstResponseS,
    stores,
    log: { state: days.find((day) => day.on === on)?.state ?? 'off', link: listLink('logs', { on }) },
    tomorrow: { on: tomorrow, ...(await findDuty(db, actor, tomorrow)) },
  }
}
