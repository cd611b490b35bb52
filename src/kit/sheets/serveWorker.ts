import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerMessage } from './inWorker.ts'
import { UnreadableFile } from './unreadable.ts'

/**
 * The worker's side of `runInWorker`: does the work on the worker's input. `emit` sends a part of the result to the
 * parent and returns the parent's reply. Errors other than `UnreadableFile` end the worker and reach the parent
 * unchanged.
 */
export async function serveWorker<Input, Part, Result>(
  work: (input: Input, emit: (part: Part) => Promise<unknown>) => Promise<Result>,
): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('Not in a worker.')
  const send = (message: WorkerMessage<Part, Result>) => port.postMessage(message)
  try {
    const result = await work(workerData as Input, async (part) => {
      send({ part })
      const [answer] = await once(port, 'message')
      return answer
    })
    send({ result })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { kind, message, values, rows, headers } = error
    send({ failure: { kind, message, values, rows, headers } })
  }
}
