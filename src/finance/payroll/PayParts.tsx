import { formatCount, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Money } from '#kit/ui/Money.tsx'
import type { PayPage } from './contract.ts'

interface Part {
  name: string
  /** Formula of the amount. */
  how: string
  cents: number
  beforeCents: number | undefined
}

/** Parts of a person's pay, each compared with last month. */
export function PayParts({ page }: { page: PayPage }) {
  return (
    <section className="pay-part">
      <table className="pay-sum">
        <thead>
          <tr>
            <th>{t('项目')}</th>
            <th className="pay-how">{t('算法')}</th>
            <th className="pay-number">{t('本月')}</th>
            <th className="pay-number">{t('较上月')}</th>
          </tr>
        </thead>
        <tbody>
          {partsOf(page).map((part) => (
            <Row key={part.name} part={part} />
          ))}
        </tbody>
        <tfoot>
          <Row part={totalOf(page)} />
        </tfoot>
      </table>
    </section>
  )
}

function Row({ part: { name, how, cents, beforeCents } }: { part: Part }) {
  return (
    <tr>
      <th scope="row">
        {name}
        <small className="pay-how-phone">{how}</small>
      </th>
      <td className="pay-how">{how}</td>
      <td className="pay-number">
        <Money cents={cents} />
      </td>
      <td className="pay-number">
        <Money cents={beforeCents === undefined ? null : cents - beforeCents} />
      </td>
    </tr>
  )
}

const totalOf = ({ totalCents, before }: PayPage): Part => ({
  name: t('合计'),
  how: '',
  cents: totalCents,
  beforeCents: before?.totalCents,
})

function partsOf(page: PayPage): Part[] {
  const { before } = page
  return [
    {
      name: t('基本工资'),
      how: joinFactors(baseText(page), employedText(page, 'baseCents')),
      cents: page.baseCents,
      beforeCents: before?.baseCents,
    },
    {
      name: t('工龄工资'),
      how: joinFactors(agreedText(page, 'seniorityCents'), employedText(page, 'seniorityCents')),
      cents: page.seniorityCents,
      beforeCents: before?.seniorityCents,
    },
    {
      name: t('店铺工资'),
      how: t('{n} 家店铺', { n: formatCount(page.stores) }),
      cents: page.storeCents,
      beforeCents: before?.storeCents,
    },
    {
      name: t('提成'),
      how: t('本人销售额 × 提成比例'),
      cents: page.commissionCents,
      beforeCents: before?.commissionCents,
    },
    {
      name: t('更正合计'),
      how: t('{n} 条', { n: page.corrections.length }),
      cents: page.correctionCents,
      beforeCents: before?.correctionCents,
    },
  ]
}

const joinFactors = (...factors: (string | null)[]) => factors.filter((factor) => factor !== null).join(' × ')

function baseText(page: PayPage): string {
  const { attendedDays, owedDays } = page
  return joinFactors(
    agreedText(page, 'baseCents'),
    t('{attended}/{owed} 天出勤', { attended: attendedDays, owed: owedDays }),
  )
}

/** Agreed amount; if it changed within the month, each amount with its days. */
function agreedText({ agreed, daysInMonth }: PayPage, field: 'baseCents' | 'seniorityCents'): string {
  const [only] = agreed
  if (new Set(agreed.map((part) => part[field])).size <= 1) return formatMoney(only?.[field] ?? 0)
  const parts = agreed.map((part) => `${formatMoney(part[field])} × ${part.days}/${daysInMonth}`)
  return `(${parts.join(' + ')})`
}

/** Factor for the employed days of a partial month; null if the agreed amounts already include their days. */
function employedText({ agreed, employedDays, daysInMonth }: PayPage, field: 'baseCents' | 'seniorityCents') {
  if (employedDays === daysInMonth || new Set(agreed.map((part) => part[field])).size > 1) return null
  return t('{employed}/{all} 天在职', { employed: employedDays, all: daysInMonth })
}
