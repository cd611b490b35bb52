import { type Actor, can, effectiveRole } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { findAdminNames } from '#people/staff/queries.ts'
import type { Wait } from './contract.ts'
import { findName, type Reached } from './countQueries.ts'

/** The people to ask: the company's admins, and the user's own head. */
interface Helpers {
  admins: string[]
  /** The head of an agent; the admins if there is none. */
  head: string[]
}

/** What the user and the company have. */
interface Known extends Reached {
  hasFigures: boolean
  hasBills: boolean
}

type WaitsFor = (known: Known, helpers: Helpers) => Wait[]

const counted = (key: Wait['key'], count: number, who: Pick<Wait, 'by'> & { bySelf?: boolean }): Wait => ({
  key,
  isReady: count > 0,
  count,
  by: who.by,
  bySelf: who.bySelf ?? false,
})

const stated = (key: Wait['key'], isReady: boolean, who: Pick<Wait, 'by'> & { bySelf?: boolean }): Wait => ({
  key,
  isReady,
  count: null,
  by: who.by,
  bySelf: who.bySelf ?? false,
})

/** Prices are for those who may see them: role 2 is not told whether they are missing. */
const pricing = ({ stores, unpriced }: Known, { admins }: Helpers): Wait => ({
  key: 'pricing',
  isReady: stores > 0 && unpriced === 0,
  count: stores - unpriced,
  by: admins,
  bySelf: true,
})

const member: WaitsFor = (known, { admins, head }) => [
  stated('stores', known.hasStores, { by: admins }),
  counted('assigned', known.stores, { by: head }),
  counted('ownNicks', known.nicks, { by: head, bySelf: true }),
  stated('figures', known.hasFigures, { by: admins, bySelf: true }),
]

const head: WaitsFor = (known, { admins }) => [
  counted('members', known.members, { by: [], bySelf: true }),
  stated('stores', known.hasStores, { by: admins }),
  counted('teamStores', known.stores, { by: admins }),
  stated('figures', known.hasFigures, { by: admins, bySelf: true }),
]

const sales: WaitsFor = (known, helpers) => [
  counted('customers', known.customers, { by: helpers.admins, bySelf: true }),
  counted('customerStores', known.stores, { by: helpers.admins, bySelf: true }),
  pricing(known, helpers),
  stated('figures', known.hasFigures, { by: helpers.admins }),
]

const finance: WaitsFor = (known, helpers) => [
  stated('payee', known.hasPayee, { by: helpers.admins }),
  counted('customerStores', known.stores, { by: helpers.admins, bySelf: true }),
  pricing(known, helpers),
  stated('books', known.booksFrom !== null, { by: helpers.admins }),
  stated('figures', known.hasFigures, { by: helpers.admins }),
  stated('bills', known.hasBills, { by: [], bySelf: true }),
]

const ROLES_THAT_WAIT = { member, head, sales, finance } as const

/** What a user other than an admin waits for while the company sets itself up, and from whom; empty for others. */
export async function waitsOf(db: Database, actor: Actor, known: Known): Promise<Wait[]> {
  const role = effectiveRole(actor)
  if (role === null || can(actor, 'canAdmin')) return []
  const admins = await findAdminNames(db, actor.companyCode)
  const headName = await findName(db, actor.parentId)
  const waits = ROLES_THAT_WAIT[role as keyof typeof ROLES_THAT_WAIT]
  return waits(known, { admins, head: headName ? [headName] : admins })
}
