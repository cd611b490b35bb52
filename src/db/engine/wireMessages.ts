/** What a client asks before it says anything else, each with a fixed code in the place of the version. */
const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

const LENGTH_BYTES = 4

/** The message that gives the engine a statement to prepare, under a name or none. */
const PARSE = 'P'.charCodeAt(0)

/** After these messages of a client PostgreSQL says that it is ready for the next. */
const ENDS_BATCH = new Set(['Q', 'S', 'F'])

/** What a client has sent: a whole batch, up to the point where it waits for an answer, or one of the exceptions. */
export type Sent =
  | { kind: 'batch'; bytes: Buffer; rest: Buffer; endsTurn: boolean }
  | { kind: 'sslRequest'; rest: Buffer }
  | { kind: 'goodbye' }

/** The first thing on a connection; null until it has come whole. */
export function readOpening(bytes: Buffer): Sent | null {
  if (bytes.length < 2 * LENGTH_BYTES) return null
  const [length, code] = [bytes.readInt32BE(0), bytes.readInt32BE(LENGTH_BYTES)]
  if (bytes.length < length) return null
  const rest = bytes.subarray(length)
  if (code === SSL_REQUEST) return { kind: 'sslRequest', rest }
  // There is no other process that one could interrupt.
  if (code === CANCEL_REQUEST) return { kind: 'goodbye' }
  return { kind: 'batch', bytes: bytes.subarray(0, length), rest, endsTurn: true }
}

/** The messages up to the next one that wants an answer; null until they have come whole. */
export function readBatch(bytes: Buffer): Sent | null {
  let end = 0
  while (bytes.length - end > LENGTH_BYTES) {
    const type = String.fromCharCode(bytes[end] ?? 0)
    const next = end + 1 + bytes.readInt32BE(end + 1)
    if (next > bytes.length) return null
    if (type === 'X') return { kind: 'goodbye' }
    end = next
    // Flush ('H') wants what there is so far, but the batch goes on.
    if (ENDS_BATCH.has(type) || type === 'H') {
      return {
        kind: 'batch',
        bytes: bytes.subarray(0, end),
        rest: bytes.subarray(end),
        endsTurn: type !== 'H',
      }
    }
  }
  return null
}

const LIMIT = /^set local statement_timeout = '(\d{1,5})s'/i

/** The seconds that a simple query allows the statements after it; null where it is about something else. */
export function allowedSeconds(batch: Buffer): number | null {
  if (batch[0] !== 'Q'.charCodeAt(0)) return null
  const found = LIMIT.exec(batch.toString('latin1', 1 + LENGTH_BYTES, 100))
  return found ? Number(found[1]) : null
}

/** The names under which a batch prepares statements. */
export function namesParsed(batch: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + LENGTH_BYTES < batch.length; at += 1 + batch.readInt32BE(at + 1)) {
    if (batch[at] !== PARSE) continue
    const from = at + 1 + LENGTH_BYTES
    const name = batch.toString('utf8', from, batch.indexOf(0, from))
    if (name !== '') names.push(name)
  }
  return names
}
