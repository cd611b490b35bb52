import { pricingText } from '#clients/stores/ui/pricingText.tsx'
import { formatCount, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { Trial, TrialStore } from './contractTrial.ts'
import { differenceText, TrialPrices } from './TrialPrices.tsx'

/** Result of a trial: totals, and the stores with the largest differences, each with its lines. */
export function TrialResult({ trial }: { trial: Trial }) {
  const { month, stores, items } = trial
  if (stores === 0) {
    return (
      <EmptyState
        compact
        text={t('{month} 没有可以试算的店铺', { month })}
        hint={t('只试算该月有服务的店铺。')}
      />
    )
  }
  return (
    <section className="trial-found" aria-label={t('试算结果')}>
      <FigureStrip figures={figuresOf(trial)} />
      {trial.incomplete > 0 && (
        <p className="trial-missing">
          {t('{n} 家店铺有缺项，缺的数据按没有计，金额可能偏低。', { n: formatCount(trial.incomplete) })}
        </p>
      )}
      {items.length < stores && (
        <p className="trial-quiet">
          {t('下面是差额最大的 {n} 家，合计含全部 {all} 家。', { n: items.length, all: formatCount(stores) })}
        </p>
      )}
      <div className="trial-stores">
        {items.map((store) => (
          <StoreResult key={store.storeId} store={store} />
        ))}
      </div>
    </section>
  )
}

function figuresOf({ stores, more, less, same, presentCents, trialCents, differenceCents }: Trial) {
  return [
    {
      key: 'present',
      name: t('现价合计'),
      value: formatMoney(presentCents),
      note: t('{n} 家店铺', { n: formatCount(stores) }),
    },
    { key: 'trial', name: t('新价合计'), value: formatMoney(trialCents) },
    {
      key: 'difference',
      name: t('差额'),
      value: differenceText(differenceCents),
      note: t('{more} 家增加，{less} 家减少，{same} 家不变', {
        more: formatCount(more),
        less: formatCount(less),
        same: formatCount(same),
      }),
    },
  ]
}

function StoreResult({ store }: { store: TrialStore }) {
  const { storeName, customerName, pricing, present, trial, differenceCents, servedDays } = store
  const lacks = present.missing.length + trial.missing.length > 0
  return (
    <details className="trial-store">
      <summary>
        <span className="trial-name">
          {storeName}
          <small className="trial-sub">{customerName}</small>
        </span>
        {lacks && <span className="trial-missing">{t('有缺项')}</span>}
        <span className="trial-sums">
          <small
            className="trial-sub"
            dir="ltr"
          >{`${formatMoney(present.totalCents)} → ${formatMoney(trial.totalCents)}`}</small>
          <strong>{differenceText(differenceCents)}</strong>
        </span>
      </summary>
      <p className="trial-quiet">
        {t('服务 {n} 天；现价：{price}', {
          n: servedDays,
          price: pricing ? pricingText(pricing) : t('没有计费方式'),
        })}
      </p>
      <TrialPrices store={store} />
    </details>
  )
}
