import type { CellWords } from '#kit/cellWords.ts'
import type { PastFile } from './contract.ts'

/** Cell formatters of the list of workbooks of past days. */
export const pastFileWords = {
  days: {
    name: 'pastFiles.days',
    of: ({ from, to }, say) => (from && to ? say('{from} 至 {to}', { from, to }) : null),
  } as CellWords<PastFile>,
  create: { name: 'pastFiles.create', of: ({ counts }) => counts.create } as CellWords<PastFile>,
  update: { name: 'pastFiles.update', of: ({ counts }) => counts.update } as CellWords<PastFile>,
  faulty: {
    name: 'pastFiles.faulty',
    of: ({ counts: { conflict, error } }) => conflict + error,
  } as CellWords<PastFile>,
}
