/**
 * Requests that a client may send before the startup message, identified by a code in place of the protocol version.
 */
const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

const LENGTH_BYTES = 4

/** Type byte of the Parse message, which prepares a named or unnamed statement. */
const PARSE = 'P'.charCodeAt(0)

/** Message types after which PostgreSQL responds with ReadyForQuery: Query, Sync, FunctionCall. */
const ENDS_BATCH = new Set(['Q', 'S', 'F'])

/** Complete client input: a batch up to the message that requires a response, or a special case. */
export type ClientInput =
  | { kind: 'batch'; bytes: Buffer; rest: Buffer; isComplete: boolean }
  | { kind: 'sslRequest'; rest: Buffer }
  | { kind: 'goodbye' }

/** Reads the first message of a connection; null until it is complete. */
export function readStartup(bytes: Buffer): ClientInput | null {
  if (bytes.length < 2 * LENGTH_BYTES) return null
  const [length, code] = [bytes.readInt32BE(0), bytes.readInt32BE(LENGTH_BYTES)]
  if (bytes.length < length) return null
  const rest = bytes.subarray(length)
  if (code === SSL_REQUEST) return { kind: 'sslRequest', rest }
  // There is no backend process to cancel.
  if (code === CANCEL_REQUEST) return { kind: 'goodbye' }
  return { kind: 'batch', bytes: bytes.subarray(0, length), rest, isComplete: true }
}

/** Reads the messages up to the next one that requires a response; null until they are complete. */
export function readBatch(bytes: Buffer): ClientInput | null {
  let end = 0
  while (bytes.length - end > LENGTH_BYTES) {
    const type = String.fromCharCode(bytes[end] ?? 0)
    const next = end + 1 + bytes.readInt32BE(end + 1)
    if (next > bytes.length) return null
    if (type === 'X') return { kind: 'goodbye' }
    end = next
    // Flush ('H') requests the output so far; the batch continues.
    if (ENDS_BATCH.has(type) || type === 'H') {
      return {
        kind: 'batch',
        bytes: bytes.subarray(0, end),
        rest: bytes.subarray(end),
        isComplete: type !== 'H',
      }
    }
  }
  return null
}

const TIMEOUT_STATEMENT = /^set local statement_timeout = '(\d{1,5})s'/i

/** The statement timeout that a simple query sets (see `setStatementTimeout`), in seconds; null for any other query. */
export function statementTimeoutIn(batch: Buffer): number | null {
  if (batch[0] !== 'Q'.charCodeAt(0)) return null
  const found = TIMEOUT_STATEMENT.exec(batch.toString('latin1', 1 + LENGTH_BYTES, 100))
  return found ? Number(found[1]) : null
}

/** The names of the statements that a batch prepares. */
export function preparedNames(batch: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + LENGTH_BYTES < batch.length; at += 1 + batch.readInt32BE(at + 1)) {
    if (batch[at] !== PARSE) continue
    const from = at + 1 + LENGTH_BYTES
    const name = batch.toString('utf8', from, batch.indexOf(0, from))
    if (name !== '') names.push(name)
  }
  return names
}
