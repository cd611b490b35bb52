import { Button } from 'antd'
import { useState } from 'react'
import { pastMonthChoices } from '#billing/customer-bills/months.tsx'
import { TrialPrices } from '#billing/customer-bills/TrialPrices.tsx'
import { useTrial } from '#billing/customer-bills/useTrial.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import '#billing/customer-bills/trial.css'

interface Props {
  storeId: number
  /** The pricing in the form; may be incomplete. */
  pricing: unknown
}

/** Recalculates a past month of the store with the pricing in the form; saves nothing. */
export function PriceTrial({ storeId, pricing }: Props) {
  const months = pastMonthChoices()
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const { busy, run, trial, problem } = useTrial({ month, pricing, storeId })
  const [store] = trial?.items ?? []
  return (
    <section className="trial" aria-label={t('试算')}>
      <div className="trial-ask">
        <LocalSelect
          none="fixed"
          aria-label={t('试算月份')}
          value={month}
          options={months}
          onChange={setMonth}
        />
        <Button loading={busy} disabled={!pricing} onClick={run}>
          {t('试算：该月按新价')}
        </Button>
      </div>
      <div aria-live="polite">
        {problem && <p className="trial-missing">{problem}</p>}
        {trial && !store && (
          <p className="trial-quiet">{t('{month} 没有服务天数，没有可比的金额。', { month })}</p>
        )}
        {store && <TrialPrices store={store} />}
      </div>
    </section>
  )
}
