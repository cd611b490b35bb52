import type { Draft } from '#kit/ui/draft.ts'
import { sameValue, type Values } from './values.ts'

/** The parts of a form that its draft needs. */
export interface Draftable {
  base: Values | undefined
  begun: Values
  values: () => Values
  draftFields: readonly { key: string; label: string; secret: boolean; nameKey?: string | undefined }[]
}

/**
 * The draft of the form's present state: the changed fields, without those that must not be stored on a shared machine.
 */
export function draftOf(form: Draftable, title: string, now: number): Draft {
  const [begun, values] = [form.begun, form.values()]
  const changed = form.draftFields.filter(({ key }) => !sameValue(begun[key], values[key]))
  const storable = changed.filter(({ secret }) => !secret)
  const before = storable.flatMap(({ key, nameKey }) => [
    [key, begun[key]],
    ...(nameKey ? [[nameKey, form.base?.[nameKey]]] : []),
  ])
  return {
    title,
    savedAt: now,
    ...(typeof form.base?.version === 'number' && { version: form.base.version }),
    values: Object.fromEntries(storable.map(({ key }) => [key, values[key]])),
    before: Object.fromEntries(before),
    left: changed.filter(({ secret }) => secret).map(({ label }) => label),
  }
}

/**
 * The record as the draft's author saw it, as far as a merge needs it: with the initial values of the fields that they
 * changed.
 */
export function baseOf(draft: Draft, record: Values): Values {
  return { ...record, ...draft.before, version: draft.version ?? record.version }
}
