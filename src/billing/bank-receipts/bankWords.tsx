import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Reason, Suggestion } from './contract.ts'
import { reasonNames } from './rules.ts'

/** Bills that get the money: ZD2026050001 ¥1,000.00; of several the first, and how many they are. */
export function partsText(parts: Suggestion['parts']): string {
  const [first] = parts
  if (!first) return ''
  const { code, amountCents } = first
  return parts.length === 1
    ? `${code} ${formatMoney(amountCents)}`
    : t('{code} 等 {n} 张账单', { code, n: parts.length })
}

/** Why bills are proposed. */
export function reasonsText(reasons: readonly Reason[]): string {
  return reasons.map((reason) => t(reasonNames[reason])).join(t('、'))
}
