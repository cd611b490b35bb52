import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatCount } from '#kit/format.ts'
import { type Say, t } from '#kit/text.ts'
import type { FigureCheck } from './contract.ts'

/** Formats the result of a check. */
export function resultText({ found, mended: recalculated }: FigureCheck, say: Say = t): string {
  if (found === 0) return say('全部一致')
  if (recalculated === found) return say('{n} 处不一致，已重算', { n: formatCount(found) })
  return say('{n} 处不一致', { n: formatCount(found - recalculated) })
}

/** Cell formatters of the list of checks. */
export const figureCheckFormatters = {
  result: { name: 'figureChecks.result', of: resultText } as CellFormatter<FigureCheck>,
}
