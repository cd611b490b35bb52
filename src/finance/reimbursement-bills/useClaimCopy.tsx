import { useEffect, useState } from 'react'
import { t } from '#kit/text.ts'
import type { Draft, DraftKey } from '#kit/ui/draft.ts'
import { useDraftSaver } from '#kit/ui/draftSaver.tsx'
import { loadDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { ClaimPage } from './contract.ts'
import type { ClaimFields, DraftItem } from './draftItems.ts'

/** Edited content as stored in the browser. */
interface Typed {
  fields: ClaimFields
  items: readonly DraftItem[]
}

interface Content extends Typed {
  version: number
  isDirty: boolean
  restore: (typed: Typed) => void
}

/**
 * Stores unsaved edits of a claim in the browser and offers them when the claim is opened again, for example after an
 * expired session, a closed tab or a lost connection.
 */
export function useClaimCopy(page: ClaimPage, { fields, items, version, isDirty, restore }: Content) {
  const { id, viewer } = useUser()
  const [key] = useState<DraftKey>(() => [id, 'claim', page.id])
  const [offered, setOffered] = useState<Draft | null>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let here = true
    void loadDraft(key).then((draft) => {
      if (!here) return
      setOffered(draft ?? null)
      setReady(true)
    })
    return () => {
      here = false
    }
  }, [key])
  // Do not overwrite an older copy until the user has restored or discarded it.
  const keeper = useDraftSaver(key, { isOff: !isReady || offered !== null || Boolean(viewer) })
  useEffect(() => {
    const about = { title: t('报销单 {code}', { code: page.code }), savedAt: Date.now(), version }
    keeper.put(isDirty ? { ...about, before: {}, left: [], values: { fields, items } } : null)
  }, [keeper, page.code, version, fields, items, isDirty])
  const drop = () => {
    setOffered(null)
    return keeper.drop()
  }
  return {
    offered: viewer ? null : offered,
    flush: keeper.flush,
    drop,
    restoreOffered: () => {
      if (offered) restore(offered.values as unknown as Typed)
      setOffered(null)
    },
  }
}
