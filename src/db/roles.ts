import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RoleNames } from './access.ts'
import type { Database } from './connect.ts'
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
  return { created, previousOwners, tables: await protectTables(db, roles) }
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
 * Makes `owner` the owner of the schema and of everything in it, functions included. Returns the logins that owned
 * something before, except superusers: they become members of `owner`, so that programs that still run with them go on.
 */
async function takeOwnership(db: Database, { owner }: RoleNames): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '5s'`.execute(tx)
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
        union all
        select 'schema', 'public', nspowner, 4 from pg_namespace where nspname = 'public'
      ) objects join pg_roles on pg_roles.oid = holder
      where rolname <> ${owner} order by turn, name`.execute(tx)
    for (const { statement } of rows) await sql.raw(statement).execute(tx)
    const before = new Set(rows.filter(({ isSuper }) => !isSuper).map((row) => row.before))
    // The schema belongs to a predefined role of the server.
    before.delete('pg_database_owner')
    for (const login of before)
      await sql.raw(`grant ${owner} to "${login.replaceAll('"', '""')}"`).execute(tx)
    return [...before]
  })
}
