import type { Actor } from '#access/can.ts'
import { assertCompanyFilter } from '#features/companies/rules.ts'
import { customerScope } from '#features/customers/queries.ts'
import type { Changes } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { nextCode } from '#kit/counter.ts'
import { nameKey } from '#kit/fields.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { Platform, Store } from './contract.ts'
import { stores } from './contract.ts'
import * as queries from './queries.ts'
import { assertCustomer, assertDays, assertIdentityKept, assertLeader, conflicts } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getStore>>

/** A row as it leaves; there is no price, salary or fee in it, so that every reader gets the same. */
function present(row: Row) {
  return {
    ...row,
    platform: row.platform as Platform,
    serviceTypes: row.serviceTypes as Store['serviceTypes'],
    shifts: row.shifts as Store['shifts'],
    seat: row.seat as Store['seat'],
    status: row.status as Store['status'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The stores that a person may change; who may change them may also read stopped ones. */
const writable = (actor: Actor, clock: Clock) => queries.storeScope(actor, 'canUpdateStore', today(clock))

async function findCustomer({ db, actor, clock }: Context, id: number) {
  const reach = customerScope(actor, 'canUpdateStore', today(clock))
  return queries.findStoreCustomer(db, reach, id)
}

/** What is kept beside a name, to compare and to search by. */
const nameParts = (name: string) => ({ nameKey: nameKey(name), namePinyin: searchPinyin(name) })

const auditLine = (action: string, row: { id: number; companyCode: string }, changes: Changes) => ({
  ...{ action, entity: 'store', recordId: row.id, changes },
  companyCode: row.companyCode,
})

export const storesServer = serve(
  stores,
  {
    list: async ({ db, actor, clock }, query) => {
      assertCompanyFilter(actor, query.companyCode)
      const on = today(clock)
      const found = await queries.findStores(db, queries.readableStores(actor, on), query, on)
      return { ...found, items: found.items.map(present) }
    },

    get: async ({ db, actor, clock }, { id }) => {
      const on = today(clock)
      return present(await queries.getStore(db, queries.readableStores(actor, on), id, on))
    },

    create: async (context, input) => {
      const { db, actor, clock, record } = context
      assertDays(input)
      const customer = await findCustomer(context, input.customerId)
      assertCustomer(customer)
      const { companyCode } = customer
      if (input.leaderId) assertLeader(await queries.findLeader(db, input.leaderId), companyCode)
      const row = await queries.insertStore(db, {
        ...input,
        ...nameParts(input.name),
        ...{ companyCode, code: await nextCode(db, companyCode, 'DP', today(clock)) },
        ...{ createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id },
      })
      record(auditLine('create', row, changesBetween({}, row)))
      return present(await queries.getStore(db, writable(actor, clock), row.id, today(clock)))
    },

    update: async (context, { id, version, ...sent }) => {
      const { db, actor, clock, record } = context
      const [changes, reach, on] = [sentOnly(sent), writable(actor, clock), today(clock)]
      const before = await queries.lockStore(db, reach, id)
      assertFresh(await queries.getStore(db, reach, id, on), version, present)
      const wanted = { ...before, ...changes }
      assertIdentityKept(before, wanted)
      if (wanted.customerId !== before.customerId) {
        assertCustomer(await findCustomer(context, wanted.customerId), before.companyCode)
      }
      // Only what is touched has to be right: a leader who has left meanwhile stops nobody from mending the rest.
      if ('trialOn' in changes || 'onlineOn' in changes) assertDays(wanted)
      if (wanted.leaderId && wanted.leaderId !== before.leaderId) {
        assertLeader(await queries.findLeader(db, wanted.leaderId), before.companyCode)
      }
      const after = await queries.updateStore(db, id, {
        ...changes,
        ...(changes.name ? nameParts(changes.name) : {}),
        ...{ updatedAt: clock(), updatedBy: actor.id },
      })
      record(auditLine('update', after, changesBetween(before, after)))
      return present(await queries.getStore(db, reach, id, on))
    },

    options: async ({ db, actor, clock }, filter) => {
      const rows = await queries.findStoreOptions(db, queries.readableStores(actor, today(clock)), filter)
      return rows.map((row) => ({ ...row, platform: row.platform as Platform }))
    },
  },
  conflicts,
)
