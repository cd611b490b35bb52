import type { Actor } from '#access/can.ts'
import { changesBetween } from '#kit/audit.ts'
import { type Context, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { type SavedView, savedViews, TableLayout, type ViewScope } from './contract.ts'
import * as queries from './queries.ts'
import { assertMayChange, assertMayShare, assertRoom, mayChange } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getView>>

function toSavedView(actor: Actor, row: Row): SavedView {
  const look = TableLayout.parse(JSON.parse(row.look))
  return { ...row, look, mine: mayChange(actor, row) }
}

/** The logged fields of a view. */
const loggedFields = ({
  list,
  name,
  scope,
  query,
}: Pick<SavedView, 'list' | 'name' | 'scope' | 'query'>) => ({
  list,
  name,
  scope,
  query,
})

/** A team view belongs to the head who saves it. */
const headOf = (actor: Actor, scope: ViewScope) => (scope === 'team' ? actor.id : null)

const NAME_IN_USE = '同名的视图已经存在，请换一个名称，或先改掉原来的。'

/** All views that the user may use. */
export async function listSavedViews({ db, actor }: Context): Promise<SavedView[]> {
  return (await queries.findViews(db, actor)).map((row) => toSavedView(actor, row))
}

export const savedViewsServer = serve(
  savedViews,
  {
    list: listSavedViews,

    create: async ({ db, actor, clock, record }, { look, ...input }) => {
      assertMayShare(actor, input.scope)
      assertRoom(await queries.countViews(db, actor.id))
      const id = await queries.insertView(db, {
        ...input,
        ...createdNow({ actor, clock }),
        ...updatedNow({ actor, clock }),
        look: JSON.stringify(look),
        companyCode: actor.companyCode,
        ownerId: actor.id,
        headId: headOf(actor, input.scope),
      })
      record({
        action: 'create',
        entity: 'view',
        recordId: id,
        changes: changesBetween({}, loggedFields(input)),
      })
      return toSavedView(actor, await queries.getView(db, actor, id))
    },

    update: async ({ db, actor, clock, record }, { id, version, look, ...input }) => {
      const before = await queries.lockView(db, actor, id)
      assertMayChange(actor, before)
      assertVersion(before, version, (row) => toSavedView(actor, row))
      const changes = definedOnly(input)
      if (changes.scope && changes.scope !== before.scope) assertMayShare(actor, changes.scope)
      await queries.updateView(db, id, {
        ...changes,
        ...(look && { look: JSON.stringify(look) }),
        ...(changes.scope && changes.scope !== before.scope && { headId: headOf(actor, changes.scope) }),
        ...updatedNow({ actor, clock }),
      })
      const after = await queries.getView(db, actor, id)
      const loggedChange = { before: loggedFields(before), after: loggedFields(after) }
      record({
        action: 'update',
        entity: 'view',
        recordId: id,
        changes: changesBetween(loggedChange.before, loggedChange.after),
      })
      return toSavedView(actor, after)
    },

    remove: async ({ db, actor, record }, { id }) => {
      const before = await queries.lockView(db, actor, id)
      assertMayChange(actor, before)
      await queries.deleteView(db, id)
      record({
        action: 'remove',
        entity: 'view',
        recordId: id,
        changes: changesBetween(loggedFields(before), {}),
      })
      return { id }
    },
  },
  {
    saved_view_own_name: { field: 'name', message: NAME_IN_USE },
    saved_view_team_name: { field: 'name', message: NAME_IN_USE },
    saved_view_company_name: { field: 'name', message: NAME_IN_USE },
  },
)
