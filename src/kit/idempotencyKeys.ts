import type { Endpoint } from './contract.ts'

/** Whether a request to the endpoint may have an Idempotency-Key: a POST that writes a business record. */
export function acceptsIdempotencyKey(
  endpoint: Pick<Endpoint, 'method' | 'audited' | 'needs' | 'answerKept'>,
): boolean {
  const { method, audited, needs, answerKept } = endpoint
  return method === 'POST' && audited && answerKept && needs !== null
}

/** Sends submits of a form so that a repeated one takes effect once. */
export interface IdempotentSender {
  /** Sends an input with its key. The same input during the first request returns the result of that request. */
  send: <T>(input: unknown, send: (key: string) => Promise<T>) => Promise<T>
}

/**
 * Gives each submit an Idempotency-Key. The same input keeps its key until it has succeeded, so that pressing the
 * button again after a lost response does not repeat the write. A success or a changed input starts a new key.
 */
export function createIdempotentSender(newKey: () => string = randomKey): IdempotentSender {
  let last: { content: string; key: string; pending: Promise<unknown> | null } | null = null
  return {
    send(input, send) {
      const content = JSON.stringify(input) ?? ''
      if (last?.content !== content) last = { content, key: newKey(), pending: null }
      const current = last
      if (current.pending) return current.pending as ReturnType<typeof send>
      const sent = send(current.key)
      current.pending = sent
      sent.then(
        () => {
          if (last === current) last = null
        },
        () => {
          current.pending = null
        },
      )
      return sent
    },
  }
}

/** 128 random bits; `randomUUID` exists on secure pages only. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
