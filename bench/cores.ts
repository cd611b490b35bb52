import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Where the server processes of a database may run. */
export interface Cores {
  /** Moves the server processes that are connected now to the core of this turn: turns go through all cores. */
  take: (turn: number) => Promise<void>
  /** Lets them run on all cores again. */
  release: () => Promise<void>
}

/**
 * Moves the server processes of a database from core to core: on some machines a core is slower than the others for
 * seconds, and each of two programs that are compared would otherwise stay on its own. Needs Linux and a server on this
 * machine, as its owner or root.
 */
export async function coresOf(url: string): Promise<Cores> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = await coresOfServer(client)
  const connectedPids = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname is not null and backend_type = 'client backend'`,
    )
    return rows.map(({ pid }) => pid)
  }
  const move = async (list: string) => {
    for (const pid of await connectedPids()) moveTo(list, pid)
  }
  const cores = coresIn(all)
  return {
    take: (turn) => move(String(cores[turn % cores.length])),
    release: async () => {
      await move(all)
      await client.end()
    },
  }
}

/** The cores on which the connection's server process may run, as Linux writes them: `0-3,8`. */
async function coresOfServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
  const file = `/proc/${rows[0]?.pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, list] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? []
  if (list && /^Name:\s*postgres$/m.test(status)) return list
  await client.end()
  throw new Error('the database server does not run on this machine, so its processes cannot share a core')
}

/** `0-1,4` → 0, 1, 4 */
function coresIn(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

function moveTo(list: string, pid: number): void {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(pid)], { stdio: 'ignore' })
  } catch (error) {
    // A connection may end at any moment; its process is then gone.
    if (isRunning(pid)) throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
