import { useCall } from '#kit/query.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { monthlyFinancials } from './contract.ts'
import type { CompanyFilter } from './useMonths.tsx'

/** The two compared months in the query string, and their setter; undefined ends the comparison. */
export function usePair(): [pair: [string, string] | undefined, set: (pair?: [string, string]) => void] {
  const [text, setText] = useAddressText('compare')
  const [a, b] = text?.split('~') ?? []
  return [a && b ? [a, b] : undefined, (next) => setText(next?.join('~'))]
}

/**
 * Requests of the two compared months; `months` is undefined until both are loaded, or without a comparison (`isPair`).
 */
export function usePairOf(companyFilter: CompanyFilter) {
  const [pair] = usePair()
  const [one, other] = [useMonth(companyFilter, pair?.[0]), useMonth(companyFilter, pair?.[1])]
  const [a, b] = [one.data?.items[0], other.data?.items[0]]
  return { one, other, isPair: pair !== undefined, months: pair && a && b ? ([a, b] as const) : undefined }
}

const useMonth = (companyFilter: CompanyFilter, month: string | undefined) =>
  useCall(
    monthlyFinancials.list,
    { from: month, to: month, ...companyFilter },
    { messagePlace: 'inPage', enabled: month !== undefined },
  )
