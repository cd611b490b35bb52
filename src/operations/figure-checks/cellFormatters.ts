import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatCount } from '#kit/format.ts'
import { type Say, t } from '#kit/text.ts'
import type { FigureCheck } from './contract.ts'

/** Formats the result of a check. */
export function resultText({ found, mended: recalculated, compared }: FigureCheck, say: Say = t): string {
  if (found === 0)
    return compared === 0 ? say('没有可核对的') : say('{n} 个店月都一致', { n: formatCount(compared) })
  if (recalculated === found) return say('{n} 处不一致，已重算', { n: formatCount(found) })
  return say('{n} 处不一致', { n: formatCount(found - recalculated) })
}

/** Cell formatters of the list of checks. */
export const figureCheckFormatters = {
  result: { name: 'figureChecks.result', of: resultText } as CellFormatter<FigureCheck>,
}
