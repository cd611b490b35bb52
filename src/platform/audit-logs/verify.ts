import type { KeyObject } from 'node:crypto'
import { emptyHead, type Head, hashOfChained, hashOfSeal, type Line, macOf, sealOf } from './chain.ts'
import type { Verdict } from './contract.ts'

/** The first fault of a chain. */
export type Break = NonNullable<Verdict['broken']>

/** The end of a chain as stored outside the database, for example in the program's log or on paper. */
export interface Anchor {
  companyCode: string
  seq: number
  hash: string
}

/** Parses an anchor, `001:1234:hash`. */
export function readAnchor(text: string): Anchor {
  const [companyCode = '', seq = '', hash = ''] = text.split(':')
  return { companyCode, seq: Number(seq), hash }
}

/** A position of the chain with its line, as read; `line` is null if the line is missing. */
export interface FoundPlace {
  seq: number
  hash: Buffer
  /** The line's id. */
  id: number
  line: (Line & { salt: Buffer | null; mac: Buffer | null }) | null
}

export interface ChainCheck {
  /** Checks the next position in the order of `seq`; returns its fault. */
  checkPlace: (place: FoundPlace) => Break | null
  /** Call it after the last position; returns a fault of the end. */
  end: (head: Head | undefined) => Break | null
}

/** Where a check begins: the position before its first one. */
export interface CheckStart {
  seq: number
  hash: Buffer
  /** Id of the last line that was chained when inserted. */
  chainedId: number
}

/**
 * Verifies a chain position by position, from its first one by default. Detects every edit made without the key;
 * rewrites with it need anchors.
 */
export function chainCheck(
  key: KeyObject,
  companyCode: string,
  anchors: readonly Anchor[],
  start?: CheckStart,
): ChainCheck {
  const companyAnchors = anchors.filter((anchor) => anchor.companyCode === companyCode)
  const last = { seq: 0, chainedId: 0, hash: emptyHead(key, companyCode).hash, ...start }

  const checkPlace = (place: FoundPlace): Break | null => {
    const { seq, hash, id, line } = place
    if (seq > last.seq + 1) return { seq: last.seq + 1, reason: 'missing' }
    if (seq <= last.seq) return { seq, reason: 'added' }
    if (!line) return { seq, reason: 'missing' }
    if (!isUnchanged(key, last.hash, place)) return { seq, reason: 'changed' }
    // The hash of a line that was chained when inserted does not cover its id.
    if (line.mac === null && id <= last.chainedId) return { seq, reason: 'order' }
    if (companyAnchors.some((anchor) => anchor.seq === seq && anchor.hash !== hash.toString('hex'))) {
      return { seq, reason: 'anchor' }
    }
    Object.assign(last, { seq, hash, ...(line.mac === null && { chainedId: id }) })
    return null
  }

  const end = (head: Head | undefined): Break | null => {
    const beyond = companyAnchors.find((anchor) => anchor.seq > last.seq)
    if (beyond) return { seq: last.seq + 1, reason: 'cut' }
    if (!head) return last.seq > 0 ? { seq: last.seq, reason: 'headMissing' } : null
    if (!sealOf(key, head).equals(head.seal)) return { seq: head.seq, reason: 'headChanged' }
    if (head.seq > last.seq) return { seq: last.seq + 1, reason: 'cut' }
    if (head.seq < last.seq) return { seq: head.seq + 1, reason: 'added' }
    return head.hash.equals(last.hash) ? null : { seq: head.seq, reason: 'headChanged' }
  }

  return { checkPlace, end }
}

/** Whether a line and its position are unchanged since they were written. */
function isUnchanged(key: KeyObject, before: Buffer, { seq, hash, id, line }: FoundPlace): boolean {
  if (!line || line.salt === null) return false
  const salted = { ...line, salt: line.salt }
  if (line.mac === null) return hashOfChained(key, before, { ...salted, seq }).equals(hash)
  return (
    macOf(key, salted).equals(line.mac) && hashOfSeal(key, before, { seq, id, mac: line.mac }).equals(hash)
  )
}
