import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { PayLine, PayPage, PayStore } from './contract.ts'

/** Stores that a person earned from, each with days, terms and shares. */
export function PayStores({ page }: { page: PayPage }) {
  return (
    <section className="pay-part">
      <h2>{t('各店铺')}</h2>
      {page.storeLines.length === 0 ? (
        <EmptyState
          compact
          text={t('这个月没有店铺工资和提成')}
          hint={t('分配店铺时填写占比，店铺的计费方式里填写店铺工资。')}
        />
      ) : (
        <ul className="pay-stores">
          {page.storeLines.map((store) => (
            <Store key={store.storeId} store={store} inMonth={page.daysInMonth} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Store({ store, inMonth }: { store: PayStore; inMonth: number }) {
  const { storeId, storeName, platform, customerName, lines } = store
  return (
    <li>
      <div className="pay-line pay-store">
        <div>
          <RecordLink to={`/store-management/${storeId}`}>{storeName}</RecordLink>
          <small>
            {t(platformNames[platform])} · {customerName}
          </small>
        </div>
        <Money cents={store.salaryCents + store.commissionCents} />
      </div>
      {lines.map((line) => (
        <div key={`${line.fromOn} ${line.termsId} ${line.duty}`} className="pay-line">
          <span>{lineText(line, inMonth)}</span>
          <Money cents={line.amountCents} />
        </div>
      ))}
      {store.commissions
        .filter(({ commissionCents }) => commissionCents !== 0)
        .map(({ salesCents, rateBp, commissionCents }) => (
          <div key={rateBp} className="pay-line">
            <span>
              {t('提成：本人销售额 {sales} × {rate}', {
                sales: formatMoney(salesCents),
                rate: formatRate(rateBp),
              })}
            </span>
            <Money cents={commissionCents} />
          </div>
        ))}
    </li>
  )
}

function lineText({ fromOn, toOn, days, duty, sharePercent, salaryCents }: PayLine, inMonth: number): string {
  const values = { from: fromOn.slice(5), to: toOn.slice(5), duty: t(dutyNames[duty]), days, all: inMonth }
  const money = { salary: formatMoney(salaryCents), share: sharePercent }
  return t('{from} 至 {to} {duty}：每月 {salary} × {share}% × {days}/{all} 天', { ...values, ...money })
}
