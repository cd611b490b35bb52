import { createHmac, randomBytes } from 'node:crypto'
import type { Changes } from '#kit/audit.ts'
import { canonical } from '#kit/canonical.ts'

/** A line of the log as its hash covers it. */
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

/** A line with its place in the chain of its company. */
export interface ChainedLine extends Line {
  seq: number
  salt: Buffer
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
  return sealed(key, companyCode, 0, hmac(key, JSON.stringify(['begin', companyCode])))
}

/** What a head's seal has to be. */
export function sealOf(key: Buffer, { companyCode, seq, hash }: Omit<Head, 'seal'>): Buffer {
  return hmac(key, JSON.stringify(['head', companyCode, seq, hash.toString('hex')]))
}

function sealed(key: Buffer, companyCode: string, seq: number, hash: Buffer): Head {
  return { companyCode, seq, hash, seal: sealOf(key, { companyCode, seq, hash }) }
}

/** Puts lines of one company behind its head; answers them with their places, and the new head. */
export function chain<L extends Line>(
  key: Buffer,
  head: Head,
  lines: readonly L[],
): { chained: (L & ChainedLine)[]; head: Head } {
  let { seq, hash } = head
  const chained = lines.map((line) => {
    seq += 1
    const placed = { ...line, seq, salt: randomBytes(SALT_BYTES) }
    hash = hashOf(key, hash, placed)
    return { ...placed, hash }
  })
  return { chained, head: sealed(key, head.companyCode, seq, hash) }
}

/**
 * The hash of a line: HMAC-SHA256(key, hash of the line before ‖ the line). Name, address and changes enter as a salted
 * digest only: erased later together with the salt, their digest can stand in for them and nobody can guess them from it.
 */
export function hashOf(key: Buffer, before: Buffer, line: Line & { seq: number; salt: Buffer }): Buffer {
  const personal = hmac(line.salt, canonical([line.actorName, line.ip, line.changes]))
  const { seq, companyCode, atUs, actorId, action, entity, recordId, requestId, via } = line
  // Lines from before there were paths have none; their hash must stay what it was.
  const path = via === null ? [] : [via]
  const fixed = [seq, companyCode, atUs, actorId, action, entity, recordId, requestId, ...path]
  return hmac(key, JSON.stringify(['line', before.toString('hex'), ...fixed, personal.toString('hex')]))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
