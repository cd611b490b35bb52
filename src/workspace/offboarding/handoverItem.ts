import type { HandoverItem, HandoverKind } from './contract.ts'

type Details = Partial<Omit<HandoverItem, 'kind' | 'id' | 'name' | 'recordId'>>

/** Builds an item; details that are not given are null. */
export function toHandoverItem(
  kind: HandoverKind,
  { id, name, recordId = id }: { id: number; name: string; recordId?: number },
  details: Details = {},
): HandoverItem {
  const nothing = { nick: null, shift: null, duty: null, day: null, until: null, text: null, status: null }
  return { kind, id, name, recordId, ...nothing, ...details }
}
