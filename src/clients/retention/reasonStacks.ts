import type { ChurnReason } from '#clients/churn-records/contract.ts'
import { reasonNames } from '#clients/churn-records/rules.ts'
import { monthOf } from '#kit/calendar.ts'
import type { Stack } from '#kit/ui/chart/stack.ts'
import type { ChurnOverview } from './contract.ts'

type Reasons = ChurnOverview['reasons']

/** The number of reasons with a colour of their own; the others are merged. */
const MAX_NAMED_REASONS = 5

/** All months from the first to the last, both inclusive. */
export function monthsBetween(first: string, last: string): string[] {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
  return Array.from({ length: Math.max(0, number(last) - number(first) + 1) }, (_, at) => {
    const month = number(first) + at
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/**
 * Chart data: one column per month, including months without records, and one stack per reason, most frequent first.
 * The rest is 其余原因, or 原因未定 if only records without a reason remain. Names are Chinese, to be translated by the caller.
 */
export function reasonStacks(reasons: Reasons, from?: string, to?: string) {
  const months = reasons.map(({ month }) => month).sort()
  const [first, last] = [from ? monthOf(from) : months[0], to ? monthOf(to) : months.at(-1)]
  if (reasons.length === 0 || !first || !last) return { columns: [], stacks: [] }
  const columns = monthsBetween(first, last)
  const sums = new Map<ChurnReason | null, number>()
  for (const { reason, count } of reasons) sums.set(reason, (sums.get(reason) ?? 0) + count)
  // Records without a reason come last, regardless of their number.
  const order = [...sums]
    .sort(([a, m], [b, n]) => Number(a === null) - Number(b === null) || n - m)
    .map(([reason]) => reason)
  // If only one reason would be left over, name it as well.
  const statedReasons = order.filter((reason) => reason !== null)
  const named =
    order.length === MAX_NAMED_REASONS + 1 ? statedReasons : statedReasons.slice(0, MAX_NAMED_REASONS)
  const valuesOf = (among: readonly (ChurnReason | null)[]) =>
    columns.map((month) =>
      reasons
        .filter((row) => row.month === month && among.includes(row.reason))
        .reduce((sum, { count }) => sum + count, 0),
    )
  const stacks: Stack[] = named.map((reason) => ({ name: reasonNames[reason], values: valuesOf([reason]) }))
  const others = order.slice(named.length)
  if (others.length > 0) {
    const name = others[0] === null ? '原因未定' : '其余原因'
    stacks.push({ name, values: valuesOf(others), rest: true })
  }
  return { columns, stacks }
}
