import type { ImportKind } from '#access/kinds.ts'
import { nameKey } from '#kit/fields.ts'
import { isSame } from '#kit/isSame.ts'
import { isMaskedField, masked } from '#kit/masks.ts'
import type {
  CellOf,
  CellReading,
  ColumnKind,
  FoundRecord,
  ImportColumn,
  LookupKind,
  RecordLookup,
  RecordSheet,
  SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { inEveryLanguage, lines, type Sentence, withoutMarks } from '#kit/text.ts'
import { readCell } from './cells.ts'
import { cellOf, type Place } from './rules.ts'

/** The lookups of cells that name another record, per kind. A kind without an entry does not compile. */
export type Lookups = Record<LookupKind, RecordLookup>

/** The lookup of a column that names other records; undefined for another column. */
export const lookupOf = (lookups: Partial<Record<ColumnKind, RecordLookup>>, { kind }: ImportColumn) =>
  lookups[kind]

/** A parsed row, in the terms of the record's editor. */
export interface ReadRow {
  /** The values that may differ from those of the record: cells as they are exported are left out. */
  values: Record<string, unknown>
  /** The record that the row refers to; undefined for a new one. */
  id: number | undefined
  problems: Sentence[]
  /** Says which cells of an existing record differ but are only read for new ones. */
  note: Sentence | null
}

/** The context of a row's file. */
export interface FileContext {
  entity: ImportKind
  sheet: RecordSheet
  lookups: Lookups
  places: readonly Place[]
  /** The user names in the same sheet: the preview accepts references to their people. */
  newUsernames: ReadonlySet<string>
  /** The codes of companies by folded name and by code; empty if the file has no column for them. */
  companies: ReadonlyMap<string, string>
}

/** A row, and what is needed to read its cells. */
interface Reader {
  context: Context
  around: FileContext
  companyCode: string
  cell: CellOf
  headerOf: CellOf
}

/** Parses a row and finds the records that it refers to. */
export async function readRow(context: Context, around: FileContext, row: SheetRow): Promise<ReadRow> {
  const cell = (field: string) => cellOf(row, around.places, field)
  const company = companyOf(context, around, cell('companyCode'))
  if ('problem' in company) return { values: {}, id: undefined, problems: [company.problem], note: null }
  const headerOf = (field: string) => around.places.find((place) => place.field === field)?.header ?? ''
  const reader: Reader = { context, around, companyCode: company.code, cell, headerOf }
  const keys = await readKeys(reader)
  const found = await around.sheet.find(context, { cell, values: keys.values, companyCode: company.code })
  const { id, problem } = found
  if (problem) return { values: keys.values, id, problems: [...keys.problems, problem], note: null }
  if (id === undefined) return newRow(reader, keys.read)
  const [record] = await around.sheet.records(context, { ids: [id] })
  return existingRow(reader, { read: keys.read, unchanged: found.unchanged, id, record })
}

/** The company of a row: its own cell, or the user's. */
function companyOf(
  { actor }: Context,
  { companies }: FileContext,
  text: string,
): { code: string } | { problem: Sentence } {
  if (text === '') return { code: actor.companyCode }
  const code = companies.get(nameKey(text))
  return code ? { code } : { problem: { sentence: '没有叫“{text}”的公司。', values: { text } } }
}

type Readings = ReadonlyMap<string, CellReading>

/** Reads the cells that identify the record. */
async function readKeys(reader: Reader) {
  const read = new Map<string, CellReading>()
  const values: Record<string, unknown> = {}
  const problems: Sentence[] = []
  for (const column of reader.around.places) {
    if (!reader.around.sheet.keys.includes(column.field)) continue
    const reading = await readField(reader, column)
    read.set(column.field, reading)
    if (reading && 'problem' in reading) problems.push(reading.problem)
    else if (reading) values[column.field] = reading.value
  }
  return { read, values, problems }
}

/** Reads the cells of a new record. */
async function newRow(reader: Reader, read: Readings): Promise<ReadRow> {
  const { cell, headerOf, companyCode, context } = reader
  const columns = reader.around.places.filter(({ finding }) => !finding)
  const masks = columns.filter((column) => isMask(column, cell(column.field)))
  const problems = masks.map((column) => maskProblem(MASKED_NEW, column, cell(column.field)))
  if (companyCode !== context.actor.companyCode) problems.push(FOREIGN)
  const { values, problems: others } = await readAll(reader, read, without(columns, masks))
  problems.push(...others)
  const problem = reader.around.sheet.interpret?.({ cell, headerOf, values, record: undefined })
  return { values, id: undefined, problems: problem ? [...problems, problem] : problems, note: null }
}

const FOREIGN: Sentence = { sentence: '这一行是其他公司的，那边没有这条记录；新增只能导入到您所在的公司。' }

interface Existing {
  read: Readings
  unchanged: FoundRecord['unchanged']
  id: number
  /** Undefined if the record is out of the user's reach by now. */
  record: SheetRecord | undefined
}

/** Reads the cells of an existing record that differ from what an export of it contains. */
async function existingRow(reader: Reader, { read, unchanged, id, record }: Existing): Promise<ReadRow> {
  const { cell, headerOf, around } = reader
  const columns = around.places.filter(
    ({ field, finding }) => !finding && !unchanged?.fields.includes(field) && cell(field) !== '',
  )
  const differing = columns.filter((column) => !record || !isAsExported(column, cell(column.field), record))
  const changeable = differing.filter(({ newOnly }) => !newOnly)
  const masks = changeable.filter((column) => isMask(column, cell(column.field)))
  const { values, problems } = await readAll(reader, read, without(changeable, masks))
  problems.push(...masks.map((column) => maskProblem(MASKED, column, cell(column.field))))
  const problem = around.sheet.interpret?.({ cell, headerOf, values, record })
  if (problem) problems.push(problem)
  const ignored = await ignoredColumns(reader, read, { columns: without(differing, changeable), record })
  const notes = [
    ...(unchanged ? [unchanged.note] : []),
    ...(ignored.length > 0 ? [ignoredNote(ignored)] : []),
  ]
  return { values, id, problems, note: joined(notes) }
}

const without = <T>(all: readonly T[], some: readonly T[]): T[] => all.filter((one) => !some.includes(one))

async function readAll(reader: Reader, read: Readings, columns: readonly ImportColumn[]) {
  const values: Record<string, unknown> = {}
  const problems: Sentence[] = []
  for (const column of columns) {
    const reading = read.has(column.field) ? read.get(column.field) : await readField(reader, column)
    if (reading && 'problem' in reading) problems.push(reading.problem)
    else if (reading) values[column.field] = reading.value
  }
  return { values, problems }
}

/** Columns for new records only whose cells differ from the record. A field that the record lacks is not compared. */
async function ignoredColumns(
  reader: Reader,
  read: Readings,
  { columns, record }: { columns: readonly ImportColumn[]; record: SheetRecord | undefined },
): Promise<ImportColumn[]> {
  const ignored: ImportColumn[] = []
  for (const column of columns) {
    const { field } = column
    if (!record || !(Object.hasOwn(record.values, field) || Object.hasOwn(record.names, field))) continue
    const reading = read.has(field) ? read.get(field) : await readField(reader, column)
    if (!reading) continue
    if ('problem' in reading || !isSame(reading.value, record.values[field])) ignored.push(column)
  }
  return ignored
}

const joined = ([first, ...more]: readonly Sentence[]) => (first ? lines([first, ...more]) : null)

const ignoredNote = (columns: readonly ImportColumn[]): Sentence => ({
  sentence: '{headers}与现在的不同，没有改：这些列只用于新增，已有的请在页面上改。',
  values: { headers: columns.map(({ header }) => header) },
})

/** Whether a cell contains what an export of the record contains, in any language, or the unmasked value. */
function isAsExported({ field, kind }: ImportColumn, text: string, { values, names }: SheetRecord): boolean {
  const value = values[field]
  switch (kind) {
    case 'person':
    case 'customer':
    case 'store':
      return names[field]?.some((name) => comparable(name) === comparable(text)) ?? false
    case 'words':
      return inEveryLanguage('、').some(
        (separator) => comparable((value as readonly string[]).join(separator)) === comparable(text),
      )
    case 'text':
      return (
        typeof value === 'string' &&
        [value, masked(field, value)].some((one) => comparable(String(one)) === comparable(text))
      )
    default:
      return false
  }
}

/** Characters that files do not keep, and line ends in one form. */
const comparable = (text: string) =>
  withoutMarks(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}|[\ufffe\uffff]/gu, '')
    .toWellFormed()
    .trim()

const isMask = ({ field }: ImportColumn, text: string) => isMaskedField(field) && text.includes('*')

const MASKED = '{header}“{text}”是打码的，和现在的内容对不上：不改请留空，要改请填完整内容。'
const MASKED_NEW = '{header}“{text}”是打码的，新增请填完整内容。'

const maskProblem = (sentence: string, { header }: ImportColumn, text: string): Sentence => ({
  sentence,
  values: { header, text },
})

async function readField(reader: Reader, column: ImportColumn): Promise<CellReading> {
  const { context, around, companyCode, cell } = reader
  const { entity, lookups, places, newUsernames } = around
  const read = readCell(column, cell(column.field))
  if (!read || 'problem' in read || typeof read.value !== 'string') return read
  const lookup = lookupOf(lookups, column)
  if (!lookup) return read
  const readOther = (field: string) => {
    const other = places.find((candidate) => candidate.field === field)
    return other && readCell(other, cell(field))
  }
  const text = read.value
  return lookup.find(context, { entity, column, text, read: readOther, companyCode, newUsernames })
}
