import { useEffect, useRef, useState } from 'react'
import type { Draft, DraftKey } from '#kit/ui/draft.ts'
import { useDraftKeeper } from '#kit/ui/draftKeeper.tsx'
import { loadDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { isSecret } from './declare.tsx'
import { draftOf } from './draftOf.ts'
import type { FormValues } from './useFormValues.tsx'

interface Options {
  /** The form and the record, as they stand in the draft's key. */
  form: string
  record: number | 'new'
  title: string
}

/** What is typed is kept while it is typed, and offered again when the form is opened the next time. */
export function useDraft({ form, record, title }: Options, state: FormValues) {
  const { id, viewer } = useUser()
  // Whoever looks as somebody else can save nothing: they leave no draft in that person's name, and are shown none.
  const isViewing = Boolean(viewer)
  // Whose draft it is stands fast while the form is open, also when the session ends under it.
  const [key] = useState<DraftKey>([id, form, record])
  const [offered, setOffered] = useState<Draft | null>(null)
  const keeper = useDraftKeeper(key, { isOff: isViewing })
  const latest = useRef(offered)
  latest.current = offered

  useEffect(() => {
    let here = true
    if (!isViewing) void loadDraft(key).then((draft) => here && setOffered(draft ?? null))
    return () => {
      here = false
    }
  }, [key, isViewing])

  return {
    offered,
    /** Something was typed. As long as an older draft waits for an answer it is not written over. */
    note: () => {
      if (!latest.current) keeper.put(state.isDirty() ? draftNow(state, title) : null)
    },
    flush: keeper.flush,
    /** What was typed has been sent, or given up. */
    drop: () => {
      setOffered(null)
      return keeper.drop()
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
