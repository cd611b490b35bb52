import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The kernel counts processor time in units of this many ms. */
const TICK_MS = 10
/** Places of `utime` and `stime` in /proc/PID/stat, after the name in parentheses. */
const [UTIME, STIME] = [11, 12]

/** Processes that use less processor time than this in such a period do not work, in ms. */
const [QUIET_MS, MAX_QUIET_CPU_MS] = [60, 20]

/** Whether processes and their descendants work. Takes 60 ms. */
export async function areBusy(pids: readonly number[]): Promise<boolean> {
  const before = cpuMsOf(pids)
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  return cpuMsOf(pids) - before >= MAX_QUIET_CPU_MS
}

/**
 * Stops processes and their descendants, and returns the function that lets them go on. None of them runs in between, so
 * that what a script then changes in several places changes for them at once.
 */
export function freeze(pids: readonly number[]): () => void {
  const all = pids.flatMap(withDescendants)
  for (const pid of all) signal(pid, 'SIGSTOP')
  // A process that is running on another core stops a moment later.
  while (all.some((pid) => /^[RSD]$/.test(stateOf(pid))));
  return () => {
    for (const pid of all) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A connection that watches whether a server works on a statement. */
export interface StatementWatch {
  /** False as well while the server does not answer. */
  isBusy: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * Watches the statements of other connections. The server measures the time limit of a statement with its wall clock, so
 * the clock must not jump while one runs.
 */
export function watchStatements(url: string): StatementWatch {
  let client: pg.Client | null = null
  const drop = () => {
    client = null
  }
  const connected = async () => {
    if (client) return client
    const added = new pg.Client({ connectionString: url })
    added.on('error', drop)
    added.on('end', drop)
    await added.connect()
    client = added
    return added
  }
  const count = async () => {
    const { rows } = await (await connected()).query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.n ?? 0
  }
  return {
    isBusy: async () =>
      count().then(
        (n) => n > 0,
        () => false,
      ),
    close: async () => void (await client?.end()),
  }
}

/** The processor time of processes and all of their descendants, in ms. A process that has ended counts as 0. */
function cpuMsOf(pids: readonly number[]): number {
  return pids.flatMap(withDescendants).reduce((sum, pid) => sum + cpuMs(pid), 0)
}

function withDescendants(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`).trim()
  return [pid, ...(text === '' ? [] : text.split(' ').flatMap((child) => withDescendants(Number(child))))]
}

/** The fields of /proc/PID/stat after the name: first the state. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The state of a process, as `T` for a stopped one; empty if it has ended. */
const stateOf = (pid: number) => statOf(pid)[0] ?? ''

function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[UTIME] ?? 0) + Number(fields[STIME] ?? 0)) * TICK_MS
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}
