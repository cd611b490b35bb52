import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatDecimal } from '#kit/format.ts'
import type { Worklog } from './contract.ts'

/** Formats hours: 8, 7.5. */
export const hoursText = (hours: number | null) =>
  hours === null ? null : formatDecimal(Math.round(hours * 10), 1).replace(/\.0$/, '')

/** Cell formatters of the list of logs. */
export const worklogFormatters = {
  filled: {
    name: 'worklogs.filled',
    of: ({ lineCount, emptyCount }) => `${lineCount - emptyCount}/${lineCount}`,
  } as CellFormatter<Worklog>,
  hours: { name: 'worklogs.hours', of: ({ hours }) => hoursText(hours) } as CellFormatter<Worklog>,
}
