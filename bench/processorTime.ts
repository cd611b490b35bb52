import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Program } from './programs.ts'

/** Processor time in ms that has been used so far. */
export type Meter = () => Promise<number>

/**
 * Measures the processor time of a program and of the server processes of its database, in ms. Unlike the time until the
 * answer it does not depend on what else the machine does. Needs Linux and a superuser's URL.
 */
export async function meterOf(
  { pid }: Program,
  url: string,
): Promise<{ read: Meter; stop: () => Promise<void> }> {
  const database = new URL(url).pathname.slice(1)
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  // A server process that has ended keeps the time that it was last seen with.
  const times = new Map<number, number>()
  const read = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [database],
    )
    for (const one of [pid, ...rows.map((row) => row.pid)])
      times.set(one, Math.max(processorMs(one), times.get(one) ?? 0))
    return [...times.values()].reduce((sum, time) => sum + time, 0)
  }
  return { read, stop: () => client.end() }
}

/** Processor time of all threads of a process, in ms; 0 if it has ended. */
function processorMs(pid: number): number {
  try {
    const ns = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return ns.reduce((sum, time) => sum + time, 0) / 1e6
  } catch {
    return 0
  }
}
