import { receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import type { MonthBefore } from '#finance/monthly-financials/rules.ts'
import { monthWithDrafts } from '#finance/monthly-financials/rules.ts'
import { monthBefore } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'

/** The open month as it is foreseen, of every company within reach. Whoever asks again gets the same answer. */
export const useForecast = (month: string) =>
  useCall(receivableForecast.read, { month, pageSize: 1 }, { messagePlace: 'inPage' })

/** The results of the open month and of the one before it; for whoever manages the months. */
export const useResults = (month: string) =>
  useCall(monthlyFinancials.list, { from: monthBefore(month), to: month }, { messagePlace: 'inPage' })

/** The month before the open one as it stands with its drafts; undefined while it is not known. */
export function useBefore(month: string): MonthBefore | undefined {
  const forecast = useForecast(month).data
  const before = useResults(month).data?.items.find((one) => one.month === monthBefore(month))
  return forecast && before && monthWithDrafts(before, forecast.parts)
}
