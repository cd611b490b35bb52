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

/** The word of the address for all companies together. */
export const ALL_COMPANIES = 'all'

/** Whose months are asked for: nothing named is the own company, or, where somebody has said so, all of them. */
export interface Whose {
  companyCode?: string
}

/** What a step of closing needs to know: which month, of which company. */
export type MonthKey = Whose & { month: string }

/** A month that is looked at closely, with the one before it where that is known. */
export interface Sight {
  months: readonly MonthResult[]
  month: MonthResult
  before: MonthResult | undefined
  whose: Whose
  /** All companies together: nothing can be closed there. */
  isTogether: boolean
  /** Whether a month is closed by what is known this very moment, which may be more than what has been drawn. */
  isClosed: (month: string) => boolean
}

type Months = z.output<typeof monthlyFinancials.list.output>

export const thisMonth = () => monthOf(today(() => new Date()))

/** What of the address names a month. */
function monthIn(params: URLSearchParams, key: string): string | undefined {
  return Month.safeParse(params.get(key)).data
}

/** How many months are shown where the address names none. */
const USUAL_MONTHS = 6

/**
 * The months that the address asks for; nothing is the last six that are over. A link that names an older month alone
 * (of the checklist, of a notice) shows those up to it.
 */
function spanOf(params: URLSearchParams): { from?: string; to?: string } {
  const [from, to, month] = [monthIn(params, 'from'), monthIn(params, 'to'), monthIn(params, 'month')]
  if (from && to && from <= to) return { from, to }
  const usual = monthsUpTo(monthBefore(thisMonth()))
  return month && !usual.includes(month) ? { from: monthsUpTo(month)[0], to: month } : {}
}

/** So many months up to this one, the oldest first. */
function monthsUpTo(last: string): string[] {
  const months = [last]
  while (months.length < USUAL_MONTHS) months.unshift(monthBefore(months[0] ?? last))
  return months
}

/** Whose months are looked at: the company in the address, for whom may choose; without one the own. */
export function useWhose(): { whose: Whose; isTogether: boolean } {
  const user = useUser()
  const [params] = useSearchParams()
  if (hideCompany(user)) return { whose: {}, isTogether: false }
  const named = params.get('companyCode') ?? user.companyCode
  const isTogether = named === ALL_COMPANIES
  return { whose: isTogether ? {} : { companyCode: named }, isTogether }
}

/** The months in the address, the last six where it names none, and the one of them that is looked at closely. */
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
 * Says of a month that it is closed before the months are read again: nothing is asked for any more that only an open
 * month has.
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

/** Sets several words of the address at once; "back" undoes it. */
export function useAddress(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  const link = useAddressLink()
  return (change) => void navigate(link(change), { preventScrollReset: true })
}
