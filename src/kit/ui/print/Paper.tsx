import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { t } from '#kit/text.ts'
import './print.css'
import './paper.css'

interface Props {
  /** Who sends it. */
  sender: string
  title: string
  /** Pairs at the head: to whom, number, days. What is not known is left out. */
  facts: readonly { label: string; value: string | null | undefined }[]
  children: ReactNode
}

/**
 * A document on A4 for somebody outside: it stands in the place of the screen when that is printed, without frame, buttons
 * and watermark, with our name above and a place for the stamp beneath. Tables repeat their head on every page. It is
 * there only while it is printed: the page says nothing twice.
 */
export function Paper({ sender, title, facts, children }: Props) {
  if (!useIsPrinting()) return null
  return createPortal(
    <article className="paper only-printed">
      <p className="paper-sender">{sender}</p>
      <h2>{title}</h2>
      <dl className="paper-facts">
        {facts.map(({ label, value }) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {children}
      <footer className="paper-foot">
        <span>{t('客户确认（签章）')}</span>
        <span>{t('{name}（盖章）', { name: sender })}</span>
      </footer>
    </article>,
    document.body,
  )
}

function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it stands when the event is over.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
