import type * as z from 'zod'
import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'
import type { imports } from '#operations/imports/contract.ts'
import { problemText } from './fileStatus.ts'

type Problems = z.output<(typeof imports.problems)['output']>

/** The problem rows of a file: one line per row, with all its problems. */
export function problemSheet({ fileName, headers, items }: Problems): Sheet {
  const rows = [...Map.groupBy(items, ({ row }) => row)].toSorted(([one], [other]) => one - other)
  return {
    name: fileName.replace(/\.\w+$/, ''),
    columns: [
      ...headers.map((title) => ({ title, type: 'text' as const })),
      { title: t('错误原因'), type: 'text', width: 48 },
      { title: t('行号'), type: 'number', width: 8 },
    ],
    rows: rows.map(([row, problems]) => {
      const cells = problems.find((problem) => problem.cells)?.cells ?? []
      const reasons = problems.map(problemText).join(t('；'))
      return [...headers.map((_, at) => cells[at] ?? null), reasons, row]
    }),
  }
}
