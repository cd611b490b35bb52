/**
 * `npm run sizing`: fills a PostgreSQL of its own with a year of 200 stores and prints what each takes on disk, indexes
 * included: the figures of docs/operate/sizing.md.
 */
import pg from 'pg'
import { createDatabaseOn, startCluster } from '../bench/cluster.ts'
import { fillWorld } from '../bench/world.ts'
import { say } from './steps.ts'

const STORES = 200
const DAYS = 365

interface TableSize {
  name: string
  bytes: number
  rows: number
}

/** The tables with rows, the largest first; their sizes include indexes and long values. */
async function tables(url: string): Promise<TableSize[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  const { rows } = await client.query(`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`)
  await client.end()
  return rows
}

const sum = (sizes: readonly TableSize[]) => sizes.reduce((total, { bytes }) => total + bytes, 0)

const server = await startCluster(null)
try {
  const empty = await tables(await createDatabaseOn(server.url, 'houtai_empty', async () => {}))
  const filled = await tables(
    await createDatabaseOn(server.url, 'houtai_year', (url) =>
      fillWorld(url, { stores: STORES, days: DAYS }),
    ),
  )
  say(`空的数据库：${(sum(empty) / 2 ** 20).toFixed(1)} MiB`)
  say(`${STORES} 家店一年：${(sum(filled) / 2 ** 20).toFixed(1)} MiB，`)
  // The history of stores is longer than the year, so days count by their own rows: one each for the store and the day
  // of its state, and one for each nick.
  const perRow = (table: string) => {
    const { bytes = 0, rows = 0 } = filled.find(({ name }) => name === table) ?? {}
    return bytes / Math.max(rows, 1)
  }
  const [day, nick] = [perRow('store_day') + perRow('store_daily'), perRow('agent_daily')]
  say(`每家店每天：${day.toFixed(0)} 字节，每个昵称再加 ${nick.toFixed(0)} 字节`)
  for (const { name, bytes, rows } of filled.slice(0, 8)) {
    say(`  ${name}：${rows} 行，每行 ${(bytes / Math.max(rows, 1)).toFixed(0)} 字节`)
  }
} finally {
  await server.stop()
}
