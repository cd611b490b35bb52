import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
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
 * and watermark, with our name above and a place for the stamp beneath. Tables repeat their head on every page.
 */
export function Paper({ sender, title, facts, children }: Props) {
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
