import type { Endpoint } from './contract.ts'

/** Whether a request to the endpoint may carry an Idempotency-Key: those that create or change a business record. */
export function takesKey(endpoint: Pick<Endpoint, 'method' | 'audited' | 'needs' | 'answerKept'>): boolean {
  const { method, audited, needs, answerKept } = endpoint
  return method === 'POST' && audited && answerKept && needs !== null
}

/** What a form's submit is sent with, so that it acts once however often it is sent. */
export interface Submits {
  /** Sends an input under its key; the same input again, while the first is under way, is given the first's answer. */
  send: <T>(input: unknown, send: (key: string) => Promise<T>) => Promise<T>
}

/**
 * Gives each submit an Idempotency-Key: the same for the same input until it has succeeded, so that whoever presses the
 * button again after a lost answer does not do the thing twice; another one after a success or a change.
 */
export function createSubmits(newKey: () => string = randomKey): Submits {
  let last: { asked: string; key: string; pending: Promise<unknown> | null } | null = null
  return {
    send(input, send) {
      const asked = JSON.stringify(input) ?? ''
      if (last?.asked !== asked) last = { asked, key: newKey(), pending: null }
      const mine = last
      if (mine.pending) return mine.pending as ReturnType<typeof send>
      const sent = send(mine.key)
      mine.pending = sent
      sent.then(
        () => {
          if (last === mine) last = null
        },
        () => {
          mine.pending = null
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
