import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { ImportBatch } from './contract.ts'

/** Cell formatters of the list of imports. */
export const batchFormatters = {
  stores: {
    name: 'imports.stores',
    of: ({ groups, groupTotal }, say) => {
      const names = [...new Set(groups.map(({ storeName }) => storeName ?? say('店铺未选')))]
      const [first = '-'] = names
      const more = names.length > 1 || groupTotal > groups.length
      return more ? say('{first} 等 {n} 家', { first, n: names.length }) : first
    },
  } as CellFormatter<ImportBatch>,
  days: {
    name: 'imports.days',
    of: ({ groups }, say) => {
      const days = [...new Set(groups.flatMap(({ on }) => on ?? []))].toSorted()
      const [first = '-'] = days
      const last = days.at(-1) ?? first
      return first === last ? first : say('{from} 至 {to}', { from: first.slice(5), to: last.slice(5) })
    },
  } as CellFormatter<ImportBatch>,
}
