import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { customerScope, storeScope } from '#clients/scopes.ts'
import { countUnmatched } from '#clients/stores/nicks/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Day, monthBefore, monthOf } from '#kit/calendar.ts'
import type { SetupFacts } from './contract.ts'

/** The name of a person; null if the id is null. */
export async function findName(db: Database, id: number | null): Promise<string | null> {
  if (id === null) return null
  return (await db.selectFrom('staff').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null
}

/** Whether any store of the condition has figures. Each store is one index lookup. */
export async function hasFigures(db: Database, stores: Expression<SqlBool>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from store where ${stores}
      and exists (select from store_daily d where d.store_id = store.id)) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Whether a company has bills other than opening balances. */
export async function hasBills(db: Database, companyCode: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from customer_bill
      where company_code = ${companyCode} and origin <> 'opening') as found`.execute(db)
  return rows[0]?.found ?? false
}

/** A condition on `store`: it belongs to the company. */
export const ofCompany = (companyCode: string): Expression<SqlBool> =>
  sql<SqlBool>`store.company_code = ${companyCode}`

/** SQL: the store has terms that were not replaced. */
const HAS_TERMS = sql<boolean>`exists (
  select from store_terms where store_terms.store_id = store.id and store_terms.replaced_at is null)`

interface CountRow {
  name: string
  shortName: string | null
  payeeName: string | null
  payeeBank: string | null
  hasAccount: boolean
  booksFrom: Day | null
  booksVersion: number
  total: number
  agents: number
  heads: number
  sales: number
  finance: number
  admins: number
  customers: number
  stores: number
  priced: number
  firstOn: Day | null
  lastOn: Day | null
  known: number
  drafts: number
  issued: number
}

/** What a company has, by step: one statement, and two more for nicks and previews. */
export async function findFacts(db: Database, companyCode: string, today: Day): Promise<SetupFacts> {
  const { rows } = await selectCounts(companyCode).execute(db)
  const [row] = rows
  if (!row) throw new Error(`the company ${companyCode} is gone`)
  const booksFrom = row.booksFrom && monthOf(row.booksFrom)
  const lastMonth = monthBefore(monthOf(today))
  const { total, agents, heads, sales, finance, admins } = row
  return {
    company: {
      name: row.name,
      shortName: row.shortName,
      payeeName: row.payeeName,
      payeeBank: row.payeeBank,
      hasAccount: row.hasAccount,
    },
    staff: { total, agents, heads, sales, finance, admins },
    stores: { customers: row.customers, stores: row.stores },
    pricing: { priced: row.priced, unpriced: row.stores - row.priced },
    nicks: { known: row.known, unmatched: await countUnmatched(db, ofCompany(companyCode)) },
    import: { from: row.firstOn, to: row.lastOn, previews: await findPreviews(db, companyCode) },
    bill: {
      booksFrom,
      booksVersion: row.booksVersion,
      month: booksFrom !== null && lastMonth >= booksFrom ? lastMonth : null,
      drafts: row.drafts,
      issued: row.issued,
    },
  }
}

/** The counts of a company's rows. */
const selectCounts = (companyCode: string) => sql<CountRow>`
  select company.name, company.short_name, company.payee_name, company.payee_bank,
    company.payee_account is not null as has_account, company.books_from, company.version as books_version,
    people.*, shops.*, bills.*,
    (select count(*)::int from customer
      where company_code = company.code and merged_into_id is null and status <> 'churned') as customers,
    (select count(distinct (store_id, nick))::int from agent_account where company_code = company.code) as known
  from company
    cross join lateral (
      select count(*)::int as total, count(*) filter (where role = ${ROLES.admin})::int as admins,
        count(*) filter (where role = ${ROLES.agent} and parent_id is not null)::int as agents,
        count(*) filter (where role = ${ROLES.agent} and parent_id is null)::int as heads,
        count(*) filter (where role = ${ROLES.sales})::int as sales,
        count(*) filter (where role = ${ROLES.finance})::int as finance
      from staff where company_code = company.code and status = 'active') people
    cross join lateral (
      select count(*) filter (where status <> 'stopped')::int as stores,
        count(*) filter (where status <> 'stopped' and ${HAS_TERMS})::int as priced,
        min(first.on_day) as first_on, max(last.on_day) as last_on
      from store
        left join lateral (
          select on_day from store_daily where store_id = store.id order by on_day limit 1) first on true
        left join lateral (
          select on_day from store_daily where store_id = store.id order by on_day desc limit 1) last on true
      where company_code = company.code) shops
    cross join lateral (
      select count(*) filter (where status = 'draft')::int as drafts,
        count(*) filter (where status not in ('draft', 'void'))::int as issued
      from customer_bill where company_code = company.code and origin <> 'opening') bills
  where company.code = ${companyCode}`

/** The number of preview ids in a response, like the files that the import opens at once. */
const MAX_PREVIEWS = 100

/** In file names: digits, the characters of a date (年月日), separators and brackets. */
const SEPARATORS = '[0-9\\u5e74\\u6708\\u65e5._()\\uff08\\uff09 -]'

/**
 * The company's previews that nobody has confirmed. A file that names no store counts by its name without digits and
 * separators: the files of one store on several days differ by these only. `offset 0` keeps PostgreSQL from looking for
 * unknown nicks in the rows of every import first.
 */
async function findPreviews(db: Database, companyCode: string): Promise<SetupFacts['import']['previews']> {
  const { rows } = await sql<SetupFacts['import']['previews']>`
    with preview as materialized (
      select id, platform, regexp_replace(file_name, ${SEPARATORS}, '', 'g') as file_key
      from import_batch where company_code = ${companyCode} and status = 'preview')
    select (select count(*)::int from preview) as files,
      array(select id from preview order by id desc limit ${MAX_PREVIEWS}) as ids,
      (select count(distinct (preview.platform, coalesce(g.store_name, preview.file_key)))::int
        from preview join import_group g on g.batch_id = preview.id where g.store_id is null) as stores,
      (select count(distinct (preview.platform, coalesce(unknown.store, preview.file_key), unknown.nick))::int
        from preview cross join lateral (
          select coalesce(g.store_id::text, g.store_name) as store, r.nick
            from import_group g join import_row r on r.group_id = g.id
            where g.batch_id = preview.id and r.nick is not null and not exists (
              select from agent_account a where a.store_id = g.store_id and a.nick = r.nick)
            offset 0) unknown) as nicks`.execute(db)
  return rows[0] ?? { ids: [], files: 0, stores: 0, nicks: 0 }
}

/** What a user other than an admin has within reach; prices only for those who may see them. */
export interface Reached {
  customers: number
  stores: number
  /** Stores in reach without terms. */
  unpriced: number
  /** Nicks of the user. */
  nicks: number
  /** Active members of the user's team. */
  members: number
  /** The company has a store that is not stopped. */
  hasStores: boolean
  hasPayee: boolean
  booksFrom: Day | null
}

/** Counts what the user has within reach, and whether the company has what everybody needs. */
export async function findReached(db: Database, actor: Actor, on: Day): Promise<Reached> {
  const stores = sql<SqlBool>`${storeScope(actor, 'canReadStore', on)} and store.status <> 'stopped'`
  const { rows } = await sql<Reached>`
    select (select count(*)::int from customer where ${customerScope(actor, 'canReadCustomer', on)}) as customers,
      (select count(*)::int from store where ${stores}) as stores,
      (select count(*)::int from store where ${stores} and not ${HAS_TERMS}) as unpriced,
      (select count(distinct (store_id, nick))::int from agent_account
        where staff_id = ${actor.id} and (to_on is null or to_on >= ${on})) as nicks,
      (select count(*)::int from staff where parent_id = ${actor.id} and status = 'active') as members,
      exists (select from store where store.company_code = company.code and status <> 'stopped') as has_stores,
      company.payee_account is not null as has_payee, company.books_from
    from company where company.code = ${actor.companyCode}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`the company ${actor.companyCode} is gone`)
  return row
}
