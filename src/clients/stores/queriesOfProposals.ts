import { sql } from 'kysely'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, monthOf } from '#kit/calendar.ts'
import { proposeProratedBill } from './proration.ts'
import { findStates } from './queriesOfStates.ts'
import type { Proposal } from './terms/contract.ts'

type ProposalState = 'open' | 'taken' | 'dropped'

interface Stop {
  stoppedOn: Day
  monthPaid: boolean
}

/** The proposed bill or refund for the month in which a store stops; null if there is none. */
export async function calculateProposal(db: Database, storeId: number, stop: Stop): Promise<Proposal | null> {
  const terms = await db
    .selectFrom('storeTerms')
    .select(['fromOn', 'pricing'])
    .where('storeId', '=', storeId)
    .where('replacedAt', 'is', null)
    .orderBy('fromOn')
    .execute()
  return proposeProratedBill({
    ...stop,
    terms: terms.map(({ fromOn, pricing }) => ({ fromOn, pricing: pricing as unknown as Pricing })),
    states: await findStates(db, storeId),
    meanVolume: await meanOfMonthBefore(db, storeId, stop.stoppedOn),
  })
}

/** Saves that proposal for the billing of the customer; returns it. */
export async function insertProposal(
  db: Database,
  store: { id: number; companyCode: string },
  { by, at, ...stop }: Stop & { by: number; at: Date },
): Promise<Proposal | null> {
  const proposal = await calculateProposal(db, store.id, stop)
  if (!proposal) return null
  const { companyCode } = store
  await db
    .insertInto('billingProposal')
    .values({
      ...{ ...proposal, storeId: store.id, companyCode },
      ...{ createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
    })
    .execute()
  return proposal
}

/** The proposals of the stops of a store, newest first. */
export async function findProposals(db: Database, storeId: number) {
  const rows = await db
    .selectFrom('billingProposal')
    .select(['kind', 'fromOn', 'toOn', 'amountCents', 'formula', 'state'])
    .where('storeId', '=', storeId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind as Proposal['kind'],
    state: row.state as ProposalState,
  }))
}

/**
 * The mean volume of the days with figures in the previous month; it determines the price tier. Null without figures.
 */
async function meanOfMonthBefore(db: Database, storeId: number, on: Day): Promise<number | null> {
  const last = addDays(`${monthOf(on)}-01`, -1)
  const { mean } = await db
    .selectFrom('storeDaily')
    .select(sql<number | null>`avg(coalesce(consult_users, consult_sessions, handled_users))`.as('mean'))
    .where('storeId', '=', storeId)
    .where('onDay', '>=', `${monthOf(last)}-01`)
    .where('onDay', '<=', last)
    .executeTakeFirstOrThrow()
  return mean
}
