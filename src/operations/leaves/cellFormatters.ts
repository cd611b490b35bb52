import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { Leave } from './contract.ts'
import { daysOf, spanText } from './leaveTexts.ts'

/** Cell formatters of the list of leaves. */
export const leaveFormatters = {
  span: { name: 'leaves.span', of: (leave, say) => spanText(leave, say) } as CellFormatter<Leave>,
  days: { name: 'leaves.days', of: ({ halfDays }) => daysOf(halfDays) } as CellFormatter<Leave>,
}
