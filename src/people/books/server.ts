import { type Actor, reachOf } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { type Books, companyBooks } from './contract.ts'
import * as queries from './queries.ts'
import { assertMovable, assertNothingBetween, assertSettable } from './rules.ts'

/** Throws NOT_FOUND for another company, unless the actor's permission has the reach of all companies. */
function assertReached(actor: Actor, permission: Permission, code: string): void {
  if (code !== actor.companyCode && reachOf(actor, permission) !== 'all') throw notFound('公司')
}

async function readBooks({ db, clock }: Context, code: string): Promise<Books> {
  const { from, openFrom, today: now } = await queries.findBooks(db, clock, code)
  const { version } = await queries.getBooksRow(db, code)
  const first = from === null ? await queries.firstDocumentOn(db, code) : null
  const locked = (await queries.countClosed(db, code)) > 0
  return { companyCode: code, from, openFrom, proposed: monthOf(first ?? now), locked, version }
}

const handlers: Handlers<typeof companyBooks> = {
  get: (context, { code }) => {
    assertReached(context.actor, 'canChargeCustomer', code)
    return readBooks(context, code)
  },

  set: async (context, { code, version, month, reason }) => {
    const { db, actor, clock, record } = context
    assertReached(actor, 'canAdmin', code)
    const row = await queries.getBooksRow(db, code, { lock: true })
    await assertVersionLazy(row, version, () => readBooks(context, code))
    assertSettable('month', month, today(clock))
    assertMovable(await queries.countClosed(db, code))
    assertNothingBetween(month, {
      documents: await queries.countDocuments(db, code, { document: 'other', before: `${month}-01` }),
      openings: await queries.countDocuments(db, code, { document: 'opening', from: `${month}-01` }),
    })
    await queries.setBooksFrom(db, code, month, clock())
    const before = row.booksFrom === null ? null : monthOf(row.booksFrom)
    const changes = {
      booksFrom: [before, month] as [string | null, string],
      reason: [null, reason] as [null, string],
    }
    record({ action: 'set-books', entity: 'company', recordId: code, companyCode: code, changes })
    return readBooks(context, code)
  },
}

export const companyBooksServer = serve(companyBooks, handlers)
