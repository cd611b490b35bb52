/** Main module of the process that writes and restores backups: takes one task, reports its result and ends. */
import { sentenceOf } from '#app/sentences.ts'
import { TASKS, type TaskName, type Tasks } from './childTasks.ts'

/** What the process is sent. */
export interface ChildOrder {
  name: TaskName
  input: Tasks[TaskName]
}

/** What it reports: the result, or a reason that the operator can correct, or the stack of a fault. */
export type ChildReport = { result: unknown } | { reason: string } | { stack: string }

// Without the program nobody waits for the result.
process.once('disconnect', () => process.exit(1))
process.once('message', async ({ name, input }: ChildOrder) => {
  process.send?.(await done(name, input), () => process.exit(0))
})

async function done(name: TaskName, input: Tasks[TaskName]): Promise<ChildReport> {
  try {
    return { result: await (TASKS[name] as (input: Tasks[TaskName]) => Promise<unknown>)(input) }
  } catch (error) {
    const reason = sentenceOf(error)
    return reason === null ? { stack: (error as Error).stack ?? String(error) } : { reason }
  }
}
