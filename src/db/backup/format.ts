import { createHash } from 'node:crypto'
import * as z from 'zod'

/** The version of this layout; another one is refused. */
export const FORMAT = 1

/** A file begins with what the rows fit into. */
export const Header = z.strictObject({
  houtai: z.literal('backup'),
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** The schema: every migration applied, in order, with the hash of its text. */
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  /** Where each sequence stands; null where it has not begun. */
  sequences: z.record(z.string(), z.number().nullable()),
})
export type Header = z.infer<typeof Header>

/** Then, per table, one line with its name and as many with a row each. */
export const TableLine = z.strictObject({ table: z.string() })

/** A table's rows, counted, and their digest: equal where the same rows are there, in whatever order. */
export const Sum = z.strictObject({ rows: z.number().int(), digest: z.string() })
export type Sum = z.infer<typeof Sum>

/** It ends with the sums; a file without is not whole. */
export const Trailer = z.strictObject({ end: z.record(z.string(), Sum) })

const DIGEST_BITS = 256n

/** Adds up rows as text: the sum of their SHA-256, so that the order in which an engine reads them does not matter. */
export class RowSum {
  #rows = 0
  #sum = 0n

  add(line: string): void {
    const hash = createHash('sha256').update(line).digest('hex')
    this.#rows += 1
    this.#sum = BigInt.asUintN(Number(DIGEST_BITS), this.#sum + BigInt(`0x${hash}`))
  }

  result(): Sum {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') }
  }
}

/** Why a backup cannot be used, as a sentence for the operator. */
export class BadBackup extends Error {}
