import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Money } from '#kit/ui/Money.tsx'
import { missingTexts } from './cellFormatters.ts'
import type { TrialPrice, TrialStore } from './contractTrial.ts'
import { priceText, qtyText } from './lineTexts.ts'
import { itemNames } from './rules.ts'
import './trial.css'

/** A difference with its sign: `+¥600.00`. */
export function differenceText(cents: number): string {
  return cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents)
}

/** A store month with its current and with the new price, side by side. */
export function TrialPrices({ store }: { store: TrialStore }) {
  const { present, trial, differenceCents, billedCents } = store
  return (
    <div className="trial-prices">
      <Price name={t('现价')} price={present} />
      <Price name={t('新价')} price={trial} />
      <p className="trial-difference">
        <span>{t('差额')}</span>
        <strong>{differenceText(differenceCents)}</strong>
        {billedCents !== null && (
          <small className="trial-sub">
            {t('当月实际出账 {money}', { money: formatMoney(billedCents) })}
          </small>
        )}
      </p>
    </div>
  )
}

function Price({ name, price: { totalCents, lines, missing } }: { name: string; price: TrialPrice }) {
  return (
    <section className="trial-price" aria-label={name}>
      <h3>{name}</h3>
      <strong>{formatMoney(totalCents)}</strong>
      <ul>
        {lines.map((line) => (
          <li key={`${line.item} ${line.fromOn} ${line.price}`}>
            <span>{t(itemNames[line.item])}</span>
            <small className="trial-sub">{`${priceText(line)} × ${qtyText(line)}`}</small>
            <Money cents={line.amountCents} />
          </li>
        ))}
      </ul>
      {missing.length > 0 && <p className="trial-missing">{missingTexts(missing).join(t('；'))}</p>}
    </section>
  )
}
