import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { CorrectionInput } from './contract.ts'
import { answerScope } from './queries.ts'
import { columnOf } from './rules.ts'

/** The number of corrections in effect that a new one replaces. */
export async function countReplaced(
  db: Database,
  { storeId, on, nick, changes }: CorrectionInput,
): Promise<number> {
  const columns = Object.keys(changes).map(columnOf)
  const { n } = await db
    .selectFrom('figureCorrection')
    .select(sql<number>`count(*)`.as('n'))
    .where('storeId', '=', storeId)
    .where('onDay', '=', on)
    .where('nick', nick === undefined ? 'is' : '=', nick ?? null)
    .where(sql<boolean>`measure = any(${columns})`)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The number of other open questions, answerable by the user, about the store or its customer on a day. */
export async function countOpenQuestions(
  db: Database,
  actor: Actor,
  { store, on, but }: { store: { id: number; customerId: number }; on: Day; but: number | null },
): Promise<number> {
  const { n } = await db
    .selectFrom('figureQuestion')
    .select(sql<number>`count(*)`.as('n'))
    .where(answerScope(actor))
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('storeId', '=', store.id), eb('customerId', '=', store.customerId)]))
    .where('fromOn', '<=', on)
    .where('toOn', '>=', on)
    .where('id', 'is distinct from', but)
    .executeTakeFirstOrThrow()
  return n
}
