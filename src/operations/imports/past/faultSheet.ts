import type * as z from 'zod'
import type { Sheet } from '#kit/sheets/write.ts'
import { ADDED_HEADERS } from './columns.ts'
import type { figureFiles } from './contract.ts'
import { faultText } from './rules.ts'

type Faults = z.output<typeof figureFiles.faults.output>

/** The rejected rows of a file: the uploaded columns plus 错误原因 and 行号. */
export function faultSheet({ headers, items }: Faults): Sheet {
  const shownColumns = headers
    .map((title, at) => ({ title, at }))
    .filter(({ title }) => title !== '' && !ADDED_HEADERS.includes(title))
  const [reason = '', number = ''] = ADDED_HEADERS
  return {
    name: '历史日数据',
    columns: [
      ...shownColumns.map(({ title }) => ({ title, type: 'text' as const })),
      { title: reason, type: 'text', width: 56 },
      { title: number, type: 'number', width: 8 },
    ],
    rows: items.map(({ row, cells, faults }) => [
      ...shownColumns.map(({ at }) => cells[at] ?? null),
      faults.map(faultText).join(' '),
      row,
    ]),
  }
}
