import type { ChainedLine, Head, Line } from './chain.ts'
import { emptyHead, hashOf, sealOf } from './chain.ts'
import type { Verdict } from './contract.ts'

/** What is wrong with a chain, at the first line where something is. */
export type Break = NonNullable<Verdict['broken']>

/** A line of a chain as it was written down outside the database, in the program's log or on paper. */
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

/** A line as it was found: a place it may lack. */
export type FoundLine = Line & { id: number } & { [K in 'seq' | 'salt' | 'hash']: ChainedLine[K] | null }

export interface ChainCheck {
  /** Takes the next line in the order of `seq`; answers what is wrong with it. */
  take: (line: FoundLine) => Break | null
  /** After the last line: answers what is wrong with the end. */
  end: (head: Head | undefined) => Break | null
}

/** Follows the chain of one company line by line. With the key every edit shows; a cut or a rewrite also needs anchors. */
export function chainCheck(key: Buffer, companyCode: string, anchors: readonly Anchor[]): ChainCheck {
  const own = anchors.filter((anchor) => anchor.companyCode === companyCode)
  const last = { seq: 0, id: 0, hash: emptyHead(key, companyCode).hash }

  const take = (line: FoundLine): Break | null => {
    const { seq, salt, hash, id } = line
    if (seq === null || salt === null || hash === null) return { seq: null, reason: 'added' }
    if (seq > last.seq + 1) return { seq: last.seq + 1, reason: 'missing' }
    if (seq <= last.seq) return { seq, reason: 'added' }
    if (!hashOf(key, last.hash, { ...line, seq, salt }).equals(hash)) return { seq, reason: 'changed' }
    if (id <= last.id) return { seq, reason: 'order' }
    if (own.some((anchor) => anchor.seq === seq && anchor.hash !== hash.toString('hex'))) {
      return { seq, reason: 'anchor' }
    }
    Object.assign(last, { seq, id, hash })
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
