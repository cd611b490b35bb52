import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import type { RerateCause, RerateRule, RerateState } from './contract.ts'
import { DEFAULT_TOLERANCE_CENTS, DEFAULT_WAIVE_LIMIT_CENTS } from './rules.ts'

export interface StoreMonth {
  storeId: number
  monthOn: Day
}

/** Serializes comparing and settling in a company until the transaction ends. */
export async function lockRerates(db: Database, companyCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rerate ' || ${companyCode}::text, 0))`.execute(db)
}

const DEFAULT_RULE = {
  toleranceCents: DEFAULT_TOLERANCE_CENTS,
  waiveLimitCents: DEFAULT_WAIVE_LIMIT_CENTS,
  version: 0,
} satisfies RerateRule

/** The company's tolerance and waiver limit; the defaults if none were saved. */
export async function findRule(db: Database, companyCode: string): Promise<RerateRule> {
  const row = await db
    .selectFrom('rerateRule')
    .select(['toleranceCents', 'waiveLimitCents', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? DEFAULT_RULE
}

interface RuleRow extends Omit<RerateRule, 'version'> {
  companyCode: string
  updatedAt: Date
  updatedBy: number
}

/** Saves the rule if `version` is current; returns undefined if another user changed it. */
export async function putRule(db: Database, row: RuleRow, version: number): Promise<RerateRule | undefined> {
  const shown = ['toleranceCents', 'waiveLimitCents', 'version'] as const
  if (version === 0) {
    return db
      .insertInto('rerateRule')
      .values(row)
      .onConflict((clash) => clash.doNothing())
      .returning(shown)
      .executeTakeFirst()
  }
  const { companyCode, ...changes } = row
  return db
    .updateTable('rerateRule')
    .set(changes)
    .set(nextVersion)
    .where('companyCode', '=', companyCode)
    .where('version', '=', version)
    .returning(shown)
    .executeTakeFirst()
}

/** Codes of companies with marked store months. */
export async function findCompaniesMarked(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('rerateMark')
    .select('companyCode')
    .distinct()
    .orderBy('companyCode')
    .execute()
  return rows.map(({ companyCode }) => companyCode)
}

export async function findCompanies(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('company').select('code').orderBy('code').execute()
  return rows.map(({ code }) => code)
}

/** First month of the company's books that is not closed; null if the books have no start month. */
export async function findOpenFrom(db: Database, companyCode: string): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(greatest(company.books_from, (select max(month_on) + interval '1 month' from monthly_financial
      where company_code = company.code and status = 'closed')), 'YYYY-MM') as month
    from company where code = ${companyCode}`.execute(db)
  return rows[0]?.month ?? null
}

/** Deletes and returns the company's marked store months, of one month or all, oldest first, up to `limit`. */
export async function popMarks(
  db: Database,
  { companyCode, month, limit }: { companyCode: string; month?: string | undefined; limit: number },
): Promise<StoreMonth[]> {
  const { rows } = await sql<StoreMonth>`
    with asked as (select store_id, month_on from rerate_mark where company_code = ${companyCode}
        and (${month ?? null}::text is null or to_char(month_on, 'YYYY-MM') = ${month ?? null})
        group by store_id, month_on order by min(id) limit ${limit}),
      taken as (delete from rerate_mark mark using asked
        where mark.store_id = asked.store_id and mark.month_on = asked.month_on)
    select store_id, month_on from asked`.execute(db)
  return rows
}

/** Marks all rows of a company, so that the job compares them again. */
export async function markMonths(db: Database, companyCode: string): Promise<void> {
  await sql`insert into rerate_mark (company_code, store_id, month_on)
    select company_code, store_id, month_on from rerate where company_code = ${companyCode}`.execute(db)
}

/** Store months of a company with a row, between two months. */
export async function findRatedMonths(
  db: Database,
  { companyCode, from, to }: { companyCode: string; from: string; to: string },
): Promise<StoreMonth[]> {
  return db
    .selectFrom('rerate')
    .select(['storeId', 'monthOn'])
    .where('companyCode', '=', companyCode)
    .where('monthOn', '>=', `${from}-01`)
    .where('monthOn', '<=', `${to}-01`)
    .execute()
}

/** A saved row, with number and total of its adjustments that are not void. */
export interface SavedRerate {
  id: number
  storeId: number
  monthOn: Day
  pricedAtIssueCents: number
  pricedNowCents: number
  settledCents: number
  waivedCents: number
  differenceCents: number
  state: RerateState
  causes: RerateCause[]
  since: Date
  version: number
  adjustments: number
  adjustedCents: number
}

/** Rows of the given stores for a month. */
export async function findSavedRerates(
  db: Database,
  ids: readonly number[],
  monthOn: Day,
): Promise<SavedRerate[]> {
  const { rows } = await sql<SavedRerate>`
    select rerate.id, rerate.store_id, rerate.month_on, rerate.priced_at_issue_cents, rerate.priced_now_cents,
      rerate.settled_cents, rerate.waived_cents, rerate.difference_cents, rerate.state, rerate.causes, rerate.since,
      rerate.version, count(bill.id) as adjustments, coalesce(sum(bill.total_cents), 0)::bigint as adjusted_cents
    from rerate left join customer_bill bill on bill.rerate_id = rerate.id and bill.status <> 'void'
    where rerate.store_id = any(${[...ids]}) and rerate.month_on = ${monthOn}
    group by rerate.id order by rerate.id`.execute(db)
  return rows
}

/** Columns of a row that are calculated from bills and data. */
export interface Derived {
  pricedAtIssueCents: number
  pricedNowCents: number
  settledCents: number
  waivedCents: number
  differenceCents: number
  state: RerateState
  causes: readonly RerateCause[]
  since: Date
  updatedAt: Date
}

const toColumns = ({ causes, ...derived }: Derived) => ({ ...derived, causes: [...causes] })

export async function insertRerate(
  db: Database,
  of: StoreMonth & { companyCode: string },
  derived: Derived,
): Promise<void> {
  await db
    .insertInto('rerate')
    .values({ ...of, ...toColumns(derived) })
    .execute()
}

/** Updates the calculated columns of a row. */
export async function updateRerate(db: Database, id: number, derived: Derived): Promise<void> {
  await db.updateTable('rerate').set(toColumns(derived)).set(nextVersion).where('id', '=', id).execute()
}

interface Waiver {
  waivedCents: number
  waivedReason: string
  waivedAt: Date
  waivedBy: number
}

/** Saves a waiver, which sets the difference to 0. */
export async function waiveRerate(db: Database, id: number, waiver: Waiver): Promise<void> {
  await db
    .updateTable('rerate')
    .set({ ...waiver, differenceCents: 0, state: 'waived', updatedAt: waiver.waivedAt })
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}

/** Number of pending rows of a company's month, of the stores with issued bills, and up to three store names. */
export async function countPending(
  db: Database,
  { companyCode, month }: { companyCode: string; month: string },
): Promise<{ count: number; of: number; examples: string[] }> {
  const { rows } = await sql<{ count: number; of: number; examples: string[] }>`
    select (select count(*) from rerate where company_code = ${companyCode} and month_on = ${`${month}-01`}
        and state = 'pending')::int as count,
      (select count(distinct bill.store_id) from customer_bill bill
        where bill.company_code = ${companyCode} and bill.month_on = ${`${month}-01`} and bill.store_id is not null
          and bill.kind in ('service', 'overage', 'commission') and bill.status not in ('draft', 'void'))::int as of,
      array(select store.name from rerate join store on store.id = rerate.store_id
        where rerate.company_code = ${companyCode} and rerate.month_on = ${`${month}-01`} and rerate.state = 'pending'
        order by abs(rerate.difference_cents) desc, rerate.id limit 3) as examples`.execute(db)
  return rows[0] ?? { count: 0, of: 0, examples: [] }
}

/** Number of store months in scope that are billed by price: those whose bills can differ from a recalculation. */
export async function countPriced(db: Database, actor: Actor): Promise<number> {
  const { rows } = await sql<{ priced: number }>`
    select count(distinct (bill.store_id, bill.month_on))::int as priced from customer_bill bill
    where ${scope(actor, 'canChargeCustomer', { company: 'bill.companyCode' })} and bill.store_id is not null
      and bill.kind in ('service', 'overage', 'commission') and bill.status not in ('draft', 'void')`.execute(
    db,
  )
  return rows[0]?.priced ?? 0
}

/** Number of bills of a company's month issued with missing data, of all issued ones, and up to three store names. */
export async function countMissingIssued(
  db: Database,
  { companyCode, month }: { companyCode: string; month: string },
): Promise<{ count: number; of: number; examples: string[] }> {
  const { rows } = await sql<{ count: number; of: number; examples: string[] }>`
    with issued as (select bill.id, bill.missing_reason, store.name from customer_bill bill
        left join store on store.id = bill.store_id
      where bill.company_code = ${companyCode} and bill.month_on = ${`${month}-01`}
        and bill.status not in ('draft', 'void') and bill.origin <> 'opening')
    select (select count(*) from issued where missing_reason is not null)::int as count,
      (select count(*) from issued)::int as of,
      array(select name from issued where missing_reason is not null order by id limit 3) as examples`.execute(
    db,
  )
  return rows[0] ?? { count: 0, of: 0, examples: [] }
}
