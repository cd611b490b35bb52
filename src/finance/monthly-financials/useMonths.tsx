import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod'
import { hideCompany } from '#access/can.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { Month } from '#kit/contract.ts'
import { useCall } from '#kit/query.tsx'
import { useAddressLink } from '#kit/ui/useAddressText.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type MonthResult, monthlyFinancials } from './contract.ts'
import { defaultMonth } from './monthLines.ts'

/** Query value for all companies together. */
export const ALL_COMPANIES = 'all'

/** Requested company. Empty for users without a choice (their own company) and for all companies together. */
export interface CompanyFilter {
  companyCode?: string
}

/** Company and month, as the closing endpoints expect them. */
export type MonthKey = CompanyFilter & { month: string }

/** The selected month, with the previous one if it is loaded. */
export interface MonthSelection {
  months: readonly MonthResult[]
  month: MonthResult
  before: MonthResult | undefined
  companyFilter: CompanyFilter
  /** All companies together: no month can be closed. */
  isConsolidated: boolean
  /** Whether the query cache shows the month as closed; it may be newer than the rendered data. */
  isClosed: (month: string) => boolean
}

type Months = z.output<typeof monthlyFinancials.list.output>

export const thisMonth = () => monthOf(today(() => new Date()))

/** Valid month in a query parameter. */
function monthIn(params: URLSearchParams, key: string): string | undefined {
  return Month.safeParse(params.get(key)).data
}

/** Default number of months. */
const DEFAULT_MONTHS = 6

/**
 * Months in the query string; empty for the last six that are over. A link with an older `month` only (from the
 * checklist or a notice) shows six months up to it.
 */
function spanOf(params: URLSearchParams): { from?: string; to?: string } {
  const [from, to, month] = [monthIn(params, 'from'), monthIn(params, 'to'), monthIn(params, 'month')]
  if (from && to && from <= to) return { from, to }
  const defaultMonths = monthsUpTo(monthBefore(thisMonth()))
  return month && !defaultMonths.includes(month) ? { from: monthsUpTo(month)[0], to: month } : {}
}

/** `DEFAULT_MONTHS` months up to `last`, oldest first. */
function monthsUpTo(last: string): string[] {
  const months = [last]
  while (months.length < DEFAULT_MONTHS) months.unshift(monthBefore(months[0] ?? last))
  return months
}

/** Company in the query string, for users who can choose one; defaults to their own. */
export function useCompanyFilter(): { companyFilter: CompanyFilter; isConsolidated: boolean } {
  const user = useUser()
  const [params] = useSearchParams()
  if (hideCompany(user)) return { companyFilter: {}, isConsolidated: false }
  const companyCode = params.get('companyCode') ?? user.companyCode
  const isConsolidated = companyCode === ALL_COMPANIES
  return { companyFilter: isConsolidated ? {} : { companyCode }, isConsolidated }
}

/** Months in the query string, by default the last six that are over, and the selected one. */
export function useMonths() {
  const [params] = useSearchParams()
  const { companyFilter, isConsolidated } = useCompanyFilter()
  const queries = useQueryClient()
  const input = { ...spanOf(params), ...companyFilter }
  const call = useCall(monthlyFinancials.list, input, { keepRows: true, messagePlace: 'inPage' })
  const months = call.data?.items ?? []
  const requested = monthIn(params, 'month')
  const month = months.find((one) => one.month === requested) ?? defaultMonth(months, thisMonth())
  const before = month && months.find((one) => one.month === monthBefore(month.month))
  const isClosed = (monthToCheck: string) => {
    const cached = queries.getQueryData<Months>([monthlyFinancials.list.path, input])
    return cached?.items.find((one) => one.month === monthToCheck)?.status === 'closed'
  }
  const selection: MonthSelection | undefined = month && {
    months,
    month,
    before,
    companyFilter,
    isConsolidated,
    isClosed,
  }
  return { call, sight: selection }
}

/**
 * Sets a month to closed in the query cache before the months are read again, so that components stop requesting data
 * of open months.
 */
export function useMarkClosed(): (of: MonthKey) => void {
  const queries = useQueryClient()
  return ({ month, companyCode }) => {
    queries.setQueriesData<Months>(
      {
        queryKey: [monthlyFinancials.list.path],
        predicate: ({ queryKey }) => (queryKey[1] as CompanyFilter | undefined)?.companyCode === companyCode,
      },
      (cached) =>
        cached && {
          ...cached,
          items: cached.items.map((one) =>
            one.month === month ? { ...one, status: 'closed' as const } : one,
          ),
        },
    )
  }
}

/** Changes several query parameters in one navigation, which "back" undoes. */
export function useAddress(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  const link = useAddressLink()
  return (change) => void navigate(link(change), { preventScrollReset: true })
}
