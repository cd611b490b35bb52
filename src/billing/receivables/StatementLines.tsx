import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { Money } from '#kit/ui/Money.tsx'
import type { Statement, StatementLine } from './contract.ts'
import { isCharge } from './rules.ts'
import { lineText } from './statementTexts.ts'
import './statement.css'

interface Props {
  statement: Statement
  /** Shows bill codes as text instead of links. */
  onPaper?: boolean
}

/** Statement table: opening balance, movements, totals and closing balance. */
export function StatementLines({ statement, onPaper = false }: Props) {
  const { openingCents, closingCents, from, to, lines } = statement
  return (
    <section className="statement" aria-label={t('对账单明细')}>
      <table>
        <thead>
          <tr>
            <th>{t('日期')}</th>
            <th>{t('摘要')}</th>
            <th>{t('账单')}</th>
            <th className="statement-number">{t('应收')}</th>
            <th className="statement-number">{t('收款')}</th>
            <th className="statement-number">{t('余额')}</th>
          </tr>
        </thead>
        <tbody>
          <Balance day={from} name={t('期初余额')} cents={openingCents} />
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their places
            <Line key={at} line={line} onPaper={onPaper} />
          ))}
          <Sums statement={statement} />
          <Balance day={to} name={t('期末余额')} cents={closingCents} />
        </tbody>
      </table>
    </section>
  )
}

function Line({ line, onPaper }: { line: StatementLine; onPaper: boolean }) {
  const { onDay, what, billId, code, storeName, amountCents, balanceCents, txnNo } = line
  return (
    <tr>
      <td className="statement-day">{onDay}</td>
      <td className="statement-what">
        {lineText(line, t)}
        {(storeName || txnNo) && <small>{[storeName, txnNo].filter(Boolean).join(' · ')}</small>}
      </td>
      <td className="statement-code">
        {onPaper ? code : <Link to={`/customer-bill-management/${billId}`}>{code}</Link>}
      </td>
      <td className="statement-number">{isCharge(what) && <Money cents={amountCents} />}</td>
      <td className="statement-number">{!isCharge(what) && <Money cents={amountCents} />}</td>
      <td className="statement-number statement-left" data-label={t('余额')}>
        <Money cents={balanceCents} />
      </td>
    </tr>
  )
}

function Balance({ day, name, cents }: { day: string; name: string; cents: number }) {
  return (
    <tr className="statement-balance">
      <td className="statement-day">{day}</td>
      <td className="statement-what" colSpan={4}>
        {name}
      </td>
      <td className="statement-number">
        <Money cents={cents} />
      </td>
    </tr>
  )
}

function Sums({ statement: { billedCents, settledCents, lines } }: { statement: Statement }) {
  return (
    <tr className="statement-sums">
      <td />
      <td className="statement-what" colSpan={2}>
        {t('本期合计 {n} 笔', { n: lines.length })}
      </td>
      <td className="statement-number">
        <Money cents={billedCents} />
      </td>
      <td className="statement-number">
        <Money cents={settledCents} />
      </td>
      <td />
    </tr>
  )
}
