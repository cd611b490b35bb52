import type { UseStore } from 'idb-keyval'
import { type Draft, type DraftKey, isExpired } from './draft.ts'

type Library = typeof import('idb-keyval')

let opened: Promise<{ library: Library; store: UseStore }> | undefined

/** Opens the store with the first form; the frame never waits for it. */
function open() {
  opened ??= import('idb-keyval').then((library) => ({
    library,
    store: library.createStore('houtai-drafts', 'drafts'),
  }))
  return opened
}

/**
 * Drafts are a convenience: if a browser stores no data (a private window, a full disk), forms work without them and
 * every read returns undefined.
 */
async function ignoreStorageErrors<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/** The draft of a form, unless there is none or it is too old. */
export function loadDraft(key: DraftKey): Promise<Draft | undefined> {
  return ignoreStorageErrors(async () => {
    const { library, store } = await open()
    const draft = await library.get<Draft>(key, store)
    return draft && !isExpired(draft, Date.now()) ? draft : undefined
  })
}

/** Saves a draft and replaces the previous one. */
export async function saveDraft(key: DraftKey, draft: Draft): Promise<void> {
  await ignoreStorageErrors(async () => {
    const { library, store } = await open()
    await library.set(key, draft, store)
  })
}

/** Deletes a draft. */
export async function dropDraft(key: DraftKey): Promise<void> {
  await ignoreStorageErrors(async () => {
    const { library, store } = await open()
    await library.del(key, store)
  })
}

/** Returns this user's unsent drafts, newest first. Also deletes expired drafts of all users. */
export async function unsentDrafts(personId: number): Promise<Draft[]> {
  const found = await ignoreStorageErrors(async () => {
    const { library, store } = await open()
    const all = await library.entries<DraftKey, Draft>(store)
    const old = all.filter(([, draft]) => isExpired(draft, Date.now()))
    await library.delMany(
      old.map(([key]) => key),
      store,
    )
    return all.filter((entry) => entry[0][0] === personId && !old.includes(entry)).map(([, draft]) => draft)
  })
  return (found ?? []).sort((a, b) => b.savedAt - a.savedAt)
}

/** Deletes all unsent drafts of a user. */
export async function dropUnsentDrafts(personId: number): Promise<void> {
  await ignoreStorageErrors(async () => {
    const { library, store } = await open()
    const keys = (await library.keys<DraftKey>(store)).filter(([owner]) => owner === personId)
    await library.delMany(keys, store)
  })
}
