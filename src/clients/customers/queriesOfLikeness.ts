import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { containsPattern, escapeLike } from '#kit/list.ts'

export interface SimilarityQuery {
  companyCode: string
  exceptId?: number | undefined
  /** Normalized by `nameKey`. */
  nameKey?: string | null | undefined
  mobile?: string | null | undefined
  uscc?: string | null | undefined
  wechat?: string | null | undefined
}

/** The minimum length of a name core for matches of one name within another. */
const MIN_CORE_LENGTH = 2

/**
 * The number of similar customers shown. The query returns four times as many because the caller drops those out of
 * reach.
 */
const MAX_SIMILAR = 5

/** Patterns for names of the same length that differ in one character: 晨曦家居 → _曦家居, 晨_家居, … */
function oneCharacterPatterns(core: string): string[] {
  const letters = [...core]
  if (letters.length < 4) return []
  return letters.map((_, at) => letters.map((letter, n) => (n === at ? '_' : escapeLike(letter))).join(''))
}

/**
 * The customers of a company that look like the wanted one, best matches first. Names are compared without place and
 * legal form (`customer_name_core`): equal, one within the other, or one character apart. `isReached` is true for
 * customers within `reach`; the caller discloses less about the others.
 */
export async function findSimilar(db: Database, query: SimilarityQuery, reach: Expression<SqlBool>) {
  const core = await coreOf(db, query.nameKey)
  const named = core === null ? sql<SqlBool>`false` : likeName(core)
  const same = (column: string, value: string | null | undefined) =>
    value ? sql<SqlBool>`lower(${sql.ref(column)}) = ${value.toLowerCase()}` : sql<SqlBool>`false`
  const rows = db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .select(['customer.id', 'customer.code', 'customer.name', 'customer.status', 'customer.version'])
    .select(['customer.companyCode', 'customer.ownerId', 'owner.name as ownerName'])
    .select([
      named.$castTo<boolean>().as('likeName'),
      sql<boolean>`${core}::text is not null and customer.name_core = ${core}`.as('sameName'),
      sql<boolean>`${same('customer.mobile', query.mobile)}`.as('sameMobile'),
      sql<boolean>`${same('customer.uscc', query.uscc)}`.as('sameUscc'),
      sql<boolean>`${same('customer.wechat', query.wechat)}`.as('sameWechat'),
      sql<boolean>`${reach}`.as('isReached'),
    ])
    .where('customer.companyCode', '=', query.companyCode)
    .where('customer.mergedIntoId', 'is', null)
    .where('customer.id', '!=', query.exceptId ?? 0)
    .where((eb) =>
      eb.or([
        named,
        same('customer.mobile', query.mobile),
        same('customer.uscc', query.uscc),
        same('customer.wechat', query.wechat),
      ]),
    )
    .as('near')
  return db
    .selectFrom(rows)
    .selectAll()
    .orderBy(sql`(near.same_mobile or near.same_uscc or near.same_wechat)`, 'desc')
    .orderBy('near.sameName', 'desc')
    .orderBy('near.id', 'desc')
    .limit(MAX_SIMILAR * 4)
    .execute()
}

async function coreOf(db: Database, nameKey: string | null | undefined): Promise<string | null> {
  if (!nameKey) return null
  const { rows } = await sql<{ core: string }>`select customer_name_core(${nameKey}) as core`.execute(db)
  return rows[0]?.core ?? null
}

function likeName(core: string) {
  if ([...core].length < MIN_CORE_LENGTH) return sql<SqlBool>`customer.name_core = ${core}`
  return sql<SqlBool>`(customer.name_core like ${containsPattern(core)}
    or (length(customer.name_core) >= ${MIN_CORE_LENGTH} and strpos(${core}, customer.name_core) > 0)
    or customer.name_core like any(${oneCharacterPatterns(core)}::text[]))`
}
