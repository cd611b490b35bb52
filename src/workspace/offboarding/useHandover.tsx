import { useState } from 'react'
import type { HandoverChoice, HandoverItem, HandoverKind } from './contract.ts'

/** The successor for an item; `toId` is null if it ends. */
export interface Heir {
  toId: number | null
  name: string
}

export interface Handover {
  heirOf: (item: HandoverItem) => Heir | undefined
  give: (items: readonly HandoverItem[], heir: Heir) => void
  /** The number of these items with a choice. */
  settled: (items: readonly HandoverItem[]) => number
  /** The choices in API format, grouped by kind and person. */
  choices: (items: readonly HandoverItem[]) => HandoverChoice[]
}

const keyOf = ({ kind, id }: HandoverItem) => `${kind} ${id}`

/** The state of the handover choices in the form. */
export function useHandover(): Handover {
  const [heirs, setHeirs] = useState<ReadonlyMap<string, Heir>>(new Map())
  const heirOf = (item: HandoverItem) => heirs.get(keyOf(item))
  return {
    heirOf,
    give: (items, heir) =>
      setHeirs((before) => new Map([...before, ...items.map((item) => [keyOf(item), heir] as const)])),
    settled: (items) => items.filter(heirOf).length,
    choices: (items) => choicesOf(items, heirOf),
  }
}

function choicesOf(
  items: readonly HandoverItem[],
  heirOf: (item: HandoverItem) => Heir | undefined,
): HandoverChoice[] {
  const choices = new Map<string, { kind: HandoverKind; toId: number | null; ids: number[] }>()
  for (const item of items) {
    const heir = heirOf(item)
    if (!heir) continue
    const { kind, id } = item
    const choice = choices.get(`${kind} ${heir.toId}`) ?? { kind, toId: heir.toId, ids: [] }
    choice.ids.push(id)
    choices.set(`${kind} ${heir.toId}`, choice)
  }
  return [...choices.values()]
}
