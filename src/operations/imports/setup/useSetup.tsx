import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CallError } from '#kit/failures.ts'
import { useCall } from '#kit/query.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { ImportGroup } from '#operations/imports/contract.ts'
import { type Choices, type FileEntry, nickKey, type Person } from '#operations/imports/drawer/rules.ts'
import type { Files, People } from '#operations/imports/drawer/useFiles.tsx'
import { maySetUp } from '#operations/imports/rules.ts'
import { importSetup, MAX_FILES, type Proposed, type ProposedNick, type SetupProposal } from './contract.ts'
import { draftOf, type NewStatus, type StoreDraft, type StoreEdit, type StoreEdits } from './storeDrafts.ts'
import { storeOf } from './storeOf.ts'

/** What the files contain that is not registered yet, with the user's choices. */
export interface Setup {
  call: UseQueryResult<SetupProposal, CallError>
  stores: readonly Proposed[]
  nicks: readonly ProposedNick[]
  days: SetupProposal['days']
  drafts: ReadonlyMap<string, StoreDraft>
  status: NewStatus
  leader: Person | null
  choices: Choices
  edit: (keys: readonly string[], change: StoreEdit) => void
  setStatus: (status: NewStatus) => void
  setLeader: (leader: Person | null) => void
}

const NOTHING: Pick<SetupProposal, 'stores' | 'nicks' | 'days'> = { stores: [], nicks: [], days: null }

/** From this number of unknown stores on, they are created together. */
const BULK_FROM = 2

/** Proposes the stores and nicks of the files that were read; nothing is written. */
export function useSetup({ entries, people }: Files): Setup {
  const ids = useSettledIds(entries)
  const isRead = entries.every(({ phase }) => phase !== 'writing')
  const call = useCall(
    importSetup.propose,
    { id: ids },
    { enabled: isRead && ids.length > 0, messagePlace: 'inPage', keepRows: true },
  )
  const proposal = ids.length > 0 ? call.data : undefined
  const [edits, setEdits] = useState<StoreEdits>({})
  const [status, setStatus] = useState<NewStatus>('serving')
  const [leader, setLeader] = useState<Person | null>(null)
  const { stores, nicks, days } = proposal ?? NOTHING
  const mayCreate = maySetUp(useUser())
  const drafts = useMemo(
    () => new Map(stores.map((store) => [store.key, draftOf(store, edits[store.key])])),
    [stores, edits],
  )
  const inBulk = useBulk(mayCreate ? stores : [], entries)
  const owners = useMemo(() => ownersOf(nicks, people), [nicks, people])
  const newStoreOf = (previewId: number, group: ImportGroup) => {
    const store = inBulk ? storeOf(stores, previewId, group) : undefined
    const draft = store && drafts.get(store.key)
    return draft?.included ? draft.name : undefined
  }
  return {
    call,
    stores,
    nicks,
    days,
    drafts,
    status,
    leader,
    choices: { owners, mayCreate, inBulk, newStoreOf },
    edit: (keys, change) =>
      setEdits((all) => ({
        ...all,
        ...Object.fromEntries(keys.map((key) => [key, { ...all[key], ...change }])),
      })),
    setStatus,
    setLeader,
  }
}

/** The previews of the files; unchanged while files are being read, so that the proposals do not jump. */
function useSettledIds(entries: readonly FileEntry[]): number[] {
  const [settled, setSettled] = useState<number[]>([])
  const isBusy = entries.some(
    ({ phase }) => phase === 'waiting' || phase === 'reading' || phase === 'writing',
  )
  const ids = entries.flatMap(({ phase, preview }) => (phase === 'read' && preview ? [preview.id] : []))
  const next = isBusy ? settled : ids.slice(0, MAX_FILES)
  if (next.join() !== settled.join()) setSettled(next)
  return next
}

/**
 * Whether the stores are created together: there are several, or no file has a known store. Stays so until the files are
 * imported, since the sections must not disappear while the user fills them in.
 */
function useBulk(stores: readonly Proposed[], entries: readonly FileEntry[]): boolean {
  const [inBulk, setInBulk] = useState(false)
  const knowsStore = entries.some(({ preview }) => preview?.groups.some(({ storeId }) => storeId !== null))
  const next = stores.length > 0 && (inBulk || stores.length >= BULK_FROM || !knowsStore)
  if (next !== inBulk) setInBulk(next)
  return next
}

function ownersOf(nicks: readonly ProposedNick[], people: People): Map<string, Person> {
  const proposed = nicks.flatMap(({ nick, storeKey, storeId, staff }) =>
    staff ? [[nickKey(storeId ?? storeKey, nick), staff] as const] : [],
  )
  const owners = new Map(proposed)
  for (const [key, person] of Object.entries(people)) {
    if (person) owners.set(key, person)
    else owners.delete(key)
  }
  return owners
}
