import { type Day, isDay } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { parseDecimal } from '#kit/format.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import type { Sentence } from '#kit/text.ts'
import { type Field, HEADERS, OUTGOING } from './statementHeaders.ts'

/** An incoming payment as read from a bank file. Amount in 分. */
export interface StatementRow {
  rowNo: number
  onDay: Day
  amountCents: number
  payer: string
  memo: string
  txnNo: string | null
}

/** Parsed file: incoming payments, the number of outgoing rows, and unreadable rows. */
export interface Statement {
  rows: StatementRow[]
  outgoing: number
  faults: { rowNo: number; problem: Sentence }[]
}

/** Number of rows in which the header is searched. */
const HEADER_ROWS = 10
const MAX_TEXT = 200
const MAX_NUMBER = 64
const MAX_CENTS = 99_999_999_999

/** Parses the first sheet with a bank header. Throws INVALID if there is none. */
export function readStatement(sheets: readonly SheetRow[][]): Statement {
  for (const sheet of sheets) {
    const at = sheet.slice(0, HEADER_ROWS).findIndex(({ cells }) => isHeader(columnIndexes(cells)))
    const header = sheet[at]
    if (header) return readRows(sheet.slice(at + 1), columnIndexes(header.cells))
  }
  throw new AppError(
    'INVALID',
    '没有找到银行流水的表头：前 10 行里应有交易日期，以及收入金额（贷方发生额）或金额。请用网银下载的明细，不要改表头。',
  )
}

type ColumnIndexes = Record<Field, number[]>

const isHeader = ({ day, credit, amount }: ColumnIndexes) =>
  day.length > 0 && credit.length + amount.length > 0

/** Column indexes per field, in the order of the header names; `memo` uses all of its columns. */
function columnIndexes(cells: readonly string[]): ColumnIndexes {
  const keys = cells.map(headerKey)
  const places = (field: Field) => HEADERS[field].flatMap((name) => indexesOf(keys, headerKey(name)))
  return {
    day: places('day'),
    credit: places('credit'),
    amount: places('amount'),
    sign: places('sign'),
    payer: places('payer'),
    memo: places('memo'),
    txnNo: places('txnNo'),
  }
}

const indexesOf = (keys: readonly string[], headerName: string) =>
  keys.flatMap((key, at) => (key === headerName ? [at] : []))

/** Normalizes a header for comparison: removes spaces, punctuation and currency notes such as `(元)`. */
const headerKey = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\((元|人民币|RMB|CNY)\)/gi, '')
    .replace(/[\s()+_/\-:"]/g, '')

function readRows(rows: readonly SheetRow[], places: ColumnIndexes): Statement {
  const found: Statement = { rows: [], outgoing: 0, faults: [] }
  for (const { row, cells } of rows) {
    const read = readRow(cells, places)
    if (read === 'outgoing') found.outgoing += 1
    else if (typeof read === 'string') found.faults.push({ rowNo: row, problem: { sentence: read } })
    else if (read) found.rows.push({ rowNo: row, ...read })
  }
  return found
}

/** Parses a row: a payment, 'outgoing', an error message, or null if it is no transaction. */
function readRow(
  cells: readonly string[],
  places: ColumnIndexes,
): Omit<StatementRow, 'rowNo'> | 'outgoing' | string | null {
  const cell = (field: Field) =>
    places[field].map((at) => normalizeCell(cells[at] ?? '')).find((text) => text !== '') ?? ''
  const dayText = cell('day')
  const amountText = places.credit.length > 0 ? cell('credit') : cell('amount')
  // Totals and notes have no date and are no transactions.
  if (!/\d/.test(dayText)) return null
  const onDay = parseDay(dayText)
  if (!onDay) return '日期看不懂，应如 2026-05-15。'
  if (OUTGOING.test(cell('sign'))) return 'outgoing'
  if (amountText === '' && places.credit.length > 0) return 'outgoing'
  const cents = parseDecimal(amountText.replace(/元$/, ''), 2)
  if (cents === undefined) return '金额看不懂，应如 1,234.56。'
  if (cents <= 0) return 'outgoing'
  if (cents > MAX_CENTS) return '金额过大，请核对。'
  const memo = [...new Set(places.memo.map((at) => normalizeCell(cells[at] ?? '')))].filter(Boolean).join(' ')
  return {
    onDay,
    amountCents: cents,
    payer: cell('payer').slice(0, MAX_TEXT),
    memo: memo.slice(0, MAX_TEXT),
    txnNo: cell('txnNo').slice(0, MAX_NUMBER) || null,
  }
}

/** Normalizes a cell and removes the prefix characters with which banks force text format. */
const normalizeCell = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/^[`'\t]+/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Parses `2026-05-15`, `2026/5/15 09:30:00`, `20260515`, `20260515093000` and `2026年5月15日`. */
function parseDay(text: string): Day | null {
  const [, year, month = '', day = ''] =
    /^(20\d{2})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d))/.exec(text) ??
    /^(20\d{2})(\d{2})(\d{2})/.exec(text) ??
    []
  const found = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return year && isDay(found) ? found : null
}
