import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod'
import { hideCompany } from '#access/can.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { Month } from '#kit/contract.ts'
import { useCall } from '#kit/query.tsx'
import { useAddressLink } from '#kit/ui/useAddressText.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { MonthResult } from './contract.ts'
import { monthlyFinancials } from './contract.ts'
import { usualMonth } from './monthLines.ts'

/** Query value for all companies together. */
export const ALL_COMPANIES = 'all'

/** Requested company. Empty for users without a choice (their own company) and for all companies together. */
export interface Whose {
  companyCode?: string
}

/** Company and month, as the closing endpoints expect them. */
export type MonthKey = Whose & { month: string }

/** The selected month, with the previous one if it is loaded. */
export interface Sight {
  months: readonly MonthResult[]
  month: MonthResult
  before: MonthResult | undefined
  whose: Whose
  /** All companies together: no month can be closed. */
  isTogether: boolean
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
const USUAL_MONTHS = 6

/**
 * Months in the query string; empty for the last six that are over. A link with an older `month` only (from the
 * checklist or a notice) shows six months up to it.
 */
function spanOf(params: URLSearchParams): { from?: string; to?: string } {
  const [from, to, month] = [monthIn(params, 'from'), monthIn(params, 'to'), monthIn(params, 'month')]
  if (from && to && from <= to) return { from, to }
  const usual = monthsUpTo(monthBefore(thisMonth()))
  return month && !usual.includes(month) ? { from: monthsUpTo(month)[0], to: month } : {}
}

/** `USUAL_MONTHS` months up to `last`, oldest first. */
function monthsUpTo(last: string): string[] {
  const months = [last]
  while (months.length < USUAL_MONTHS) months.unshift(monthBefore(months[0] ?? last))
  return months
}

/** Company in the query string, for users who can choose one; defaults to their own. */
export function useWhose(): { whose: Whose; isTogether: boolean } {
  const user = useUser()
  const [params] = useSearchParams()
  if (hideCompany(user)) return { whose: {}, isTogether: false }
  const named = params.get('companyCode') ?? user.companyCode
  const isTogether = named === ALL_COMPANIES
  return { whose: isTogether ? {} : { companyCode: named }, isTogether }
}

/** Months in the query string, by default the last six that are over, and the selected one. */
export function useMonths() {
  const [params] = useSearchParams()
  const { whose, isTogether } = useWhose()
  const queries = useQueryClient()
  const input = { ...spanOf(params), ...whose }
  const call = useCall(monthlyFinancials.list, input, { keepRows: true, messagePlace: 'inPage' })
  const months = call.data?.items ?? []
  const asked = monthIn(params, 'month')
  const month = months.find((one) => one.month === asked) ?? usualMonth(months, thisMonth())
  const before = month && months.find((one) => one.month === monthBefore(month.month))
  const isClosed = (asked: string) => {
    const known = queries.getQueryData<Months>([monthlyFinancials.list.path, input])
    return known?.items.find((one) => one.month === asked)?.status === 'closed'
  }
  const sight: Sight | undefined = month && { months, month, before, whose, isTogether, isClosed }
  return { call, sight }
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
        predicate: ({ queryKey }) => (queryKey[1] as Whose | undefined)?.companyCode === companyCode,
      },
      (known) =>
        known && {
          ...known,
          items: known.items.map((one) =>
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
