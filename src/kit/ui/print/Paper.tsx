import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useClient } from '#kit/clientContext.tsx'
import { sizeWithin } from '#kit/sizeWithin.ts'
import { t } from '#kit/text.ts'
import './print.css'
import './paper.css'

interface Sender {
  name: string
  logo: { address: string; width: number; height: number } | null
  payee: { bank: string; name: string; account: string } | null
}

interface Props {
  sender: Sender
  title: string
  /** Pairs at the top: recipient, number, days. Empty values are left out. */
  facts: readonly { label: string; value: string | null | undefined }[]
  /** The recipient owes something: the account to which it is paid is shown. */
  isOwed: boolean
  children: ReactNode
}

/**
 * An A4 document for a recipient outside: when the screen is printed, it replaces the screen, without frame, buttons
 * and watermark, with the sender's name and logo above and space for the stamp below. Tables repeat their header on every page.
 * It is mounted only during printing, so that the page contains nothing twice.
 */
export function Paper({ sender: { name, logo, payee }, title, facts, isOwed, children }: Props) {
  const { urlOf } = useClient()
  const src = logo && urlOf(logo.address)
  useLoadedPicture(src)
  if (!useIsPrinting()) return null
  return createPortal(
    <article className="paper only-printed">
      <p className="paper-sender">
        {logo && src && <img src={src} alt="" {...sizeWithin(logo, LOGO)} />}
        <span>{name}</span>
      </p>
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
      {isOwed && payee && <PayeeLine payee={payee} />}
      <footer className="paper-foot">
        <span>{t('客户确认（签章）')}</span>
        <span>{t('{name}（盖章）', { name })}</span>
      </footer>
    </article>,
    document.body,
  )
}

/** The largest size of the logo, in pixels. */
const LOGO = { width: 180, height: 36 }

function PayeeLine({ payee: { bank, name, account } }: { payee: NonNullable<Sender['payee']> }) {
  return (
    <section className="paper-payee">
      <h3>{t('收款账户')}</h3>
      <dl className="paper-facts">
        <div>
          <dt>{t('户名')}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{t('账号')}</dt>
          <dd>{account}</dd>
        </div>
        <div>
          <dt>{t('开户行')}</dt>
          <dd>{bank}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Loads a picture in advance: the browser prints a picture only if it is there when printing begins. */
function useLoadedPicture(src: string | null): void {
  useEffect(() => {
    if (!src) return
    const picture = new Image()
    picture.src = src
    return () => picture.removeAttribute('src')
  }, [src])
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
