import type { Maybe } from './declare.tsx'

/** Removes the entries that a screen has left out by a condition. */
export function compact<T>(list: readonly Maybe<T>[] | undefined): T[] {
  return (list ?? []).filter((one): one is T => one !== null && one !== undefined && one !== false)
}
