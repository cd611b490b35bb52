import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Reason, Suggestion } from './contract.ts'
import { reasonNames } from './rules.ts'

/** Bills with what of the money each gets: ZD2026050001 ¥1,000.00. */
export function partsText(parts: Suggestion['parts']): string {
  return parts.map(({ code, amountCents }) => `${code} ${formatMoney(amountCents)}`).join(t('、'))
}

/** Why bills are proposed. */
export function reasonsText(reasons: readonly Reason[]): string {
  return reasons.map((reason) => t(reasonNames[reason])).join(t('、'))
}
