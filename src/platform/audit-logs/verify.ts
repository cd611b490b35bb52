import type { Head, Line } from './chain.ts'
import { emptyHead, hashOfChained, hashOfSeal, macOf, sealOf } from './chain.ts'
import type { Verdict } from './contract.ts'

/** What is wrong with a chain, at the first line where something is. */
export type Break = NonNullable<Verdict['broken']>

/** The end of a chain as it was written down outside the database, in the program's log or on paper. */
export interface Anchor {
  companyCode: string
  seq: number
  hash: string
}

/** An anchor as it is written down, `001:1234:hash`. */
export function readAnchor(text: string): Anchor {
  const [companyCode = '', seq = '', hash = ''] = text.split(':')
  return { companyCode, seq: Number(seq), hash }
}

/** A place of the chain as it was found, with its line; a line that is gone has left its place. */
export interface FoundPlace {
  seq: number
  hash: Buffer
  /** The line's number. */
  id: number
  line: (Line & { salt: Buffer | null; mac: Buffer | null }) | null
}

export interface ChainCheck {
  /** Takes the next place in the order of `seq`; answers what is wrong with it. */
  take: (place: FoundPlace) => Break | null
  /** After the last place: answers what is wrong with the end. */
  end: (head: Head | undefined) => Break | null
}

/** Follows the chain of one company place by place. With the key every edit shows; a cut or a rewrite also needs anchors. */
export function chainCheck(key: Buffer, companyCode: string, anchors: readonly Anchor[]): ChainCheck {
  const own = anchors.filter((anchor) => anchor.companyCode === companyCode)
  const last = { seq: 0, chainedId: 0, hash: emptyHead(key, companyCode).hash }

  const take = (place: FoundPlace): Break | null => {
    const { seq, hash, id, line } = place
    if (seq > last.seq + 1) return { seq: last.seq + 1, reason: 'missing' }
    if (seq <= last.seq) return { seq, reason: 'added' }
    if (!line) return { seq, reason: 'missing' }
    if (!holds(key, last.hash, place)) return { seq, reason: 'changed' }
    // The hash of a line that was chained as it was written does not cover its number.
    if (line.mac === null && id <= last.chainedId) return { seq, reason: 'order' }
    if (own.some((anchor) => anchor.seq === seq && anchor.hash !== hash.toString('hex'))) {
      return { seq, reason: 'anchor' }
    }
    Object.assign(last, { seq, hash, ...(line.mac === null && { chainedId: id }) })
    return null
  }

  const end = (head: Head | undefined): Break | null => {
    const beyond = own.find((anchor) => anchor.seq > last.seq)
    if (beyond) return { seq: last.seq + 1, reason: 'cut' }
    if (!head) return last.seq > 0 ? { seq: last.seq, reason: 'headMissing' } : null
    if (!sealOf(key, head).equals(head.seal)) return { seq: head.seq, reason: 'headChanged' }
    if (head.seq > last.seq) return { seq: last.seq + 1, reason: 'cut' }
    if (head.seq < last.seq) return { seq: head.seq + 1, reason: 'added' }
    return head.hash.equals(last.hash) ? null : { seq: head.seq, reason: 'headChanged' }
  }

  return { take, end }
}

/** Whether a line says what it said when it was written, at the place that it was given. */
function holds(key: Buffer, before: Buffer, { seq, hash, id, line }: FoundPlace): boolean {
  if (!line || line.salt === null) return false
  const whole = { ...line, salt: line.salt }
  if (line.mac === null) return hashOfChained(key, before, { ...whole, seq }).equals(hash)
  return (
    macOf(key, whole).equals(line.mac) && hashOfSeal(key, before, { seq, id, mac: line.mac }).equals(hash)
  )
}
