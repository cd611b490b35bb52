import pg from 'pg'
import { connect } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { fillWorld, type Size } from './world.ts'

/** Settings of a small server for this program; a commit waits for the disk, as in production. */
const SETTINGS = {
  shared_buffers: '512MB',
  work_mem: '16MB',
  effective_cache_size: '1500MB',
  random_page_cost: 1.1,
  max_wal_size: '2GB',
}

/** A PostgreSQL database with the bench's data. */
export interface Cluster {
  url: string
  stop: () => Promise<void>
}

/**
 * Starts a private PostgreSQL with data of the given size, or without data. `BENCH_DATABASE_URL` names a running server
 * to use instead: its databases are kept and reused by later runs.
 */
export async function startCluster(size: Size | null): Promise<Cluster> {
  const runningServer = process.env.BENCH_DATABASE_URL
  const server = runningServer ? { url: runningServer, stop: async () => {} } : await startPostgres(SETTINGS)
  if (!size) return server
  const databaseUrl = new URL(server.url)
  databaseUrl.pathname = `/houtai_bench_${size.stores}_${size.days}`
  const isNew = await createDatabase(server.url, databaseUrl.pathname.slice(1))
  const db = connect({ url: databaseUrl.href }, () => {})
  await migrate(db)
  await db.destroy()
  if (isNew) await fillWorld(databaseUrl.href, size)
  return { url: databaseUrl.href, stop: server.stop }
}

/** Creates a separate database on the same server, migrated and filled the first time. Returns its URL. */
export async function createDatabaseOn(
  url: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  const isNew = await createDatabase(url, name)
  const db = connect({ url: databaseUrl.href }, () => {})
  await migrate(db)
  await db.destroy()
  if (isNew) await fill(databaseUrl.href)
  return databaseUrl.href
}

/** Copies a database that nobody is connected to, unless the copy exists. Returns the URL of the copy. */
export async function copyDatabase(url: string, name: string): Promise<string> {
  const databaseUrl = new URL(url)
  const template = databaseUrl.pathname.slice(1)
  databaseUrl.pathname = '/postgres'
  await createDatabase(databaseUrl.href, name, template)
  databaseUrl.pathname = `/${name}`
  return databaseUrl.href
}

/** Creates a database unless it exists, empty or as a copy of another. Returns whether it is new. */
async function createDatabase(server: string, name: string, template = 'template1'): Promise<boolean> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const existing = await client.query('select 1 from pg_database where datname = $1', [name])
  if (existing.rows.length === 0) await client.query(`create database ${name} template ${template}`)
  await client.end()
  return existing.rows.length === 0
}
