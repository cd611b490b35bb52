import { findColleagues } from '#clients/customers/queries.ts'
import { customerScope } from '#clients/scopes.ts'
import { type AuditLine, type Changes, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertVersion } from '#kit/version.ts'
import { notify } from '#platform/notices/queries.ts'
import { customerNotes } from './contract.ts'
import * as queries from './queries.ts'
import { assertAuthor, assertMentions, mentionNotices } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getNote>>

function toNote(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

const readableCustomers = ({ actor, clock }: Context) => customerScope(actor, 'canReadCustomer', today(clock))

/** Returns the staff who may read the customer; throws NOT_FOUND if the actor may not. */
async function readersOf(context: Context, customerId: number) {
  const readers = await findColleagues(
    context.db,
    readableCustomers(context),
    customerId,
    today(context.clock),
  )
  if (!readers) throw notFound('客户')
  return readers
}

const lineOf = (action: string, id: number, companyCode: string, changes: Changes): AuditLine => ({
  action,
  entity: 'customer-note',
  recordId: id,
  changes,
  companyCode,
})

const content = (row: Pick<Row, 'text' | 'complaint' | 'mentions'>) => ({
  text: row.text,
  complaint: row.complaint,
  mentionIds: row.mentions.map(({ id }) => id),
})

export const customerNotesServer = serve(customerNotes, {
  list: async (context, { id, ...page }) => {
    await readersOf(context, id)
    const found = await queries.findNotes(context.db, readableCustomers(context), id, page)
    return { ...found, items: found.items.map(toNote) }
  },

  add: async (context, { id: customerId, text, mentionIds, complaint }) => {
    const { db, actor, clock, record } = context
    const { companyCode, people } = await readersOf(context, customerId)
    assertMentions(people, mentionIds)
    const id = await queries.insertNote(db, {
      companyCode,
      customerId,
      text,
      complaint,
      actorId: actor.id,
      at: clock(),
    })
    await queries.setMentions(db, id, mentionIds)
    const note = await queries.getNote(db, readableCustomers(context), id)
    await notify(db, mentionNotices(note, mentionIds, actor, clock()))
    record(lineOf('create', id, companyCode, changesBetween({}, { customerId, ...content(note) })))
    return toNote(note)
  },

  edit: async (context, { id, version, text, mentionIds, ...rest }) => {
    const { db, actor, clock, record } = context
    const before = await queries.lockNote(db, readableCustomers(context), id)
    assertVersion(before, version, toNote)
    assertAuthor(before, actor.id)
    // Existing mentions remain valid, even if the person can no longer read the customer.
    const named = new Set(before.mentions.map((person) => person.id))
    const { people } = await readersOf(context, before.customerId)
    assertMentions(
      people,
      mentionIds.filter((staffId) => !named.has(staffId)),
    )
    await queries.updateNote(db, id, {
      text,
      complaint: rest.complaint ?? before.complaint,
      actorId: actor.id,
      at: clock(),
    })
    await queries.setMentions(db, id, mentionIds)
    const after = await queries.getNote(db, readableCustomers(context), id)
    await notify(db, mentionNotices(after, mentionIds, actor, clock()))
    record(lineOf('update', id, after.companyCode, changesBetween(content(before), content(after))))
    return toNote(after)
  },

  mentions: async (context, { unread, ...page }) => {
    const filter = { ...page, unread: unread === 'true' }
    const found = await queries.findMentions(context.db, readableCustomers(context), context.actor.id, filter)
    const items = found.items.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      readAt: row.readAt?.toISOString() ?? null,
    }))
    return { ...found, items }
  },

  read: async ({ db, actor, clock }, { id }) => {
    if (!(await queries.markRead(db, id, actor.id, clock()))) throw notFound('备注')
    return { id }
  },
})
