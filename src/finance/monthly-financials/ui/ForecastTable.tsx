import type { receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import type { MonthSums } from '#finance/monthly-financials/contract.ts'
import type { MonthBefore } from '#finance/monthly-financials/rules.ts'
import { formatDecimal, formatMoney, NOTHING } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import type { Answer } from '#kit/ui/list/declare.tsx'
import './ForecastTable.css'

type Forecast = Answer<typeof receivableForecast.read>

interface Props {
  forecast: Forecast
  /** Previous month including its drafts, if its result is loaded. */
  before: MonthBefore | undefined
}

/**
 * Forecast of an open month, compared with the previous month: revenue from issued bills, drafts and an estimate at the
 * current rate; costs as far as known. The first line states that it is not a final result.
 */
export function ForecastTable({ forecast, before }: Props) {
  const { sums, result, pending, total } = forecast
  const money = formatMoney(result?.netCents ?? sums.totalCents)
  return (
    <>
      <p className="forecast-head">
        {pending === 0
          ? allWell({
              covers: total,
              good: (n) =>
                t('{n} 家店都已出账，结账前还不是最后的结果；按现在的速度预计 {money}。', { n, money }),
              none: t('这个月没有在服务的店铺；按现在的速度预计 {money}。', { money }),
            })
          : t('{n} 家店还没出账，下面不是最后的结果；按现在的速度预计 {money}。', { n: pending, money })}
      </p>
      <div className="forecast-scroll">
        <table className="forecast-table" aria-label={t('预计与上月')}>
          <thead>
            <tr>
              <th scope="col">{t('项目')}</th>
              <th scope="col">{before ? monthTitle(before) : t('上个月')}</th>
              <th scope="col" className="forecast-split">
                {t('已出账')}
              </th>
              <th scope="col" className="forecast-split">
                {t('草稿')}
              </th>
              <th scope="col" className="forecast-split">
                {t('推算')}
              </th>
              <th scope="col">{t('预计')}</th>
              <th scope="col">{t('较上月')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('应计收入')}</th>
              <Amount cents={before?.revenueCents} className="forecast-quiet" />
              <Amount cents={sums.issuedCents} className="forecast-split" />
              <Amount cents={sums.draftCents} className="forecast-split" />
              <Amount cents={sums.estimatedCents} className="forecast-split" />
              <Amount cents={sums.totalCents} />
              <DifferenceCell cents={sums.totalCents} before={before?.revenueCents} />
            </tr>
            {result && costsOf(result).map((cost) => <CostRow key={cost.title} {...cost} before={before} />)}
          </tbody>
        </table>
      </div>
    </>
  )
}

const monthTitle = ({ month, draftCents }: MonthBefore) =>
  draftCents === 0 ? month : t('{month} 含草稿', { month })

interface Cost {
  title: string
  cents: number
  of: (sums: MonthSums) => number
  isNet?: boolean
}

const costsOf = (result: NonNullable<Forecast['result']>): Cost[] => [
  { title: t('店铺工资'), cents: result.storeSalaryCents, of: (sums) => sums.storeSalaryCents },
  { title: t('客服提成'), cents: result.agentCommissionCents, of: (sums) => sums.agentCommissionCents },
  { title: t('其他工资'), cents: result.otherSalaryCents, of: (sums) => sums.otherSalaryCents },
  { title: t('报销'), cents: result.claimCents, of: (sums) => sums.taggedClaimCents + sums.commonClaimCents },
  { title: t('坏账'), cents: result.badDebtCents, of: (sums) => sums.badDebtCents },
  { title: t('手工项'), cents: result.manualCents, of: (sums) => sums.manualCents },
  { title: t('净利'), cents: result.netCents, of: (sums) => sums.netCents, isNet: true },
]

function CostRow({ title, cents, of, isNet, before }: Cost & { before: MonthBefore | undefined }) {
  return (
    <tr className={isNet ? 'forecast-net' : undefined}>
      <th scope="row">{title}</th>
      <Amount cents={before && of(before)} className="forecast-quiet" />
      <td colSpan={3} className="forecast-split" />
      <Amount cents={cents} />
      <DifferenceCell cents={cents} before={before && of(before)} />
    </tr>
  )
}

function Amount({ cents, className }: { cents: number | undefined; className?: string }) {
  return (
    <td className={className}>
      <span>{cents === undefined ? NOTHING : formatDecimal(cents, 2)}</span>
    </td>
  )
}

/** Difference from the previous month, with its sign. */
function DifferenceCell({ cents, before }: { cents: number; before: number | undefined }) {
  const difference = before === undefined ? undefined : cents - before
  return (
    <td>
      <span>
        {difference === undefined ? NOTHING : `${difference > 0 ? '+' : ''}${formatDecimal(difference, 2)}`}
      </span>
    </td>
  )
}
