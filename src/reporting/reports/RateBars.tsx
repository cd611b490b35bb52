import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import { gapText } from './rateColumns.tsx'
import type { RateStore } from './rows.ts'
import { metricNames } from './rules.ts'

/** The page's stores as bars, grouped by metric: rates of different metrics are not comparable. */
export function RateBars({ rows, onOpen }: { rows: readonly RateStore[]; onOpen: (id: number) => void }) {
  return (
    <div className="report-bars">
      {[...Map.groupBy(rows, ({ metric }) => metric)].map(([metric, stores]) => (
        <section key={metric}>
          <h3>{t(metricNames[metric])}</h3>
          <BarList
            label={t(metricNames[metric])}
            items={stores.map((row) => ({
              key: row.storeId,
              name: row.storeName,
              value: row.rateBp,
              text: formatRate(row.rateBp),
              over: row.belowTarget,
              extra: <Gap row={row} />,
            }))}
            onPick={({ key }) => onOpen(Number(key))}
          />
        </section>
      ))}
    </div>
  )
}

function Gap({ row }: { row: RateStore }) {
  if (row.gapBp === null) return <>-</>
  return (
    <bdi className={row.belowTarget ? 'value-negative' : undefined}>
      {t('{n} 点', { n: gapText(row.gapBp) })}
    </bdi>
  )
}
