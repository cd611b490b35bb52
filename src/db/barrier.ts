import { type Actor, hideCompany } from '#access/can.ts'
import type { Access, PoolRoles, SpecialRole } from './access.ts'
import type { Database } from './connect.ts'

/**
 * Why work reaches the rows of several companies. This list is complete: all other work reaches one company's rows
 * through `forCompany` (decision 126). `barrier.test.ts` lists the callers of each reason.
 */
export type AcrossReason =
  /** An admin of the headquarters (role 1 of company 001), who may see every company. */
  | 'headquarters'
  /** Finding out who calls: a session, a name, a mobile, a known device, the link of a merchant's page. */
  | 'signIn'
  /** Jobs and chores of the program, which work for every company. */
  | 'jobs'
  /** Filling an empty database: the first admin, or the demo. */
  | 'firstStart'
  /** Commands on the server: the audit chains of all companies, a locked name. */
  | 'commands'
  /** Erasing the data of former staff. */
  | 'erasing'

const ROLE_OF: Record<AcrossReason, SpecialRole> = {
  headquarters: 'across',
  signIn: 'across',
  jobs: 'across',
  firstStart: 'across',
  commands: 'across',
  erasing: 'eraser',
}

/** What is common to the handles of one pool. */
interface Handles {
  forAccess: (access: Access) => Database
  enterRoles: (roles: PoolRoles) => void
}

const handlesOf = new WeakMap<Database, Handles>()

/** Registers the handles of a pool, created on first use; returns the one without access to a company. */
export function registerHandles(
  create: (access: Access) => Database,
  enterRoles: (roles: PoolRoles) => void,
): Database {
  const known = new Map<string, Database>()
  const handles: Handles = {
    enterRoles,
    forAccess: (access) => {
      const key = JSON.stringify(access)
      const existing = known.get(key)
      if (existing) return existing
      const created = create(access)
      handlesOf.set(created, handles)
      known.set(key, created)
      return created
    },
  }
  return handles.forAccess(null)
}

/** A handle whose statements reach the rows of one company only. `db` is any handle of the pool. */
export function forCompany(db: Database, company: string): Database {
  return handlesFor(db).forAccess({ company })
}

/** A handle whose statements reach the rows of every company. `db` is any handle of the pool. */
export function acrossCompanies(db: Database, reason: AcrossReason): Database {
  return handlesFor(db).forAccess({ role: ROLE_OF[reason] })
}

/** Puts the barrier up for a pool: from now on its handles reach rows through roles and the company setting. */
export function raiseBarrier(db: Database, roles: PoolRoles): void {
  handlesFor(db).enterRoles(roles)
}

/** A handle with other plugins keeps the access of the one from which it was made. */
function handlesFor(db: Database): Handles {
  if (db.isTransaction) throw new Error('a transaction cannot change its access')
  return handlesOf.get(db) ?? { forAccess: () => db, enterRoles: () => {} }
}

/**
 * The database as far as a person reaches it: the rows of their company, or of all companies for an admin of the
 * headquarters. `db` is any handle of the pool.
 */
export function databaseOf(db: Database, person: Actor): Database {
  return hideCompany(person) ? forCompany(db, person.companyCode) : acrossCompanies(db, 'headquarters')
}
