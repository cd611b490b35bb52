import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#kit/text.ts'
import { Money } from '#kit/ui/Money.tsx'
import type { DepositLine, Statement } from './contract.ts'
import { depositText } from './statementTexts.ts'
import './statement.css'

/** URL hash that scrolls to the deposit movements. */
export const TO_DEPOSIT = '#deposit'

interface Props {
  statement: Statement
  /** Shows bill codes as text instead of links. */
  onPaper?: boolean
}

/** Deposit movements of a statement with opening and closing balance; renders nothing without a deposit. */
export function DepositLines({ statement: { from, to, deposit }, onPaper = false }: Props) {
  const { openingCents, closingCents, lines } = deposit
  const place = useScrollToHash()
  if (openingCents === 0 && lines.length === 0) return null
  return (
    <section ref={place} className="statement statement-deposit" aria-label={t('押金变动')}>
      <h3>{t('押金变动')}</h3>
      <p>{t('押金另行保管，不在上面的余额里。')}</p>
      <table>
        <tbody>
          <BalanceRow day={from} name={t('期初押金')} cents={openingCents} />
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their places
            <MovementRow key={at} line={line} onPaper={onPaper} />
          ))}
          <BalanceRow day={to} name={t('期末押金')} cents={closingCents} />
        </tbody>
      </table>
    </section>
  )
}

/** Scrolls to the section if the address has the hash `TO_DEPOSIT`. */
function useScrollToHash() {
  const { hash } = useLocation()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === TO_DEPOSIT) place.current?.scrollIntoView({ block: 'center' })
  }, [hash])
  return place
}

function MovementRow({ line, onPaper }: { line: DepositLine; onPaper: boolean }) {
  const { onDay, billId, code, amountCents, balanceCents } = line
  return (
    <tr>
      <td className="statement-day">{onDay}</td>
      <td className="statement-what">{depositText(line, t)}</td>
      <td className="statement-code">
        {onPaper ? code : <Link to={`/customer-bill-management/${billId}`}>{code}</Link>}
      </td>
      <td className="statement-number">
        <Money cents={amountCents} />
      </td>
      <td className="statement-number statement-left" data-label={t('余额')}>
        <Money cents={balanceCents} />
      </td>
    </tr>
  )
}

function BalanceRow({ day, name, cents }: { day: string; name: string; cents: number }) {
  return (
    <tr className="statement-balance">
      <td className="statement-day">{day}</td>
      <td className="statement-what" colSpan={3}>
        {name}
      </td>
      <td className="statement-number">
        <Money cents={cents} />
      </td>
    </tr>
  )
}
