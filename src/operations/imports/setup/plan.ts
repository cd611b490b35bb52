import {
  type Choices,
  type FileEntry,
  isIncluded,
  nickKey,
  plannedGroups,
} from '#operations/imports/drawer/rules.ts'
import type { Proposed, ProposedNick } from './contract.ts'
import { newCustomers, type StoreDraft } from './storeDrafts.ts'
import { storeOf } from './storeOf.ts'

/** What 新建并导入 will do, in numbers. */
export interface Plan {
  stores: number
  customers: number
  /** Nicks that get an owner. */
  nicks: number
  /** Stores of which something is imported, new and existing ones. */
  imported: number
  from: string | null
  to: string | null
  /** Proposed stores that are not created, and those of them that lack something. */
  left: number
}

interface Plannable {
  stores: readonly Proposed[]
  nicks: readonly ProposedNick[]
  drafts: ReadonlyMap<string, StoreDraft>
  choices: Choices
}

/** Counts what a run with the user's choices creates and imports. */
export function planOf(entries: readonly FileEntry[], { stores, nicks, drafts, choices }: Plannable): Plan {
  const created = [...drafts.values()].filter(({ included }) => included)
  const keys = new Set(created.map(({ key }) => key))
  const groups = entries
    .filter((entry) => isIncluded(entry, choices))
    .flatMap((entry) =>
      plannedGroups(entry, choices).map((group) => ({
        on: group.on,
        place: group.storeId ?? storeOf(stores, entry.preview?.id ?? 0, group)?.key,
      })),
    )
  const places = new Set(groups.map(({ place }) => place))
  const days = groups.flatMap(({ on }) => on ?? []).toSorted()
  const owned = nicks.filter(({ nick, storeKey, storeId }) => {
    const isPlanned = storeKey === null ? places.has(storeId ?? undefined) : keys.has(storeKey)
    return isPlanned && choices.owners.has(nickKey(storeId ?? storeKey, nick))
  })
  return {
    stores: created.length,
    customers: newCustomers(created).length,
    nicks: owned.length,
    imported: places.size,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    left: stores.length - created.length,
  }
}
