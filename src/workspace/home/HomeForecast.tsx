import { Link } from 'react-router'
import type { receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import { forecastPath } from '#billing/customer-bills/forecast/rules.ts'
import type { RevenuePart } from '#billing/customer-bills/rules.ts'
import { monthBefore } from '#kit/calendar.ts'
import { formatMoneyShort, formatRate, shortMoneyUnit } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { changeBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Answer } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useForecast } from './useForecast.tsx'
import './HomeForecast.css'

const partNames: Record<RevenuePart, string> = {
  service: '服务费',
  commission: '提成',
  overage: '超量',
  other: '临时、增值',
  adjustment: '退款、调整',
}

/** The revenue forecast of the month for finance, who may not see the result. */
export function HomeForecast({ month }: { month: string }) {
  const call = useForecast(month)
  return (
    <Panel
      title={t('{month} 预计', { month })}
      hint={t('收入，{unit}', { unit: shortMoneyUnit() })}
      actions={<Link to={forecastPath(month)}>{t('逐店查看')}</Link>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={5} />}>
        {(forecast) => <Parts forecast={forecast} month={month} />}
      </Loaded>
    </Panel>
  )
}

type Forecast = Answer<typeof receivableForecast.read>
type Part = Omit<Forecast['parts'][number], 'part'>

const COLUMNS = ['beforeCents', 'issuedCents', 'draftCents', 'estimatedCents', 'totalCents'] as const

function Parts({ forecast: { parts, sums, pending, total }, month }: { forecast: Forecast; month: string }) {
  const shown = parts.filter((part) => COLUMNS.some((column) => part[column] !== 0))
  const beforeCents = sum(parts.map((part) => part.beforeCents))
  const change = changeBp(sums.totalCents, beforeCents)
  return (
    <>
      <table className="home-forecast" aria-label={t('{month} 预计', { month })}>
        <thead>
          <tr>
            <td />
            <th scope="col">{monthBefore(month).slice(5)}</th>
            <th scope="col">{t('已出账')}</th>
            <th scope="col">{t('草稿')}</th>
            <th scope="col">{t('推算')}</th>
            <th scope="col">{t('预计')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ part, ...cents }) => (
            <Row key={part} title={t(partNames[part])} cents={cents} />
          ))}
        </tbody>
        <tfoot>
          <Row title={t('合计')} cents={{ ...sums, beforeCents }} />
        </tfoot>
      </table>
      <p className="home-forecast-note">
        {pending > 0
          ? t('{n} 家店还没出账，这不是最后的结果。', { n: pending })
          : allWell({
              covers: total,
              good: (n) => t('{n} 家店都已出账，结账前还不是最后的结果。', { n }),
              none: t('这个月没有在服务的店铺。'),
            })}
        {change !== null && t('较上月 {change}', { change: signedRate(change) })}
      </p>
    </>
  )
}

const signedRate = (bp: number) => `${bp > 0 ? '+' : ''}${formatRate(bp, 1)}`

function Row({ title, cents }: { title: string; cents: Part }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {COLUMNS.map((column) => (
        <td key={column}>
          <span>{formatMoneyShort(cents[column])}</span>
        </td>
      ))}
    </tr>
  )
}
