import { useEffect, useRef, useState } from 'react'
import type { Draft, DraftKey } from '#kit/ui/draft.ts'
import { useDraftSaver } from '#kit/ui/draftSaver.tsx'
import { loadDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { isSecret } from './declare.tsx'
import { draftOf } from './draftOf.ts'
import type { FormValues } from './useFormValues.tsx'

interface Options {
  /** The form and the record in the draft's key. */
  form: string
  record: number | 'new'
  title: string
}

/** Saves input while it is typed, and offers it when the form is next opened. */
export function useDraft({ form, record, title }: Options, state: FormValues) {
  const { id, viewer } = useUser()
  // An admin who views the console as another user cannot save: they leave no draft in that user's name and see none.
  const isViewing = Boolean(viewer)
  // The draft's owner is fixed while the form is open, even if the session ends meanwhile.
  const [key] = useState<DraftKey>([id, form, record])
  const [offered, setOffered] = useState<Draft | null>(null)
  const saver = useDraftSaver(key, { isOff: isViewing })
  const latest = useRef(offered)
  latest.current = offered

  useEffect(() => {
    let isMounted = true
    if (!isViewing) void loadDraft(key).then((draft) => isMounted && setOffered(draft ?? null))
    return () => {
      isMounted = false
    }
  }, [key, isViewing])

  return {
    offered,
    /** Called when the user types. Does not overwrite an older draft that is still offered. */
    note: () => {
      if (!latest.current) saver.put(state.isDirty() ? draftNow(state, title) : null)
    },
    flush: saver.flush,
    /** Called after the input was sent or discarded. */
    drop: () => {
      setOffered(null)
      return saver.drop()
    },
    accept: () => setOffered(null),
  }
}

export type DraftState = ReturnType<typeof useDraft>

function draftNow(state: FormValues, title: string): Draft {
  const draftFields = state.fields.map((field) => ({
    key: field.key,
    label: state.labelOf(field.key),
    secret: isSecret(field),
    nameKey: field.kind === 'picker' ? field.nameKey : undefined,
  }))
  return draftOf({ ...state, draftFields }, title, Date.now())
}
