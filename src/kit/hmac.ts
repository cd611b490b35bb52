import { createHmac, type KeyObject } from 'node:crypto'

/**
 * HMAC-SHA256. A key in a buffer, such as a salt, is handed to Node as text: for a buffer Node 24 throws and catches two
 * errors, which takes five times as long as the computation.
 */
export function hmac(key: KeyObject | Buffer, content: string): Buffer {
  const keyed =
    key instanceof Buffer
      ? createHmac('sha256', key.toString('latin1'), { encoding: 'latin1' })
      : createHmac('sha256', key)
  return keyed.update(content).digest()
}
