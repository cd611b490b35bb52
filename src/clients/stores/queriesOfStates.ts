import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, dayOf } from '#kit/calendar.ts'

/** The fields of a store that its states need. */
interface StoreRef {
  id: number
  companyCode: string
}

/** A state that a store enters, with first day and reason. */
export interface NewState {
  status: string
  fromOn: Day
  reason?: string | null
  note?: string | null
  by: number | null
  at: Date
}

/** Inserts a state of a store. Its first day is never before the first day of the previous state. */
export async function enterState(db: Database, store: StoreRef, newState: NewState): Promise<void> {
  const { status, reason = null, note = null, by, at } = newState
  const last = await findLastState(db, store.id)
  const fromOn = last && last.fromOn > newState.fromOn ? last.fromOn : newState.fromOn
  await db
    .insertInto('storeState')
    .values({
      ...{ storeId: store.id, companyCode: store.companyCode, status, fromOn, reason, note },
      ...{ createdAt: at, createdBy: by },
    })
    .execute()
}

/** The latest state of a store; undefined if there is none. */
export async function findLastState(db: Database, storeId: number) {
  return db
    .selectFrom('storeState')
    .select(['status', 'fromOn'])
    .where('storeId', '=', storeId)
    .orderBy('fromOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** All states of a store with their authors, oldest first. */
export async function findStates(db: Database, storeId: number) {
  return db
    .selectFrom('storeState')
    .leftJoin('staff as author', 'author.id', 'storeState.createdBy')
    .select(['storeState.id', 'storeState.status', 'storeState.fromOn', 'storeState.reason'])
    .select(['storeState.note', 'author.name as byName'])
    .where('storeId', '=', storeId)
    .orderBy('storeState.fromOn')
    .orderBy('storeState.id')
    .execute()
}

interface NewStore extends StoreRef {
  status: string
  trialOn: Day | null
  onlineOn: Day | null
  stoppedOn: Day | null
  createdAt: Date
  createdBy: number | null
}

/** Inserts the states of a new store according to its days. The start of a pause is unknown: the pause starts today. */
export async function enterOpeningStates(db: Database, store: NewStore): Promise<void> {
  const { status, trialOn, onlineOn, stoppedOn, createdAt: at, createdBy: by } = store
  if (trialOn && status !== 'pending')
    await enterState(db, store, { status: 'trial', fromOn: trialOn, by, at })
  if (status === 'trial' && trialOn) return
  if ((status === 'paused' || status === 'stopped') && onlineOn) {
    await enterState(db, store, { status: 'serving', fromOn: onlineOn, by, at })
  }
  const since = { serving: onlineOn, stopped: stoppedOn && addDays(stoppedOn, 1) }[status]
  await enterState(db, store, { status, fromOn: since ?? dayOf(at), by, at })
}
