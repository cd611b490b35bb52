import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { COMPANY_SETTING, type RoleNames } from './access.ts'
import { toSqlName } from './camelCase.ts'
import type { Database } from './connect.ts'
import { retryWhileBlocked } from './migrate.ts'
import { ERASER_WRITES, PROTECTION, type Protection, type Verb, WRITES } from './protection.ts'
import type { DB } from './tables.ts'

/** The name of the policies by which the program sees one company's rows, and of those of the roles that see all. */
const OWN = 'own_company'
const SHARED = 'all_companies'
const LOCKED = 'lock_of_all_companies'
const ACROSS = 'across_companies'

/**
 * The company of the transaction as a subquery, which is evaluated once per statement: compared with it, an index on
 * the company is still used. Without a company it is null or empty, and no row matches.
 */
const COMPANY = `(select current_setting('${COMPANY_SETTING}', true)::bpchar)`

/** The condition of the rows of the transaction's company; null for a table without a policy. */
function ownRows(table: string, protection: Protection): string | null {
  if (protection === 'company' || protection === 'companyOrAll') return `company_code = ${COMPANY}`
  if (protection === 'itself') return `code = ${COMPANY}`
  if (protection === 'view' || 'open' in protection) return null
  const [column, parent] = protection
  // The policy of the parent applies as well.
  return `exists (select from ${parent} parent where parent.id = ${table}.${column})`
}

/** How a table is protected. The statements are idempotent, and need its owner. */
interface TableProtection {
  table: string
  statements: string[]
  /** The number of its policies; 0 for a table that is open, and for a view. */
  policies: number
}

function protectionOf(name: keyof DB, roles: RoleNames): TableProtection {
  const table = toSqlName(name)
  const { app, across, eraser, owner } = roles
  const grants = [
    `revoke all on ${table} from ${app}, ${across}, ${eraser}`,
    `grant ${['select', ...writesOf(name)].join(', ')} on ${table} to ${app}, ${across}`,
    `grant ${['select', ...(ERASER_WRITES[name] ?? [])].join(', ')} on ${table} to ${eraser}`,
  ]
  const condition = ownRows(table, PROTECTION[name])
  if (condition === null) return { table, statements: grants, policies: 0 }
  const policies = [
    policy(table, OWN, `for all to ${app} using (${condition})`),
    policy(table, ACROSS, `for all to ${across}, ${eraser}, ${owner} using (true)`),
  ]
  if (PROTECTION[name] === 'companyOrAll') {
    policies.push(policy(table, SHARED, `for select to ${app} using (company_code is null)`))
    // A row is locked before it is decided that only the headquarters may change it.
    const locked = `for update to ${app} using (company_code is null) with check (false)`
    policies.push(policy(table, LOCKED, locked))
  }
  const switches = [`alter table ${table} enable row level security, force row level security`]
  return { table, statements: [...grants, ...policies.flat(), ...switches], policies: policies.length }
}

const policy = (table: string, name: string, rest: string) => [
  `drop policy if exists ${name} on ${table}`,
  `create policy ${name} on ${table} ${rest}`,
]

const isView = (name: keyof DB) => PROTECTION[name] === 'view'

function writesOf(name: keyof DB): readonly Verb[] {
  if (isView(name)) return []
  return WRITES[name] ?? ['insert', 'update', 'delete']
}

/**
 * Protects every table whose protection is missing or outdated: policies, forced row-level security, and what the
 * program's roles may do. One short transaction per table, so that requests wait for one table only. The caller is the
 * owner of the tables or a superuser. Returns the names of the tables that it changed.
 */
export async function protectTables(db: Database, roles: RoleNames): Promise<string[]> {
  const found = await findTables(db)
  const changed: string[] = []
  for (const name of Object.keys(PROTECTION) as (keyof DB)[]) {
    const { table, statements, policies } = protectionOf(name, roles)
    const state = found.get(table)
    const print = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)
    // A table is missing while a database is upgraded from an earlier version.
    if (!state || isProtected(state, print, policies)) continue
    // Kept as the comment of the table.
    const note = `comment on ${isView(name) ? 'view' : 'table'} ${table} is '${PRINT}${print}'`
    await retryWhileBlocked(table, PATIENCE_MS, () =>
      db.transaction().execute(async (tx) => {
        // One message: a round trip each would take longer than the statements.
        await sql.raw(["set local lock_timeout = '1s'", ...statements, note].join(';')).execute(tx)
      }),
    )
    changed.push(table)
  }
  if (changed.length > 0) await grantRest(db, roles)
  return changed
}

const PATIENCE_MS = 10 * 60_000
const PRINT = 'houtai protection '

async function grantRest(db: Database, { app, across, eraser }: RoleNames): Promise<void> {
  await sql.raw(`grant usage on schema public to ${app}, ${across}, ${eraser}`).execute(db)
  await sql.raw(`grant usage on all sequences in schema public to ${app}, ${eraser}`).execute(db)
  // The demo advances its sequences.
  await sql.raw(`grant usage, select, update on all sequences in schema public to ${across}`).execute(db)
}

/** A table as the database has it. */
interface TableState {
  name: string
  note: string | null
  isForced: boolean
  policies: number
}

const isProtected = ({ note, isForced, policies }: TableState, print: string, wanted: number) =>
  note === `${PRINT}${print}` && policies === wanted && (wanted === 0 || isForced)

async function findTables(db: Database): Promise<Map<string, TableState>> {
  const { rows } = await sql<TableState>`
    select relname as name, obj_description(oid, 'pg_class') as note, relrowsecurity and relforcerowsecurity as is_forced,
      (select count(*) from pg_policy where polrelid = pg_class.oid) as policies
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}
