import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { t } from '#kit/text.ts'
import './print.css'
import './paper.css'

interface Props {
  /** The sender's name. */
  sender: string
  title: string
  /** Pairs at the top: recipient, number, days. Empty values are left out. */
  facts: readonly { label: string; value: string | null | undefined }[]
  children: ReactNode
}

/**
 * An A4 document for a recipient outside: when the screen is printed, it replaces the screen, without frame, buttons
 * and watermark, with the sender's name above and space for the stamp below. Tables repeat their header on every page.
 * It is mounted only during printing, so that the page contains nothing twice.
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
    // The browser prints the page as it is when the event handler returns.
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
