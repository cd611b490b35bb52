import * as z from 'zod'
import type { Endpoint, Need } from './contract.ts'

const Value = z.union([z.number(), z.string()]).nullable()

/** One thing that a write will change, as its confirmation window lists it. */
export const Consequence = z.object({
  /** A Chinese sentence; the browser fills in `values` and translates it, as it does with `note`. */
  label: z.string(),
  /** How the values are shown: amounts in 分, words of ours, texts that stay as they are (names, codes, days). */
  type: z.enum(['count', 'money', 'word', 'text']),
  /** Absent where nothing is replaced: an amount of something, and no change of it. */
  from: Value.optional(),
  to: Value,
  note: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type Consequence = z.output<typeof Consequence>

/** What a write will change, most important first. */
export const Consequences = z.object({
  items: z.array(Consequence),
  /** Sent with the write where its records' versions do not cover all the numbers: the write is refused if they differ. */
  seal: z.string().optional(),
})
export type Consequences = z.output<typeof Consequences>

/** A read that tells what a write will change: `GET <path of the write>/consequences`. */
export type ConsequencesEndpoint = Endpoint<Need, z.ZodType, typeof Consequences>

type Type = Consequence['type']
type More = Pick<Consequence, 'note' | 'values'>

/** A number, an amount or a word that belongs to the write as such. */
export function what(type: Type, label: string, to: Consequence['to'], more: More = {}): Consequence {
  return { label, type, to, ...more }
}

/** A value that the write replaces; no row if it stays. */
export function change(
  type: Type,
  label: string,
  [from, to]: readonly [Consequence['to'], Consequence['to']],
  more: More = {},
): Consequence[] {
  return from === to ? [] : [{ label, type, from, to, ...more }]
}

/** How many of something; no row if there are none. */
export function some(label: string, count: number, more: More = {}): Consequence[] {
  return count === 0 ? [] : [what('count', label, count, more)]
}
