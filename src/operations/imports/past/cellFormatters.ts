import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { PastFile } from './contract.ts'

/** Cell formatters of the list of workbooks of past days. */
export const pastFileFormatters = {
  days: {
    name: 'pastFiles.days',
    of: ({ from, to }, say) => (from && to ? say('{from} 至 {to}', { from, to }) : null),
  } as CellFormatter<PastFile>,
  create: { name: 'pastFiles.create', of: ({ counts }) => counts.create } as CellFormatter<PastFile>,
  update: { name: 'pastFiles.update', of: ({ counts }) => counts.update } as CellFormatter<PastFile>,
  faulty: {
    name: 'pastFiles.faulty',
    of: ({ counts: { conflict, error } }) => conflict + error,
  } as CellFormatter<PastFile>,
}
