import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.ts'
import { startCluster } from './cluster.ts'
import { measureImport } from './parts/import.ts'
import { startOurs } from './programs.ts'
const LOG = '/tmp/dev/pglog'
const server = await startPostgres({ shared_buffers: '512MB', work_mem: '16MB', effective_cache_size: '1500MB', random_page_cost: 1.1, max_wal_size: '2GB',
  logging_collector: 'on', log_directory: LOG, log_filename: 'pg.log', log_min_duration_statement: 40, log_truncate_on_rotation: 'on',
  ...(process.env.EXPLAIN ? { session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': 150, 'auto_explain.log_analyze': 'on', 'auto_explain.log_timing': 'off','auto_explain.log_nested_statements':'on' } : {}) })
process.env.BENCH_DATABASE_URL = server.url
const cluster = await startCluster({ stores: 3000, days: Number(process.env.DAYS ?? 120) })
console.log('filled', new Date())
for (const kind of ['csv', 'xlsx'] as const) {
  const ours = await startOurs({ DATABASE_URL: cluster.url })
  await setTimeout(2000)
  const mark = readFileSync(`${LOG}/pg.log`).length
  console.log(await measureImport(ours, kind))
  await ours.stop()
  const text = readFileSync(`${LOG}/pg.log`).subarray(mark).toString()
  const sums = new Map<string, { n: number; ms: number }>()
  for (const [, ms, sql] of text.matchAll(/duration: ([\d.]+) ms +(?:execute [^:]*|statement|bind [^:]*|parse [^:]*): ([^\n]*(?:\n(?!\d{4}-)[^\n]*){0,3})/g)) {
    const key = (sql ?? '').replace(/\s+/g, ' ').slice(0, 130)
    const one = sums.get(key) ?? { n: 0, ms: 0 }
    sums.set(key, { n: one.n + 1, ms: one.ms + Number(ms) })
  }
  for (const [key, { n, ms }] of [...sums].sort((a, b) => b[1].ms - a[1].ms).slice(0, 30)) console.log(Math.round(ms), n, key)
}
await server.stop()
