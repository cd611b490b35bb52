import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'
import type { FirstPassword, ImportRow, RecordImport } from './contract.ts'
import { ADDED_HEADERS, entityNames } from './rules.ts'

/** The failed rows of an import: the uploaded columns plus 错误原因 and 行号. After corrections the file can be uploaded again as it is. */
export function failedSheet({ entity, headers }: RecordImport, rows: readonly ImportRow[]): Sheet {
  const uploadedColumns = headers
    .map((title, at) => ({ title, at }))
    .filter(({ title }) => !ADDED_HEADERS.includes(title))
  const [reason = '', number = ''] = ADDED_HEADERS
  return {
    name: entityNames[entity],
    columns: [
      ...uploadedColumns.map(({ title }) => ({ title, type: 'text' as const })),
      { title: reason, type: 'text', width: 56 },
      { title: number, type: 'number', width: 8 },
    ],
    rows: rows.map(({ row, cells, problem }) => [
      ...uploadedColumns.map(({ at }) => cells?.[at] ?? null),
      problemText(problem),
      row,
    ]),
  }
}

/** The problems of a row, one sentence per problem. */
export function problemText(problem: string | null): string {
  return (problem ?? '').replaceAll('\n', ' ')
}

/** The one-time passwords of imported staff. */
export function passwordSheet(passwords: readonly FirstPassword[]): Sheet {
  return {
    name: t('一次性密码'),
    columns: [
      { title: t('姓名'), type: 'text' },
      { title: t('用户名'), type: 'text' },
      { title: t('一次性密码'), type: 'text', width: 24 },
    ],
    rows: passwords.map(({ name, username, oneTimePassword }) => [name, username, oneTimePassword]),
  }
}
