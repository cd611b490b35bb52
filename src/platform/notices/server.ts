import { type Context, serve } from '#kit/serve.ts'
import { notices } from './contract.ts'
import * as queries from './queries.ts'
import { kindsFor } from './rules.ts'

/** How many notices the user has not read. */
export async function countUnread({ db, actor }: Context) {
  return { unread: await queries.countUnread(db, actor.id) }
}

export const noticesServer = serve(notices, {
  list: async ({ db, actor }, { unread, ...query }) => {
    const filter = { ...query, unread: unread === 'true' }
    const { items, total } = await queries.findNotices(db, actor.id, filter)
    return { items: items.map(queries.toNotice), total }
  },

  unread: countUnread,

  read: async ({ db, actor, clock }, { id }) => {
    await queries.markRead(db, actor.id, id, clock())
    return { unread: await queries.countUnread(db, actor.id) }
  },

  readAll: async ({ db, actor, clock }, { upTo }) => {
    await queries.markAllRead(db, actor.id, upTo, clock())
    return { unread: await queries.countUnread(db, actor.id) }
  },

  settings: async ({ db, actor }) => {
    const muted = await queries.findMuted(db, actor.id)
    return kindsFor(actor).map((kind) => ({ kind, on: !muted.has(kind) }))
  },

  set: async ({ db, actor }, { kind, on }) => {
    await queries.setMuted(db, actor.id, kind, !on)
    return { kind, on }
  },
})
