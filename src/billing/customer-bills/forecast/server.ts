import { can } from '#access/can.ts'
import { REVENUE_PARTS } from '#billing/customer-bills/rules.ts'
import type { Database } from '#db/connect.ts'
import { type Day, monthOf, today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { type ForecastCosts, type ForecastItem, receivableForecast } from './contract.ts'
import { forecastOf } from './forecast.ts'
import { type ForecastCompany, findForecastCompanies } from './queries.ts'

/** Returns the forecast costs of a company's month. Implemented by the finance wing, which owns pay and claims. */
export type CostsOf = (
  db: Database,
  of: { companyCode: string; month: string; today: Day },
) => Promise<ForecastCosts>

/** Codes of the companies whose month is in the books and open. Throws WRONG_STATE if there are none. */
function openCompanies(companies: readonly ForecastCompany[], month: string): string[] {
  const begun = companies.filter(({ booksFrom }) => booksFrom !== null && booksFrom <= month)
  if (begun.length === 0) throw new AppError('WRONG_STATE', '这个月在启用月份之前，没有预计。')
  const open = begun.filter(({ isClosed }) => !isClosed)
  if (open.length === 0) throw new AppError('WRONG_STATE', '这个月已经结账，结果不用预计。')
  return open.map(({ code }) => code)
}

type Figure = 'issuedCents' | 'draftCents' | 'estimatedCents' | 'totalCents'

const sumsOf = (rows: readonly ForecastItem[]): Record<Figure, number> => {
  const of = (figure: Figure) => sum(rows.map((row) => row[figure]))
  return {
    issuedCents: of('issuedCents'),
    draftCents: of('draftCents'),
    estimatedCents: of('estimatedCents'),
    totalCents: of('totalCents'),
  }
}

type Part = Awaited<ReturnType<typeof forecastOf>>['parts'][number]

/** Adds up the parts of several companies. */
function sumParts(all: readonly Part[]) {
  return REVENUE_PARTS.map((part) => {
    const rows = all.filter((row) => row.part === part)
    const of = (figure: Exclude<keyof Part, 'part'>) => sum(rows.map((row) => row[figure]))
    const [issuedCents, draftCents, estimatedCents] = [
      of('issuedCents'),
      of('draftCents'),
      of('estimatedCents'),
    ]
    const totalCents = issuedCents + draftCents + estimatedCents
    return { part, issuedCents, draftCents, estimatedCents, totalCents, beforeCents: of('beforeCents') }
  })
}

async function resultOf(
  { db, actor }: Context,
  codes: readonly string[],
  input: { period: ForecastMonth; costsOf: CostsOf; revenueCents: number },
) {
  if (!codes.every((companyCode) => can(actor, 'canManageMonthlyFinancial', { companyCode }))) return null
  const all: ForecastCosts[] = []
  for (const companyCode of codes) all.push(await input.costsOf(db, { ...input.period, companyCode }))
  const of = (figure: keyof ForecastCosts) => sum(all.map((costs) => costs[figure]))
  const costs: ForecastCosts = {
    storeSalaryCents: of('storeSalaryCents'),
    agentCommissionCents: of('agentCommissionCents'),
    otherSalaryCents: of('otherSalaryCents'),
    claimCents: of('claimCents'),
    manualCents: of('manualCents'),
    badDebtCents: of('badDebtCents'),
  }
  return { ...costs, netCents: input.revenueCents - sum(Object.values(costs)) }
}

interface ForecastMonth {
  month: string
  today: Day
}

export const receivableForecastServer = (costsOf: CostsOf) =>
  serve(receivableForecast, {
    read: async (context, query) => {
      const { db, actor, clock } = context
      assertCompanyFilter(actor, query.companyCode)
      const now = today(clock)
      const month = query.month ?? monthOf(now)
      if (month > monthOf(now)) throw invalidField('month', '日期不能晚于今天。')
      const period = { month, today: now }
      const companies = await findForecastCompanies(db, actor, { month, companyCode: query.companyCode })
      const codes = openCompanies(companies, month)
      const all: ForecastItem[] = []
      const parts: Part[] = []
      for (const companyCode of codes) {
        const forecast = await forecastOf(db, { ...period, companyCode })
        all.push(...forecast.items)
        parts.push(...forecast.parts)
      }
      const pending = all.filter(({ draftCents, estimatedCents }) => draftCents !== 0 || estimatedCents !== 0)
      const sums = sumsOf(all)
      return {
        ...pageOfForecast(all, query),
        month,
        sums,
        parts: sumParts(parts),
        pending: pending.length,
        result: await resultOf(context, codes, { period, costsOf, revenueCents: sums.totalCents }),
      }
    },
  })

/** A page of the rows whose store or customer name contains the keyword. */
function pageOfForecast(
  all: readonly ForecastItem[],
  {
    keyword,
    current,
    pageSize,
    sort = '-totalCents',
  }: {
    keyword?: string | undefined
    current: number
    pageSize: number
    sort?: string | undefined
  },
) {
  const word = keyword?.toLowerCase()
  const found = all.filter(
    ({ storeName, customerName }) =>
      word === undefined || `${storeName ?? ''}\n${customerName}`.toLowerCase().includes(word),
  )
  const field = sort.replace(/^-/, '') as Figure | 'id'
  const direction = sort.startsWith('-') ? -1 : 1
  const from = (current - 1) * pageSize
  const items = found.toSorted((a, b) => direction * (a[field] - b[field] || a.id - b.id))
  return { items: items.slice(from, from + pageSize), total: found.length }
}
