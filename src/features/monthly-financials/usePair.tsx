import { useCall } from '#kit/query.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { monthlyFinancials } from './contract.ts'
import type { Whose } from './useMonths.tsx'

/** The two months in the address that are compared, and how to change them; undefined ends the comparison. */
export function usePair(): [pair: [string, string] | undefined, set: (pair?: [string, string]) => void] {
  const [text, setText] = useAddressText('compare')
  const [a, b] = text?.split('~') ?? []
  return [a && b ? [a, b] : undefined, (next) => setText(next?.join('~'))]
}

/** What the compared months came to; undefined until both are here, or where nothing is compared. */
export function usePairOf(whose: Whose) {
  const [pair] = usePair()
  const [one, other] = [useMonth(whose, pair?.[0]), useMonth(whose, pair?.[1])]
  const [a, b] = [one.data?.items[0], other.data?.items[0]]
  return {
    months: pair && a && b ? ([a, b] as const) : undefined,
    error: one.error ?? other.error,
    refetch: () => void Promise.all([one.refetch(), other.refetch()]),
  }
}

const useMonth = (whose: Whose, month: string | undefined) =>
  useCall(
    monthlyFinancials.list,
    { from: month, to: month, ...whose },
    { skipErrorHandler: true, enabled: month !== undefined },
  )
