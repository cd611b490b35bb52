import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { BackupError } from '#db/backup/format.ts'
import type { ChildOrder, ChildReport } from './child.ts'
import type { TaskName, TaskResults, Tasks } from './childTasks.ts'
import { stopped, TargetError } from './target.ts'

/** Memory limit of the process for JavaScript, in MB; a backup is streamed, but its longest row is held whole. */
const MAX_HEAP_MB = 512

export interface ChildOptions {
  signal: AbortSignal
  /** As the system counts it: 0 is normal, 19 the lowest. */
  priority?: number
}

/**
 * Does a task in a process of its own with a lower priority, so that requests do not wait for it. Keys are passed in
 * its first message, not as arguments. Throws `BackupError` with the reason of a failure, and `TargetError` if `signal` is aborted.
 */
export async function inChild<Name extends TaskName>(
  name: Name,
  input: Tasks[Name],
  { signal, priority = constants.priority.PRIORITY_BELOW_NORMAL }: ChildOptions,
): Promise<TaskResults[Name]> {
  if (signal.aborted) throw stopped()
  const child = fork(new URL('./child.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (child.pid) lowerPriority(child.pid, priority)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    const reported = once(child, 'message').then(([report]) => report as ChildReport)
    const failed = once(child, 'error').then(([error]) => Promise.reject(error))
    const ended = once(child, 'exit').then(() => null)
    child.send({ name, input } satisfies ChildOrder)
    const report = await Promise.race([reported, ended, failed])
    await ended
    return resultOf(report, signal) as TaskResults[Name]
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function resultOf(report: ChildReport | null, signal: AbortSignal): unknown {
  if (report === null) {
    if (signal.aborted) throw stopped()
    throw new TargetError('做备份的进程意外退出了，可能是内存不足。')
  }
  if ('reason' in report) throw new BackupError(report.reason)
  if ('stack' in report) throw new Error(report.stack)
  return report.result
}

/**
 * A service manager may forbid the change (the sandbox of release/houtai.service does), and the process may have ended
 * already, which is noticed elsewhere; the task is then done without it.
 */
function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch (error) {
    const { code } = (error as { info?: { code?: string } }).info ?? {}
    if (!['EPERM', 'EACCES', 'ESRCH'].includes(code ?? '')) throw error
  }
}
