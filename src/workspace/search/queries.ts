import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { containsPattern } from '#kit/list.ts'
import type { SearchText } from './rules.ts'

/** Maximum number of matches that are ranked. A text with more matches is too unspecific to rank completely. */
const MAX_RANKED = 400

interface Columns {
  name: string
  pinyin: string
  code: string
}

/** The rank of a match, best first: exact code or name, then prefixes, then any position. */
function rank({ name, pinyin, code }: Columns, { text }: SearchText): RawBuilder<number> {
  const begins = `${containsPattern(text).slice(1)}`
  return sql<number>`case
    when lower(${sql.ref(code)}) = ${text} or ${sql.ref(name)} = ${text} then 0
    when ${sql.ref(name)} like ${begins} then 1
    when split_part(${sql.ref(pinyin)}, ' ', 2) like ${begins} then 2
    when ${sql.ref(pinyin)} like ${begins} then 3
    else 4 end`
}

/** SQL condition: the row matches the text. Written so that PostgreSQL can use the index on `search_grams`. */
function matchesText({ name, pinyin, code }: Columns, searchText: SearchText): Expression<SqlBool> {
  const [columnName, columnPinyin, columnCode] = [sql.ref(name), sql.ref(pinyin), sql.ref(code)]
  const grams = sql`search_grams(${columnName}, ${columnPinyin}, ${columnCode})`
  const pattern = containsPattern(searchText.text)
  if (searchText.any) return sql<SqlBool>`${grams} && ${searchText.grams}::text[]`
  return sql<SqlBool>`(${grams} @> ${searchText.grams}::text[] and (${columnName} like ${pattern}
    or ${columnPinyin} like ${pattern} or lower(${columnCode}) like ${pattern}))`
}

/**
 * SQL condition: the name or the code is the text. The terms are for the index. The comparison says the same at a thousandth
 * of the cost: where PostgreSQL reads the rows within reach instead of the index, it compares first.
 */
function isExactly({ name, pinyin, code }: Columns, { text, exact }: SearchText): Expression<SqlBool> {
  const [columnName, columnPinyin, columnCode] = [sql.ref(name), sql.ref(pinyin), sql.ref(code)]
  return sql<SqlBool>`(search_grams(${columnName}, ${columnPinyin}, ${columnCode}) && ${[exact]}::text[]
    and (lower(${columnName}) = ${text} or lower(${columnCode}) = ${text}))`
}

/** The query: a typed text, or the ids of recently opened records. */
export type SearchRequest = { searchText: SearchText } | { ids: number[] }

/** The rows within reach, and those whose complete mobile number may be searched for. */
export interface Reach {
  rows: Expression<SqlBool>
  contacts: Expression<SqlBool>
}

const CUSTOMER = { name: 'customer.nameKey', pinyin: 'customer.namePinyin', code: 'customer.code' }

/** The matching customers, best first, lost ones last, at most `limit`. */
export async function findCustomers(db: Database, reach: Reach, request: SearchRequest, limit: number) {
  const query = db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .select(['customer.id', 'customer.name', 'customer.code', 'customer.status', 'owner.name as ownerName'])
    .where(reach.rows)
    .limit(limit)
  if ('ids' in request) return query.where('customer.id', 'in', request.ids).execute()
  const { searchText } = request
  const within = db.selectFrom('customer').select('customer.id').where(reach.rows)
  const exactly = within.where(isExactly(CUSTOMER, searchText)).limit(limit)
  const fitting = within.where(matchesText(CUSTOMER, searchText)).limit(MAX_RANKED)
  const byMobile = within.where(reach.contacts).where('customer.mobile', '=', searchText.mobile).limit(limit)
  return query
    .where(sql<SqlBool>`customer.id in (${exactly} union ${searchText.mobile ? byMobile : fitting})`)
    .orderBy(sql`customer.status = 'churned'`)
    .orderBy(rank(CUSTOMER, searchText))
    .orderBy(sql`length(customer.name)`)
    .orderBy('customer.id', 'desc')
    .execute()
}

const STORE = { name: 'store.nameKey', pinyin: 'store.namePinyin', code: 'store.code' }

/** The matching stores, best first, stopped ones last, at most `limit`. */
export async function findStores(
  db: Database,
  reach: Expression<SqlBool>,
  request: SearchRequest,
  limit: number,
) {
  const query = db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.id', 'store.name', 'store.code', 'store.platform', 'store.status'])
    .select('customer.name as customerName')
    .where(reach)
    .limit(limit)
  if ('ids' in request) return query.where('store.id', 'in', request.ids).execute()
  const { searchText } = request
  const within = db.selectFrom('store').select('store.id').where(reach)
  const exactly = within.where(isExactly(STORE, searchText)).limit(limit)
  const fitting = within.where(matchesText(STORE, searchText)).limit(MAX_RANKED)
  return query
    .where(sql<SqlBool>`store.id in (${exactly} union ${fitting})`)
    .orderBy(sql`store.status = 'stopped'`)
    .orderBy(rank(STORE, searchText))
    .orderBy(sql`length(store.name)`)
    .orderBy('store.id', 'desc')
    .execute()
}

const STAFF = { name: 'staff.name', pinyin: 'staff.namePinyin', code: 'staff.username' }

/** The matching people, best first, at most `limit`; those who have left come last. Scans the table, which is small. */
export async function findStaff(
  db: Database,
  reach: Expression<SqlBool>,
  request: SearchRequest,
  limit: number,
) {
  const query = db
    .selectFrom('staff')
    .select(['staff.id', 'staff.name', 'staff.username', 'staff.role', 'staff.parentId', 'staff.status'])
    .where(reach)
    .limit(limit)
  if ('ids' in request) return query.where('staff.id', 'in', request.ids).execute()
  const { searchText } = request
  const pattern = containsPattern(searchText.text)
  return query
    .where((or) =>
      or.or([
        sql<SqlBool>`lower(staff.name) like ${pattern} or staff.name_pinyin like ${pattern}
          or lower(staff.username) like ${pattern}`,
        or('staff.employeeNo', '=', searchText.text),
        or('staff.mobile', '=', searchText.mobile),
      ]),
    )
    .orderBy(sql`staff.status = 'left'`)
    .orderBy(rank(STAFF, searchText))
    .orderBy('staff.namePinyin')
    .orderBy('staff.id')
    .execute()
}
