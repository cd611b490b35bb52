import type { ImportColumn } from '#kit/recordSheet.ts'
import type { Sheet, SheetColumn } from '#kit/sheets/write.ts'
import type { CellValue } from '#kit/sheets/writeCells.ts'
import type { Choices } from '#kit/sheets/writeChoices.ts'
import { cellTypeOf } from './exportedCells.ts'
import { NOTES_SHEET } from './rules.ts'

/** A note lists the choices of a column up to this length. */
const MAX_LISTED = 2_000

/** The names of other records that a column accepts, by field. */
export type Named = Record<string, readonly string[]>

/** The notes for every record kind. */
const GENERAL_NOTES: [string, string][] = [
  ['一行一条', '表头不要改名；列可以少，顺序可以换，不认识的列不读。最多 20000 行，员工 5000 行。'],
  ['空白单元格', '已有的记录：保持原值，表里没有的列也一样。要清空一项，请填“清空”。'],
  ['带 * 的号码', '打码的单元格表示不改；要改请填完整号码。'],
  ['日期', '如 2026-05-15；2026/5/15、2026年5月15日、Excel 的日期格式也可以。'],
  ['列表导出的文件', '可以直接上传：表头相同；只看得到、不能导入的列不读，预检时列出。合计行不读。'],
  [
    '先预检后写入',
    '上传后先看每一行会新增、更新、不变、冲突还是错误，确认之后才写入；同一份文件再传一次，什么也不会变。',
  ],
]

/** A record by field of the columns, as an export contains it. */
export type ExistingRow = Readonly<Record<string, CellValue>>

/**
 * The template of a record kind: a sheet with headers, drop-down lists and an example row, and a sheet of notes.
 * `named` contains the people and customers for the drop-down lists.
 */
export function templateSheets(columns: readonly ImportColumn[], name: string, named: Named): Sheet[] {
  const example = columns.map((column) => column.example || null)
  const removal: CellValue[] = ['第 2 行', null, '是填写示例，上传前请删去或改成您的数据。']
  const sheetColumns = columns.map((column) => sheetColumn(column, named, 'text'))
  return [
    { name, layout: 'form', columns: sheetColumns, rows: [example] },
    notesSheet(columns, named, [removal]),
  ]
}

/** The template filled with records. */
export function existingSheets(
  columns: readonly ImportColumn[],
  name: string,
  { named, rows }: { named: Named; rows: readonly ExistingRow[] },
): Sheet[] {
  const sheetColumns = columns.map((column) => sheetColumn(column, named, cellTypeOf(column.kind)))
  const cells = rows.map((row) => columns.map(({ field }) => row[field] ?? null))
  return [{ name, columns: sheetColumns, rows: cells }, notesSheet(columns, named, [])]
}

function notesSheet(columns: readonly ImportColumn[], named: Named, more: readonly CellValue[][]): Sheet {
  return {
    name: NOTES_SHEET,
    layout: 'notes',
    columns: [
      { title: '列', type: 'text', width: 20 },
      { title: '必填', type: 'text', width: 8 },
      { title: '说明', type: 'text', width: 72 },
    ],
    rows: [
      ...columns.map((column) => [column.header, column.required ? '是' : null, noteOf(column, named)]),
      ...GENERAL_NOTES.map(([what, how]) => [what, null, how]),
      ...more,
    ],
  }
}

function sheetColumn(column: ImportColumn, named: Named, type: SheetColumn['type']): SheetColumn {
  const { header, note } = column
  const width = Math.max(12, header.length * 2 + 4, note ? 18 : 0)
  const choices = choicesOf(column, named)
  return { title: header, type, width, ...(choices ? { choices } : {}) }
}

/** The drop-down list of a column. A single choice must come from it; several choices and names may also be typed. */
function choicesOf({ field, kind, words }: ImportColumn, named: Named): Choices | undefined {
  if (words) return { values: Object.values(words), othersToo: kind === 'choices' }
  const values = named[field] ?? []
  return values.length > 0 ? { values, othersToo: kind !== 'choice' } : undefined
}

function noteOf({ field, kind, words, note }: ImportColumn, named: Named): string | null {
  const isChoice = kind === 'choice' || kind === 'choices'
  const offered = words ? Object.values(words) : (isChoice && named[field]) || []
  const list = offered.join('、')
  const choices = list && list.length <= MAX_LISTED ? `可填：${list}` : undefined
  const plain = {
    day: '日期',
    money: '金额，元',
    percent: '百分比，如 95%',
    share: '百分比，如 60%',
    count: '整数',
  } as const
  const form = kind in plain ? plain[kind as keyof typeof plain] : undefined
  const parts = [choices ?? form, note].filter(Boolean)
  return parts.length > 0 ? parts.join('。') : null
}
