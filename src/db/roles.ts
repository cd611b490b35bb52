import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RoleNames } from './access.ts'
import type { Database } from './connect.ts'
import { retryWhileBlocked } from './migrate.ts'
import { protectTables } from './policies.ts'

/** `noinherit`: the program has the rights of `across` only in a transaction that enters it. */
const ATTRIBUTES = 'nosuperuser nobypassrls nocreatedb nocreaterole noreplication'

const OPTIONS: Record<keyof RoleNames, string> = {
  owner: `login inherit ${ATTRIBUTES}`,
  app: `login noinherit ${ATTRIBUTES}`,
  across: `nologin noinherit ${ATTRIBUTES}`,
  eraser: `nologin noinherit ${ATTRIBUTES}`,
}

/** What `setUpRoles` changed. */
export interface SetUp {
  created: string[]
  /** The logins that owned something before and are no superusers. */
  previousOwners: string[]
  /** The tables whose protection was missing or outdated. */
  tables: string[]
  /** Whether conditions use their indexes behind the policies: not before the first start, and not without a superuser. */
  indexes: boolean
}

/** Advisory lock under which roles are changed; they belong to the whole server. */
const LOCK = 5_017_004

/**
 * Creates or repairs roles, ownership, grants and policies, and changes only what differs. Needs a superuser, or a login
 * that may create roles and is a member of the present owners.
 */
export async function setUpRoles(db: Database, roles: RoleNames): Promise<SetUp> {
  const created = await createRoles(db, roles)
  const previousOwners = await takeOwnership(db, roles)
  const tables = await protectTables(db, roles)
  await letProgramSeeArchive(db, roles)
  return { created, previousOwners, tables, indexes: await letConditionsUseIndexes(db) }
}

/**
 * Lets the program see the names and times of WAL files, from which it knows the age of the last base backup. Only a
 * superuser may grant this; without it the program does not show that age.
 */
async function letProgramSeeArchive(db: Database, { app }: RoleNames): Promise<void> {
  const { rows } = await sql<{ maySee: boolean; mayGrant: boolean }>`
    select has_function_privilege(${app}, 'pg_ls_waldir()', 'execute') as may_see,
      (select rolsuper from pg_roles where rolname = current_user) as may_grant`.execute(db)
  if (rows[0]?.maySee || !rows[0]?.mayGrant) return
  await sql.raw(`grant execute on function pg_ls_waldir() to ${app}`).execute(db)
}

/**
 * The functions of conditions that use an index: those of `search_grams`, and a day plus or minus days. None of them shows
 * an argument in an error.
 */
const INDEX_FUNCTIONS = ['search_grams', 'arraycontains', 'arrayoverlap', 'date_pli', 'date_mii']

/**
 * Marks the functions of indexed conditions as leakproof. PostgreSQL applies a policy before all other conditions, an index
 * of which it uses only if they cannot tell anything about rows that the policy hides. Only a superuser may do this; returns
 * whether it is done.
 */
async function letConditionsUseIndexes(db: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string; isMarked: boolean; maySet: boolean }>`
    select pg_proc.oid::regprocedure::text as name, proleakproof as is_marked, rolsuper as may_set
    from pg_proc, pg_roles where rolname = current_user and proname = any(${INDEX_FUNCTIONS})
      and pronamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace)`.execute(db)
  const unmarked = rows.filter(({ isMarked }) => !isMarked)
  if (unmarked.some(({ maySet }) => !maySet)) return false
  for (const { name } of unmarked) await sql.raw(`alter function ${name} leakproof`).execute(db)
  return rows.length === INDEX_FUNCTIONS.length
}

/** Creates the roles that are missing and repairs the attributes and memberships of all; returns those created. */
async function createRoles(db: Database, roles: RoleNames): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const known = await findRoles(tx, roles)
    const created: string[] = []
    for (const [kind, name] of Object.entries(roles) as [keyof RoleNames, string][]) {
      const found = known.get(name)
      if (!found) created.push(name)
      if (found !== OPTIONS[kind]) {
        await sql.raw(`${found ? 'alter' : 'create'} role ${name} ${OPTIONS[kind]}`).execute(tx)
      }
    }
    await grantMembership(tx, roles.across, roles.app)
    await grantMembership(tx, roles.eraser, roles.owner)
    await joinOwner(tx, roles)
    return created
  })
}

/** The existing roles with their attributes, written as in `OPTIONS`. */
async function findRoles(db: Database, roles: RoleNames): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; options: string }>`
    select rolname as name, concat_ws(' ', case when rolcanlogin then 'login' else 'nologin' end,
      case when rolinherit then 'inherit' else 'noinherit' end, case when rolsuper then 'superuser' else 'nosuperuser' end,
      case when rolbypassrls then 'bypassrls' else 'nobypassrls' end,
      case when rolcreatedb then 'createdb' else 'nocreatedb' end,
      case when rolcreaterole then 'createrole' else 'nocreaterole' end,
      case when rolreplication then 'replication' else 'noreplication' end) as options
    from pg_roles where rolname = any(${Object.values(roles)})`.execute(db)
  return new Map(rows.map(({ name, options }) => [name, options]))
}

/** An administrator who is no superuser may only give tables to a role of which they are a member. */
async function joinOwner(db: Database, { owner }: RoleNames): Promise<void> {
  const { rows } = await sql<{ name: string; quoted: string; isSuper: boolean }>`
    select rolname as name, quote_ident(rolname) as quoted, rolsuper as is_super
    from pg_roles where rolname = current_user`.execute(db)
  const [self] = rows
  if (self && !self.isSuper && self.name !== owner)
    await sql.raw(`grant ${owner} to ${self.quoted}`).execute(db)
}

async function grantMembership(db: Database, role: string, member: string): Promise<void> {
  const { rows } = await sql`
    select from pg_auth_members where roleid = to_regrole(${role}) and member = to_regrole(${member})`.execute(
    db,
  )
  if (rows.length === 0) await sql.raw(`grant ${role} to ${member}`).execute(db)
}

/** Sets a role's password. The statement has only its SCRAM verifier, so that no log of the server has the password. */
export async function setPassword(db: Database, role: string, password: string): Promise<void> {
  await sql.raw(`alter role ${role} password '${scramVerifier(password)}'`).execute(db)
}

const ROUNDS = 4_096
const SALT_BYTES = 16
const KEY_BYTES = 32

/** RFC 5803, as PostgreSQL stores it. ASCII passwords only, which need no normalization. */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ROUNDS, KEY_BYTES, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}

/**
 * Makes `owner` the owner of everything in the schema, functions included, and lets only them create more. Returns the
 * logins that owned something before, except superusers: they become members of `owner`, so that programs that still run
 * with them go on.
 */
function takeOwnership(db: Database, roles: RoleNames): Promise<string[]> {
  return retryWhileBlocked('db:roles', PATIENCE_MS, () => takeOwnershipOnce(db, roles))
}

/** How long to retry while requests hold the tables, in ms. */
const PATIENCE_MS = 60_000

async function takeOwnershipOnce(db: Database, { owner }: RoleNames): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    // On a server of an earlier version everybody may create tables.
    await sql`revoke create on schema public from public`.execute(tx)
    await sql.raw(`grant usage, create on schema public to ${owner}`).execute(tx)
    const { rows } = await sql<{ statement: string; before: string; isSuper: boolean }>`
      select format('alter %s %s owner to %I', kind, name, ${owner}::text) as statement,
        rolname as before, rolsuper as is_super
      from (
        select case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind,
          oid::regclass::text as name, relowner as holder, case relkind when 'S' then 2 else 1 end as turn
        from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
            and d.deptype in ('a', 'i', 'e') and d.refclassid = 'pg_class'::regclass)
        union all
        select 'routine', oid::regprocedure::text, proowner, 3 from pg_proc p where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
            and d.deptype = 'e')
      ) objects join pg_roles on pg_roles.oid = holder
      where rolname <> ${owner} order by turn, name`.execute(tx)
    for (const { statement } of rows) await sql.raw(statement).execute(tx)
    const before = new Set(rows.filter(({ isSuper }) => !isSuper).map((row) => row.before))
    for (const login of before)
      await sql.raw(`grant ${owner} to "${login.replaceAll('"', '""')}"`).execute(tx)
    return [...before]
  })
}
