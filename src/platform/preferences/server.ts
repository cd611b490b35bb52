import { type Context, serve } from '#kit/serve.ts'
import { preferences } from './contract.ts'
import * as queries from './queries.ts'
import { assertRoom } from './rules.ts'

/** All preferences of the user. */
export async function listPreferences({ db, actor }: Context) {
  const rows = await queries.findPreferences(db, actor.id)
  return rows.map(({ key, value }) => ({ key, value: JSON.parse(value) }))
}

export const preferencesServer = serve(preferences, {
  list: listPreferences,

  set: async ({ db, actor, clock }, { key, value }) => {
    assertRoom(await queries.countOthers(db, actor.id, key))
    const row = { staffId: actor.id, key, value: JSON.stringify(value), updatedAt: clock() }
    await queries.setPreference(db, row)
    return { key, value }
  },

  remove: async ({ db, actor }, { key }) => {
    await queries.deletePreference(db, actor.id, key)
    return { key }
  },
})
