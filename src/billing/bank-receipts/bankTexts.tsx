import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Reason, Suggestion } from './contract.ts'
import { reasonNames } from './rules.ts'

/** Short text for the parts: `ZD2026050001 ¥1,000.00`; for several bills the first code and the number of bills. */
export function partsText(parts: Suggestion['parts']): string {
  const [first] = parts
  if (!first) return ''
  const { code, amountCents } = first
  return parts.length === 1
    ? `${code} ${formatMoney(amountCents)}`
    : t('{code} 等 {n} 张账单', { code, n: parts.length })
}

/** Names the reasons of a suggestion. */
export function reasonsText(reasons: readonly Reason[]): string {
  return reasons.map((reason) => t(reasonNames[reason])).join(t('、'))
}
