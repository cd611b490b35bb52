import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { countReveals } from '#features/audit-logs/queries.ts'
import { assertCompanyFilter, companyOfNew } from '#features/companies/rules.ts'
import { readableStores } from '#features/stores/queries.ts'
import type { Changes } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { nextCode } from '#kit/counter.ts'
import { maskMobile, maskText, nameKey } from '#kit/fields.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { assertRevealsLeft, revealed } from '#kit/reveal.ts'
import { serve } from '#kit/serve.ts'
import type { Customer } from './contract.ts'
import { customers } from './contract.ts'
import * as queries from './queries.ts'
import { assertContract, assertMayOwn, assertOwner, conflicts, warningsOf } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getCustomer>>

/** A row as it may leave: contacts masked. */
function present(row: Row) {
  return {
    ...row,
    type: row.type as Customer['type'],
    source: row.source as Customer['source'],
    status: row.status as Customer['status'],
    mobile: maskMobile(row.mobile),
    wechat: maskText(row.wechat),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const presentPage = (row: Row) => ({ ...present(row), warnings: warningsOf(row) })

function reachOf(actor: Actor, permission: Permission, clock: Clock): queries.CustomerReach {
  const on = today(clock)
  return { customers: queries.customerScope(actor, permission, on), stores: readableStores(actor, on) }
}

/** What is kept beside a name, to compare and to search by. */
const nameParts = (name: string) => ({ nameKey: nameKey(name), namePinyin: searchPinyin(name) })

const auditLine = (action: string, row: { id: number; companyCode: string }, changes: Changes) => ({
  ...{ action, entity: 'customer', recordId: row.id, changes },
  companyCode: row.companyCode,
})

export const customersServer = serve(
  customers,
  {
    list: async ({ db, actor, clock }, query) => {
      assertCompanyFilter(actor, query.companyCode)
      const found = await queries.findCustomers(db, reachOf(actor, 'canReadCustomer', clock), query)
      return { ...found, items: found.items.map(present) }
    },

    get: async ({ db, actor, clock }, { id }) =>
      presentPage(await queries.getCustomer(db, reachOf(actor, 'canReadCustomer', clock), id)),

    create: async ({ db, actor, clock, record }, input) => {
      const companyCode = companyOfNew(actor, input.companyCode)
      const ownerId = input.ownerId ?? actor.id
      assertMayOwn(actor, { companyCode, ownerId })
      assertContract(input)
      assertOwner(await queries.findOwner(db, ownerId), companyCode)
      const row = await queries.insertCustomer(db, {
        ...input,
        ...nameParts(input.name),
        ...{ companyCode, ownerId, code: await nextCode(db, companyCode, 'KH', today(clock)) },
        ...{ createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id },
      })
      record(auditLine('create', row, changesBetween({}, row)))
      return presentPage(await queries.getCustomer(db, reachOf(actor, 'canUpdateCustomer', clock), row.id))
    },

    update: async ({ db, actor, clock, record }, { id, version, ...sent }) => {
      const changes = sentOnly(sent)
      const reach = reachOf(actor, 'canUpdateCustomer', clock)
      const before = await queries.lockCustomer(db, reach.customers, id)
      assertFresh(await queries.getCustomer(db, reach, id), version, presentPage)
      // Only who touches the contract has to complete it.
      if ('contractStartOn' in changes || 'contractEndOn' in changes)
        assertContract({ ...before, ...changes })
      const after = await queries.updateCustomer(db, id, {
        ...changes,
        ...(changes.name ? nameParts(changes.name) : {}),
        ...{ updatedAt: clock(), updatedBy: actor.id },
      })
      record(auditLine('update', after, changesBetween(before, after)))
      return presentPage(await queries.getCustomer(db, reach, id))
    },

    reveal: async ({ db, actor, clock, record }, { id, field, reason }) => {
      assertRevealsLeft(await countReveals(db, actor.id, clock()), clock())
      const row = await queries.getCustomer(db, reachOf(actor, 'canUpdateCustomer', clock), id)
      const of = { entity: 'customer', recordId: id, companyCode: row.companyCode }
      const { answer, line } = revealed({ ...of, field, reason, value: row[field] })
      record(line)
      return answer
    },

    options: async ({ db, actor, clock }, filter) =>
      queries.findCustomerOptions(db, reachOf(actor, 'canReadCustomer', clock).customers, filter),
  },
  conflicts,
)
