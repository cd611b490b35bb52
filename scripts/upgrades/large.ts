import { type RawBuilder, sql } from 'kysely'
import { assertPromised, contentOf } from '../../src/app/upgrades/compare.ts'
import { fillWithDemo } from '../../src/app/upgrades/demos.ts'
import { connect, type Database } from '../../src/db/connect.ts'
import { setStatementTimeout } from '../../src/db/statementTimeout.ts'
import { createDatabase, dropDatabase, urlOf } from '../postgres.ts'
import { say } from '../steps.ts'
import { upgrade } from './run.ts'

const NAME = 'upgrade_large'
/** The demo has 150 stores: 3,000 with their copies. */
const COPIES_OF_A_STORE = 19
const DAYS = 1_000
/** Tables too large to compare row by row; sums over their rows are compared instead. */
const LARGE = ['store', 'store_daily']

/** Number of rows of a table, and a sum that changes if any value changes. */
interface Sum {
  rows: number
  sum: string
}

/** Sums a hash of the given columns over a table. */
async function sumOf(db: Database, table: string, columns: readonly string[]): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*)::int as rows, sum(hashtextextended(row(${sql.join(columns.map((name) => sql.ref(name)))})::text, 0))::text as sum
    from ${sql.table(table)}`.execute(db)
  return rows[0] ?? { rows: 0, sum: '0' }
}

async function columnsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Copies the stores of a demo and gives each of the 3,000 stores figures of 1,000 days. Disables the triggers that sum
 * months and protect closed ones; importing through the earlier program would take an hour.
 */
async function enlarge(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await setStatementTimeout(tx, 0)
    await sql`alter table store_daily disable trigger user`.execute(tx)
    await sql`alter table store disable trigger user`.execute(tx)
    await sql`insert into store overriding system value
      select (jsonb_populate_record(store, jsonb_build_object('id', store.id + 100000 * copy, 'code', store.code || '-' || copy,
        'name', store.name || copy, 'name_key', store.name_key || copy, 'platform_shop_id', null))).*
      from store, generate_series(1, ${COPIES_OF_A_STORE}::int) copy`.execute(tx)
    const columns = await columnsOf(tx, 'store_daily')
    const replacedColumns: Record<string, RawBuilder<unknown>> = {
      store_id: sql`store.id`,
      on_day: sql`dated.at::date`,
      company_code: sql`store.company_code`,
      batch_id: sql`null`,
    }
    await sql`insert into store_daily select ${sql.join(columns.map((name) => replacedColumns[name] ?? sql.ref(`day.${name}`)))}
      from (select * from store_daily where pending = '{}' order by store_id, on_day limit 1) day, store,
        generate_series(date '2026-08-31' - ${DAYS - 1}::int, date '2026-08-31', interval '1 day') dated (at)
      on conflict do nothing`.execute(tx)
    await sql`alter table store_daily enable trigger user`.execute(tx)
    await sql`alter table store enable trigger user`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}

/**
 * Upgrades a database of an earlier version with 3 million store-days; throws if a table differs from what was
 * promised.
 */
export async function upgradeLarge(
  server: string,
  version: string,
  settings: Record<string, string>,
): Promise<string> {
  await createDatabase(server, NAME)
  const DATABASE_URL = urlOf(server, NAME)
  const db = connect({ url: DATABASE_URL }, () => {})
  try {
    await fillWithDemo(db, version)
    await enlarge(db)
    const columns = new Map<string, string[]>()
    for (const table of LARGE) columns.set(table, await columnsOf(db, table))
    const sums = async () =>
      Object.fromEntries(
        await Promise.all(
          [...columns].map(async ([table, names]) => [table, await sumOf(db, table, names)] as const),
        ),
      )
    const [before, sumsBefore] = [await contentOf(db, LARGE), await sums()]
    const { code, tookMs, output } = await upgrade({ ...settings, DATABASE_URL })
    if (code !== 0) throw new Error(output)
    say(output.trim())
    assertPromised(version, before, await contentOf(db, LARGE))
    const sumsAfter = await sums()
    if (JSON.stringify(sumsAfter) !== JSON.stringify(sumsBefore)) {
      throw new Error(`${JSON.stringify(sumsBefore)} became ${JSON.stringify(sumsAfter)}`)
    }
    const days = sumsAfter.store_daily?.rows.toLocaleString('en')
    return `${days} 个店日，升级用时 ${Math.round(tookMs)} ms；各表与承诺一致`
  } finally {
    await db.destroy()
    await dropDatabase(server, NAME)
  }
}
