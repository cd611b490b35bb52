import { createHash } from 'node:crypto'
import * as z from 'zod'

/** The version of this file format; other versions are refused. */
export const FORMAT = 1

/** First line of a file: what is needed to load its rows. */
export const Header = z.strictObject({
  houtai: z.literal('backup'),
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** The schema: every applied migration in order, with the SHA-256 of its text. */
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  /** The last value of each sequence; null if it has not been used. */
  sequences: z.record(z.string(), z.number().nullable()),
})
export type Header = z.infer<typeof Header>

/** Then, per table, one line with its name, followed by one line per row. */
export const TableLine = z.strictObject({ table: z.string() })

/** The row count and digest of a table; the digest does not depend on the order of the rows. */
export const TableSum = z.strictObject({ rows: z.number().int(), digest: z.string() })
export type TableSum = z.infer<typeof TableSum>

/** Last line: the sums by table. A file without it is incomplete. */
export const Trailer = z.strictObject({ end: z.record(z.string(), TableSum) })

const DIGEST_BITS = 256n

/** Digest of rows as text: the sum of their SHA-256 modulo 2^256, so that the engine may read them in any order. */
export class RowSum {
  #rows = 0
  #sum = 0n

  add(line: string): void {
    const hash = createHash('sha256').update(line).digest('hex')
    this.#rows += 1
    this.#sum = BigInt.asUintN(Number(DIGEST_BITS), this.#sum + BigInt(`0x${hash}`))
  }

  result(): TableSum {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') }
  }
}

/** Why a backup cannot be used, as a sentence for the operator. */
export class BackupError extends Error {}
