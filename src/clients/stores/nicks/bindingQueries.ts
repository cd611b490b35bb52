import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { nextVersion } from '#kit/version.ts'
import type { Binding } from './queries.ts'

/** Bindings with names; `store` is joined so that the reach of stores applies. */
export function selectAccounts(db: Database) {
  return db
    .selectFrom('agentAccount')
    .innerJoin('store', 'store.id', 'agentAccount.storeId')
    .innerJoin('staff as agent', 'agent.id', 'agentAccount.staffId')
    .selectAll('agentAccount')
    .select(['store.name as storeName', 'store.platform', 'agent.name as staffName'])
}

/** All bindings of a nick of a store, by first day. */
export async function findBindings(db: Database, { storeId, nick }: { storeId: number; nick: string }) {
  return selectAccounts(db)
    .where('agentAccount.storeId', '=', storeId)
    .where('agentAccount.nick', '=', nick)
    .orderBy('agentAccount.fromOn')
    .execute()
}

/** Inserts a binding; returns its id. The caller has locked the store. */
export async function insertAccount(
  db: Database,
  by: { staffId: number; now: Date },
  { companyCode, storeId, nick, staffId, fromOn, toOn }: Binding & { toOn: Day | null },
): Promise<number> {
  const touched = { createdAt: by.now, createdBy: by.staffId, updatedAt: by.now, updatedBy: by.staffId }
  const { id } = await db
    .insertInto('agentAccount')
    .values({ companyCode, storeId, nick, staffId, fromOn, toOn, ...touched })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the first or last day of a binding. The caller has locked the store. */
export async function changeAccount(
  db: Database,
  id: number,
  changes: { fromOn?: Day; toOn?: Day | null; updatedAt: Date; updatedBy: number },
): Promise<void> {
  await db.updateTable('agentAccount').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** Deletes a binding that was never in effect; the audit log keeps it. */
export async function deleteAccount(db: Database, id: number): Promise<void> {
  await db.deleteFrom('agentAccount').where('id', '=', id).execute()
}
