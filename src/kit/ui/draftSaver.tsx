import { useEffect, useMemo } from 'react'
import type { Draft, DraftKey } from './draft.ts'
import { dropDraft, saveDraft } from './drafts.tsx'

const PAUSE_MS = 400

/** Saves the newest state of a draft. */
export interface DraftSaver {
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
export function useDraftSaver(
  key: DraftKey,
  { isOff, onSaved }: { isOff: boolean; onSaved?: (draft: Draft | null) => void },
): DraftSaver {
  const saver = useMemo(() => (isOff ? NO_SAVER : createSaver(key, onSaved)), [key, isOff, onSaved])
  useEffect(() => {
    const flushNow = () => void saver.flush()
    window.addEventListener('pagehide', flushNow)
    document.addEventListener('visibilitychange', flushNow)
    return () => {
      flushNow()
      window.removeEventListener('pagehide', flushNow)
      document.removeEventListener('visibilitychange', flushNow)
    }
  }, [saver])
  return saver
}

/** A keeper that saves nothing. */
const NO_SAVER: DraftSaver = {
  flush: async () => undefined,
  put: () => undefined,
  drop: async () => undefined,
}

function createSaver(key: DraftKey, onSaved?: (draft: Draft | null) => void): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: Draft | null | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    const draft = pending
    pending = undefined
    if (draft === undefined) return
    await (draft ? saveDraft(key, draft) : dropDraft(key))
    onSaved?.(draft)
  }
  return {
    flush,
    put: (draft) => {
      pending = draft
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
    drop: () => {
      clearTimeout(timer)
      pending = undefined
      return dropDraft(key)
    },
  }
}
