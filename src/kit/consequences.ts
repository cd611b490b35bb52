import * as z from 'zod'
import type { Endpoint, Need } from './contract.ts'
import { SentenceText, SentenceValues } from './sentenceText.ts'
import type { Sentence } from './text.ts'

const Value = z.union([z.number(), z.string()]).nullable()

/** One change that a write will make, as its confirmation window lists it. */
export const Consequence = z.object({
  /** A Chinese sentence. The browser fills in `values` and translates it, as it does with `note`. */
  label: z.string(),
  /**
   * How the values are shown: a count, money in 分, a word that is translated, or a text that is not (name, code, day).
   */
  type: z.enum(['count', 'money', 'word', 'text']),
  /** Absent if the write replaces no value: the row then shows an amount instead of a change. */
  from: Value.optional(),
  to: Value,
  /** A key that uses `values`, or a sentence with its own values. */
  note: z.union([z.string(), SentenceText]).optional(),
  values: SentenceValues.optional(),
})
export type Consequence = z.input<typeof Consequence>

/** The changes of a write, most important first. */
export const Consequences = z.object({
  items: z.array(Consequence),
  /**
   * Sent back with the write if the versions of its records do not cover all the numbers; the write is refused if it
   * differs.
   */
  seal: z.string().optional(),
})
export type Consequences = z.input<typeof Consequences>
/** The consequences as the browser receives them. */
export type ShownConsequences = z.output<typeof Consequences>

/** The read that lists the changes of a write: `GET <path of the write>/consequences`. */
export type ConsequencesEndpoint = Endpoint<Need, z.ZodType, typeof Consequences>

type Type = Consequence['type']
type RowExtras = Pick<Consequence, 'note' | 'values'>

/** A row with one value of the write itself. */
export function valueRow(
  type: Type,
  label: string,
  to: Consequence['to'],
  more: RowExtras = {},
): Consequence {
  return { label, type, to, ...more }
}

/** A row for a value that the write replaces; none if it stays the same. */
export function changeRow(
  type: Type,
  label: string,
  [from, to]: readonly [Consequence['to'], Consequence['to']],
  more: RowExtras = {},
): Consequence[] {
  return from === to ? [] : [{ label, type, from, to, ...more }]
}

/** A row with the number of refused records, and the first reason; none if there are none. */
export function refusedRow(label: string, [first, ...others]: readonly Sentence[]): Consequence[] {
  return first ? countRow(label, 1 + others.length, { note: first }) : []
}

/** A row with a count; none if it is 0. */
export function countRow(label: string, count: number, more: RowExtras = {}): Consequence[] {
  return count === 0 ? [] : [valueRow('count', label, count, more)]
}
