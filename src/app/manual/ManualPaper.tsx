import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#kit/text.ts'
import { appTitle } from '#kit/ui/site.tsx'
import type { ManualKey } from './keys.ts'
import { ArticleText } from './ManualArticle.tsx'
import '#kit/ui/print/print.css'
import './ManualPaper.css'

interface Props {
  pages: readonly ManualKey[]
  /** Called when the browser's print window has closed. */
  onDone: () => void
}

/** Prints pages of the manual when mounted, as soon as their pictures are loaded; replaces everything else on paper. */
export function ManualPaper({ pages, onDone }: Props) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const stop = new AbortController()
    addEventListener('afterprint', () => done.current(), { signal: stop.signal })
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])]
    // A picture that fails to load is left out.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!stop.signal.aborted) window.print()
    })
    return () => stop.abort()
  }, [])
  return createPortal(
    <div className="manual-paper only-printed" ref={paper}>
      <p className="manual-paper-head">
        {appTitle} · {t('用户手册')}
      </p>
      {pages.map((key) => (
        <article key={key}>
          <ArticleText page={key} />
        </article>
      ))}
    </div>,
    document.body,
  )
}
