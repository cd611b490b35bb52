import { type KeyObject, randomBytes } from 'node:crypto'
import type { Audit } from '#db/tables.ts'
import type { Changes } from '#kit/audit.ts'
import { canonicalJson } from '#kit/canonical.ts'
import { hmac } from '#kit/hmac.ts'

/** The fields of a log line that its MAC covers. */
export interface Line {
  companyCode: string
  /** Microseconds since 1970, the precision of the database. */
  atUs: number
  actorId: number | null
  actorName: string
  action: string
  entity: string
  recordId: string
  changes: Changes
  ip: string | null
  requestId: string
  /** The write path; null for a form. */
  via: Audit['via']
}

/** A line as it is inserted: with its MAC, without a position in the chain. */
export interface CodedLine extends Line {
  salt: Buffer
  /** HMAC-SHA256 over the line. Without the key no line can be forged that verifies. */
  mac: Buffer
}

/** A line without a position in the chain. */
export interface UnsealedLine {
  id: number
  mac: Buffer
}

/** The position of a line in its company's chain. */
export interface Seal {
  seq: number
  auditId: number
  hash: Buffer
}

/** The end of a company's chain: the number of lines and the hash of the last one. */
export interface Head {
  companyCode: string
  seq: number
  hash: Buffer
  /** A MAC over this row, so that the head cannot be reset to an earlier line whose hash is known. */
  seal: Buffer
}

const SALT_BYTES = 16

/** The head of a company without lines. */
export function emptyHead(key: KeyObject, companyCode: string): Head {
  return headAt(key, { companyCode, seq: 0, hash: hmac(key, JSON.stringify(['begin', companyCode])) })
}

/** Computes the seal of a head. */
export function sealOf(key: KeyObject, { companyCode, seq, hash }: Omit<Head, 'seal'>): Buffer {
  return hmac(key, JSON.stringify(['head', companyCode, seq, hash.toString('hex')]))
}

/** A head with its seal. */
export function headAt(key: KeyObject, end: Omit<Head, 'seal'>): Head {
  return { ...end, seal: sealOf(key, end) }
}

/** Adds salt and MAC to a line. */
export function authenticate<L extends Line>(key: KeyObject, line: L): L & CodedLine {
  const salted = { ...line, salt: randomBytes(SALT_BYTES) }
  return { ...salted, mac: macOf(key, salted) }
}

/** The MAC of a line: HMAC-SHA256(key, line), in which personal data is replaced by a salted digest. */
export function macOf(key: KeyObject, line: Line & { salt: Buffer }): Buffer {
  const { companyCode, atUs, actorId, action, entity, recordId, requestId, via } = line
  const fixed = [companyCode, atUs, actorId, action, entity, recordId, requestId, via]
  return hmac(key, JSON.stringify(['coded', ...fixed, personalOf(line)]))
}

/** Appends lines of one company after its head, in this order; returns their positions and the new head. */
export function sealLines(
  key: KeyObject,
  { companyCode, ...end }: Head,
  lines: readonly UnsealedLine[],
): { seals: Seal[]; head: Head } {
  let { seq, hash } = end
  const seals = lines.map(({ id, mac }) => {
    seq += 1
    hash = hashOfSeal(key, hash, { seq, id, mac })
    return { seq, auditId: id, hash }
  })
  return { seals, head: headAt(key, { companyCode, seq, hash }) }
}

/** The hash of a position: HMAC-SHA256(key, hash of the previous position ‖ position ‖ id of the line ‖ its MAC). */
export function hashOfSeal(
  key: KeyObject,
  before: Buffer,
  { seq, id, mac }: UnsealedLine & { seq: number },
): Buffer {
  return hmac(key, JSON.stringify(['sealed', before.toString('hex'), seq, id, mac.toString('hex')]))
}

/**
 * The hash of a line that was chained when it was inserted, up to schema 070:
 * HMAC-SHA256(key, hash of the previous line ‖ line).
 */
export function hashOfChained(
  key: KeyObject,
  before: Buffer,
  line: Line & { seq: number; salt: Buffer },
): Buffer {
  const { seq, companyCode, atUs, actorId, action, entity, recordId, requestId, via } = line
  // Lines from before write paths existed have no `via`; their hash must not change.
  const path = via === null ? [] : [via]
  const fixed = [seq, companyCode, atUs, actorId, action, entity, recordId, requestId, ...path]
  return hmac(key, JSON.stringify(['line', before.toString('hex'), ...fixed, personalOf(line)]))
}

/**
 * Name, address and changes as a salted digest. After they are erased together with the salt, the chain still verifies
 * with the digest, from which they cannot be guessed.
 */
function personalOf({ salt, actorName, ip, changes }: Line & { salt: Buffer }): string {
  return hmac(salt, canonicalJson([actorName, ip, changes])).toString('hex')
}
