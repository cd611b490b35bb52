import { createHmac, randomBytes } from 'node:crypto'
import type { Changes } from '#kit/audit.ts'
import { canonical } from '#kit/canonical.ts'

/** A line of the log, as its code covers it. */
export interface Line {
  companyCode: string
  /** Microseconds since 1970, as exact as the database keeps them. */
  atUs: number
  actorId: number | null
  actorName: string
  action: string
  entity: string
  recordId: string
  changes: Changes
  ip: string | null
  requestId: string
  /** The path the write took; null: by hand. */
  via: string | null
}

/** A line as it is written: with its code, without a place in the chain. */
export interface CodedLine extends Line {
  salt: Buffer
  /** HMAC-SHA256 over the line. Only who has the key can write a line that verifies. */
  mac: Buffer
}

/** A line that waits for its place. */
export interface Unsealed {
  id: number
  mac: Buffer
}

/** The place of a line in the chain of its company. */
export interface Seal {
  seq: number
  auditId: number
  hash: Buffer
}

/** The end of a company's chain: how many lines it has, and the hash of the last. */
export interface Head {
  companyCode: string
  seq: number
  hash: Buffer
  /** A hash over this row: knowing an earlier line's hash is not enough to set the head back to it. */
  seal: Buffer
}

const SALT_BYTES = 16

/** The head of a company that has no line yet. */
export function emptyHead(key: Buffer, companyCode: string): Head {
  return headAt(key, { companyCode, seq: 0, hash: hmac(key, JSON.stringify(['begin', companyCode])) })
}

/** What a head's seal has to be. */
export function sealOf(key: Buffer, { companyCode, seq, hash }: Omit<Head, 'seal'>): Buffer {
  return hmac(key, JSON.stringify(['head', companyCode, seq, hash.toString('hex')]))
}

/** A head with its seal. */
export function headAt(key: Buffer, end: Omit<Head, 'seal'>): Head {
  return { ...end, seal: sealOf(key, end) }
}

/** Gives a line its code. */
export function coded<L extends Line>(key: Buffer, line: L): L & CodedLine {
  const salted = { ...line, salt: randomBytes(SALT_BYTES) }
  return { ...salted, mac: macOf(key, salted) }
}

/** The code of a line: HMAC-SHA256(key, the line), with what is personal in it as a salted digest. */
export function macOf(key: Buffer, line: Line & { salt: Buffer }): Buffer {
  const { companyCode, atUs, actorId, action, entity, recordId, requestId, via } = line
  const fixed = [companyCode, atUs, actorId, action, entity, recordId, requestId, via]
  return hmac(key, JSON.stringify(['coded', ...fixed, personalOf(line)]))
}

/** Puts lines of one company behind its head, in this order; answers their places and the new head. */
export function sealLines(
  key: Buffer,
  { companyCode, ...end }: Head,
  lines: readonly Unsealed[],
): { seals: Seal[]; head: Head } {
  let { seq, hash } = end
  const seals = lines.map(({ id, mac }) => {
    seq += 1
    hash = hashOfSeal(key, hash, { seq, id, mac })
    return { seq, auditId: id, hash }
  })
  return { seals, head: headAt(key, { companyCode, seq, hash }) }
}

/** The hash of a place: HMAC-SHA256(key, hash of the place before ‖ place ‖ line's number ‖ line's code). */
export function hashOfSeal(
  key: Buffer,
  before: Buffer,
  { seq, id, mac }: Unsealed & { seq: number },
): Buffer {
  return hmac(key, JSON.stringify(['sealed', before.toString('hex'), seq, id, mac.toString('hex')]))
}

/**
 * The hash of a line that was chained as it was written, up to schema 070:
 * HMAC-SHA256(key, hash of the line before ‖ the line).
 */
export function hashOfChained(
  key: Buffer,
  before: Buffer,
  line: Line & { seq: number; salt: Buffer },
): Buffer {
  const { seq, companyCode, atUs, actorId, action, entity, recordId, requestId, via } = line
  // Lines from before there were paths have none; their hash must stay what it was.
  const path = via === null ? [] : [via]
  const fixed = [seq, companyCode, atUs, actorId, action, entity, recordId, requestId, ...path]
  return hmac(key, JSON.stringify(['line', before.toString('hex'), ...fixed, personalOf(line)]))
}

/**
 * Name, address and changes as a salted digest: erased later together with the salt, the digest can stand in for them and
 * nobody can guess them from it.
 */
function personalOf({ salt, actorName, ip, changes }: Line & { salt: Buffer }): string {
  return hmac(salt, canonical([actorName, ip, changes])).toString('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
