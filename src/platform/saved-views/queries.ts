import { type Insertable, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { SavedView } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'

/** The views that a user can see: their own, those of their team and those of their company. */
function visibleTo(actor: Actor) {
  const headId = actor.parentId ?? actor.id
  return sql<boolean>`(saved_view.owner_id = ${actor.id}
    or saved_view.scope = 'team' and saved_view.head_id = ${headId} and saved_view.company_code = ${actor.companyCode}
    or saved_view.scope = 'company' and saved_view.company_code = ${actor.companyCode})`
}

function selectViews(db: Database, actor: Actor) {
  return db
    .selectFrom('savedView')
    .innerJoin('staff as owner', 'owner.id', 'savedView.ownerId')
    .selectAll('savedView')
    .select('owner.name as ownerName')
    .where(visibleTo(actor))
}

/** All views that a user can see, by list, audience and name; personal ones first. */
export async function findViews(db: Database, actor: Actor) {
  return selectViews(db, actor)
    .orderBy('savedView.list')
    .orderBy(sql`array_position(array['personal', 'team', 'company'], saved_view.scope)`)
    .orderBy('savedView.name')
    .orderBy('savedView.id')
    .execute()
}

/** A view that the user can see; throws NOT_FOUND. */
export async function getView(db: Database, actor: Actor, id: number) {
  const row = await selectViews(db, actor).where('savedView.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('视图')
  return row
}

/** Locks the view until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockView(db: Database, actor: Actor, id: number) {
  await db.selectFrom('savedView').select('id').where('id', '=', id).forUpdate().execute()
  return getView(db, actor, id)
}

/** The number of views that a person has saved. */
export async function countViews(db: Database, ownerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('savedView')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a view and returns its id. */
export async function insertView(db: Database, row: Insertable<SavedView>): Promise<number> {
  const { id } = await db.insertInto('savedView').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a view. The caller holds the lock and has checked the version. */
export async function updateView(db: Database, id: number, changes: Updateable<SavedView>): Promise<void> {
  await db.updateTable('savedView').set(changes).set(nextVersion).where('id', '=', id).execute()
}

export async function deleteView(db: Database, id: number): Promise<void> {
  await db.deleteFrom('savedView').where('id', '=', id).execute()
}

/** Moves team views to another head. Violates `saved_view_team_name` if that head has a view of the same name. */
export async function moveTeamViews(
  db: Database,
  ids: readonly number[],
  { headId, by, at }: { headId: number; by: number; at: Date },
): Promise<void> {
  await db
    .updateTable('savedView')
    .set({ ownerId: headId, headId, updatedAt: at, updatedBy: by })
    .set(nextVersion)
    .where('id', 'in', ids)
    .where('scope', '=', 'team')
    .execute()
}
