import { once } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { WorkerMessage } from './inWorker.ts'
import { UnreadableFile } from './unreadable.ts'

/** Does the work of a worker on one input; `emit` sends a part of the result to the parent and returns its reply. */
type Work<Input, Part, Result> = (input: Input, emit: (part: Part) => Promise<unknown>) => Promise<Result>

/**
 * The worker's side of `runInWorker`: does the work on one input after another, until the worker is terminated. Errors
 * other than `UnreadableFile` end the worker and reach the parent unchanged.
 */
export async function serveWorker<Input, Part, Result>(work: Work<Input, Part, Result>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('Not in a worker.')
  for (;;) {
    const [input] = await once(port, 'message')
    await serveInput(port, work, input)
  }
}

async function serveInput<Input, Part, Result>(
  port: MessagePort,
  work: Work<Input, Part, Result>,
  input: Input,
): Promise<void> {
  const send = (message: WorkerMessage<Part, Result>) => port.postMessage(message)
  try {
    const result = await work(input, async (part) => {
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
