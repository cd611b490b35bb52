import { useEffect, useMemo } from 'react'
import type { Draft, DraftKey } from './draft.ts'
import { dropDraft, saveDraft } from './drafts.tsx'

const PAUSE_MS = 400

/** Saves the newest state of a draft. */
export interface DraftKeeper {
  /** Saves the draft after a pause; null removes it. */
  put: (draft: Draft | null) => void
  /** Saves immediately what is waiting for the pause. */
  flush: () => Promise<void>
  /** Removes the draft after its input was sent or discarded. */
  drop: () => Promise<void>
}

/**
 * A keeper of one draft. A waiting draft is also saved if the user leaves the page or the form is unmounted, for
 * example because the session has ended. `onKept` is called with what was saved.
 */
export function useDraftKeeper(
  key: DraftKey,
  { isOff, onKept }: { isOff: boolean; onKept?: (draft: Draft | null) => void },
): DraftKeeper {
  const keeper = useMemo(() => (isOff ? NO_KEEPER : createKeeper(key, onKept)), [key, isOff, onKept])
  useEffect(() => {
    const away = () => void keeper.flush()
    window.addEventListener('pagehide', away)
    document.addEventListener('visibilitychange', away)
    return () => {
      away()
      window.removeEventListener('pagehide', away)
      document.removeEventListener('visibilitychange', away)
    }
  }, [keeper])
  return keeper
}

/** A keeper that saves nothing. */
const NO_KEEPER: DraftKeeper = {
  flush: async () => undefined,
  put: () => undefined,
  drop: async () => undefined,
}

function createKeeper(key: DraftKey, onKept?: (draft: Draft | null) => void): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: Draft | null | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    const draft = waiting
    waiting = undefined
    if (draft === undefined) return
    await (draft ? saveDraft(key, draft) : dropDraft(key))
    onKept?.(draft)
  }
  return {
    flush,
    put: (draft) => {
      waiting = draft
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
    drop: () => {
      clearTimeout(timer)
      waiting = undefined
      return dropDraft(key)
    },
  }
}
