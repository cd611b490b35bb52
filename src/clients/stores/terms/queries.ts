import { type Expression, type SqlBool, sql } from 'kysely'
import type { Pricing } from '#clients/pricing/contract.ts'
import { withPricing } from '#clients/pricing/queries.ts'
import { STORE_NAMES } from '#clients/stores/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError, notFound } from '#kit/errors.ts'

/** All terms of a store by first day, replaced ones before their replacements. */
export async function findTerms(db: Database, storeId: number) {
  const rows = await db
    .selectFrom('storeTerms')
    .leftJoin('staffName as author', 'author.id', 'storeTerms.createdBy')
    .leftJoin('staffName as corrector', 'corrector.id', 'storeTerms.replacedBy')
    .selectAll('storeTerms')
    .select(['author.name as createdByName', 'corrector.name as replacedByName'])
    .where('storeId', '=', storeId)
    .orderBy('storeTerms.fromOn')
    .orderBy('storeTerms.id')
    .execute()
  return rows.map(withPricing)
}

export type TermsRow = Awaited<ReturnType<typeof findTerms>>[number]

/** Finds terms by id; throws NOT_FOUND, or WRONG_STATE if they were replaced. */
export function getActiveTerms(rows: readonly TermsRow[], id: number): TermsRow {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound('计费方式')
  if (row.replacedAt) {
    throw new AppError('WRONG_STATE', '这条计费方式已被更正或撤回，请刷新后再看。')
  }
  return row
}

/** The terms to read for a sheet: some by id, or part of a company's. */
type TermsWanted = { ids: readonly number[] } | { of: string; offset: number; limit: number }

/** Terms that are not replaced, of stores within reach, by store and first day. */
export async function findActiveTerms(db: Database, reach: Expression<SqlBool>, wanted: TermsWanted) {
  const query = db
    .selectFrom('storeTerms')
    .innerJoin('store', 'store.id', 'storeTerms.storeId')
    .selectAll('storeTerms')
    .select(['store.platform', 'store.name as storeName', STORE_NAMES.as('storeNames')])
    .where('storeTerms.replacedAt', 'is', null)
    .where(reach)
  const rows = await ('ids' in wanted
    ? query.where('storeTerms.id', 'in', [...wanted.ids])
    : query
        .where('store.companyCode', '=', wanted.of)
        .orderBy('store.namePinyin')
        .orderBy('store.id')
        .orderBy('storeTerms.fromOn')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map(withPricing)
}

export type SheetTerms = Awaited<ReturnType<typeof findActiveTerms>>[number]

interface NewTerms {
  storeId: number
  companyCode: string
  fromOn: Day
  pricing: Pricing
  storeSalaryCents: number | null
  note: string | null
  createdBy: number
  createdAt: Date
}

/** Inserts terms; returns their id. */
export async function insertTerms(db: Database, { pricing, ...row }: NewTerms): Promise<number> {
  const { id } = await db
    .insertInto('storeTerms')
    .values({ ...row, pricing: JSON.stringify(pricing) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks terms as replaced; they are kept for reference. */
export async function replaceTerms(
  db: Database,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('storeTerms')
    .set({ replacedAt: at, replacedBy: by, replacedReason: reason })
    .where('id', '=', id)
    .execute()
}

/** The bills and agents that the price of a store affects in some months. */
export interface Repriced {
  /** Drafts that were created or edited by hand; a new price does not change them. */
  changedDrafts: number
  issued: number
  /** Sum of the issued bills, in 分. */
  issuedCents: number
  /** The number of agents assigned in these months. */
  agents: number
}

/** Counts the bills and agents that depend on the prices of stores, each from its `fromOn` to `toOn`. */
export async function countRepriced(
  db: Database,
  stores: readonly { storeId: number; fromOn: Day }[],
  toOn: Day,
): Promise<Repriced> {
  const { rows } = await sql<Repriced>`
    with priced as (select * from unnest(${stores.map(({ storeId }) => storeId)}::int[],
        ${stores.map(({ fromOn }) => fromOn)}::date[]) as priced (store_id, from_on)),
      bill as (select status, origin, total_cents from customer_bill join priced using (store_id)
        where kind in ('service', 'overage', 'commission')
          and month_on between date_trunc('month', priced.from_on) and ${toOn}::date)
    select count(*) filter (where status = 'draft' and origin <> 'proposed') as changed_drafts,
      count(*) filter (where status not in ('draft', 'void')) as issued,
      coalesce(sum(total_cents) filter (where status not in ('draft', 'void')), 0)::bigint as issued_cents,
      (select count(distinct a.staff_id) from store_assignment a join priced using (store_id)
        where a.from_on <= ${toOn}::date and (a.to_on is null or a.to_on >= priced.from_on)) as agents
    from bill`.execute(db)
  return rows[0] as Repriced
}

/** Whether a store has terms that are not replaced. */
export async function hasTerms(db: Database, storeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('storeTerms')
    .select('id')
    .where('storeId', '=', storeId)
    .where('replacedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The first day of a store in service; if it never was, the first day of its present state. */
export async function findServiceBegin(db: Database, storeId: number): Promise<Day> {
  const { beganOn } = await db
    .selectFrom('storeState')
    .select(sql<Day>`coalesce(min(from_on) filter (where status = 'serving'), max(from_on))`.as('beganOn'))
    .where('storeId', '=', storeId)
    .executeTakeFirstOrThrow()
  return beganOn
}
