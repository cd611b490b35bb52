import { useState } from 'react'
import type { HandoverChoice, HandoverItem, HandoverKind } from './contract.ts'

/** The successor for an item; `toId` is null if it ends. */
export interface Successor {
  toId: number | null
  name: string
}

export interface Handover {
  successorOf: (item: HandoverItem) => Successor | undefined
  assign: (items: readonly HandoverItem[], successor: Successor) => void
  /** The number of these items with a choice. */
  settled: (items: readonly HandoverItem[]) => number
  /** The choices in API format, grouped by kind and person. */
  choices: (items: readonly HandoverItem[]) => HandoverChoice[]
}

const keyOf = ({ kind, id }: HandoverItem) => `${kind} ${id}`

/** The state of the handover choices in the form. */
export function useHandover(): Handover {
  const [successors, setSuccessors] = useState<ReadonlyMap<string, Successor>>(new Map())
  const successorOf = (item: HandoverItem) => successors.get(keyOf(item))
  return {
    successorOf,
    assign: (items, successor) =>
      setSuccessors(
        (before) => new Map([...before, ...items.map((item) => [keyOf(item), successor] as const)]),
      ),
    settled: (items) => items.filter(successorOf).length,
    choices: (items) => choicesOf(items, successorOf),
  }
}

function choicesOf(
  items: readonly HandoverItem[],
  successorOf: (item: HandoverItem) => Successor | undefined,
): HandoverChoice[] {
  const choices = new Map<string, { kind: HandoverKind; toId: number | null; ids: number[] }>()
  for (const item of items) {
    const successor = successorOf(item)
    if (!successor) continue
    const { kind, id } = item
    const choice = choices.get(`${kind} ${successor.toId}`) ?? { kind, toId: successor.toId, ids: [] }
    choice.ids.push(id)
    choices.set(`${kind} ${successor.toId}`, choice)
  }
  return [...choices.values()]
}
