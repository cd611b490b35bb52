import { useEffect, useRef } from 'react'
import { NoticeLinesPicker } from '#features/notices/NoticeLinesPicker.tsx'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { HomeAnswer } from './answer.tsx'
import { home } from './contract.ts'

/** 自您上次来: what was told since the visit before this one. Nothing where nothing was. */
export function HomeSince({ since }: Pick<HomeAnswer, 'since'>) {
  if (!since || since.count === 0) return null
  const more = since.count - since.items.length
  return (
    <Panel title={t('自您上次来')} hint={t('{at} 之后', { at: formatInstantShort(since.at) })} flush>
      <NoticeLinesPicker items={since.items} />
      {more > 0 && <p className="home-more">{t('还有 {n} 条', { n: more })}</p>}
    </Panel>
  )
}

/** Says once, when the page opens, that the person is here; whoever looks as somebody else is not that one. */
export function useVisit(): void {
  const { viewer } = useUser()
  const { mutate } = useAction(home.visit, { skipErrorHandler: true })
  const said = useRef(false)
  useEffect(() => {
    if (said.current || viewer) return
    said.current = true
    mutate({})
  }, [viewer, mutate])
}
