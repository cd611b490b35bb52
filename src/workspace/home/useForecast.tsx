import { receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import { type MonthBefore, monthWithDrafts } from '#finance/monthly-financials/rules.ts'
import { monthBefore } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'

/** The forecast of the open month for all companies within reach. Callers share the cached response. */
export const useForecast = (month: string) =>
  useCall(receivableForecast.read, { month, pageSize: 1 }, { messagePlace: 'inPage' })

/** The results of the open month and of the previous one; for users who manage month closings. */
export const useResults = (month: string) =>
  useCall(monthlyFinancials.list, { from: monthBefore(month), to: month }, { messagePlace: 'inPage' })

/** The previous month including its drafts; undefined until loaded. */
export function usePreviousMonth(month: string): MonthBefore | undefined {
  const forecast = useForecast(month).data
  const before = useResults(month).data?.items.find((one) => one.month === monthBefore(month))
  return forecast && before && monthWithDrafts(before, forecast.parts)
}
