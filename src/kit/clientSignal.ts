import { AsyncLocalStorage } from 'node:async_hooks'

/** The client closed the connection before it got the response. Nobody reads a message, and nothing is logged as a fault. */
export class ClientLeft extends Error {
  constructor() {
    super('the client left before the response')
  }
}

const signals = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs the work of a request. When `signal` is aborted, statements on PostgreSQL are cancelled, file readers end and
 * waiting work leaves its queue; all of them throw the signal's reason.
 */
export function withClientSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return signals.run(signal, work)
}

/** The signal of the request whose work this is; undefined for jobs, and for requests that go on without their client. */
export function clientSignal(): AbortSignal | undefined {
  return signals.getStore()
}
