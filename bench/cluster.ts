import pg from 'pg'
import { connect } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '../scripts/postgres.ts'
import type { Size } from './world.ts'
import { fillWorld } from './world.ts'

/** What a small server for this program is given; a commit waits for the disk, as it does in production. */
const SETTINGS = {
  shared_buffers: '512MB',
  work_mem: '16MB',
  effective_cache_size: '1500MB',
  random_page_cost: 1.1,
  max_wal_size: '2GB',
}

/** A database of PostgreSQL that holds the bench's world. */
export interface Cluster {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts a private PostgreSQL with the world of a size in it, or with nothing yet. `BENCH_DATABASE_URL` names a server
 * that runs already instead: the databases stay there and are taken as they are the next time.
 */
export async function startCluster(size: Size | null): Promise<Cluster> {
  const given = process.env.BENCH_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres(SETTINGS)
  if (!size) return server
  const own = new URL(server.url)
  own.pathname = `/houtai_bench_${size.stores}_${size.days}`
  const isNew = await createDatabase(server.url, own.pathname.slice(1))
  const db = connect({ url: own.href }, () => {})
  await migrate(db)
  await db.destroy()
  if (isNew) await fillWorld(own.href, size)
  return { url: own.href, stop: server.stop }
}

/** A database of its own beside another of the same server, migrated and filled the first time. Answers its URL. */
export async function besideDatabase(
  url: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const own = new URL(url)
  own.pathname = `/${name}`
  const isNew = await createDatabase(url, name)
  const db = connect({ url: own.href }, () => {})
  await migrate(db)
  await db.destroy()
  if (isNew) await fill(own.href)
  return own.href
}

/** Answers whether the database is new. */
async function createDatabase(server: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const known = await client.query('select 1 from pg_database where datname = $1', [name])
  if (known.rows.length === 0) await client.query(`create database ${name}`)
  await client.end()
  return known.rows.length === 0
}
