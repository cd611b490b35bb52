import { type CellSource, translateSource } from '#kit/cellSource.ts'
import type { Client } from '#kit/client.ts'
import { type Totals, totalsRow } from '#kit/listTotals.ts'
import { t, withoutMarks } from '#kit/text.ts'
import type { BackgroundExport } from '#kit/ui/backgroundExport.tsx'
import type { ExportEntry } from '#kit/ui/exportLog.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import type { FilterValues } from './address.ts'
import { fieldOf, plainValue } from './cells.tsx'
import type { Choice, Column, Filter } from './declare.tsx'
import { activeFilters, filterText } from './filters.tsx'
import { aboutSheet, dataSheet, fileName } from './workbook.ts'

/** What is exported, as the list shows it. */
export interface Source<T> {
  /** The key of the list in the preferences, for the log. */
  list: string
  /** The path of its endpoint, and the query. */
  path: string
  query: Record<string, unknown>
  name: string
  /** The visible columns, in their order. */
  columns: readonly Column<T>[]
  /** All columns. Those that identify a record are exported even if they are hidden. */
  allColumns: readonly Column<T>[]
  filters: readonly Filter[]
  values: FilterValues
}

/** All rows that the filters find, with their totals. */
export interface Fetched<T> {
  rows: T[]
  totals: Totals | undefined
}

/** Who exports, and by what means. */
export interface Exporter {
  client: Client
  /** Logs the export; if that fails, nothing is saved. */
  log: (entry: ExportEntry) => Promise<unknown>
  person: string
  companyName: string
  /** Aborts until the export is logged; the call then throws the signal's reason. */
  signal: AbortSignal
}

/** Logs the export, then saves the file. `chosen`: the user selected the rows. */
export async function exportList<T>(
  source: Source<T>,
  { rows, totals }: Fetched<T>,
  chosen: boolean,
  { client, log, person, companyName, signal }: Exporter,
): Promise<void> {
  const filters = chosen ? [t('所选 {n} 项', { n: rows.length })] : await filterLines(client, source)
  signal.throwIfAborted()
  const columns = exportedColumns(source)
  const titles = columns.map(exportTitleOf)
  await log({ list: source.list, module: source.name, filters, columns: titles, rows: rows.length })
  const at = new Date()
  const data = dataSheet(source.name, {
    columns: columns.map((column) => ({ title: exportTitleOf(column), type: column.type ?? 'text' })),
    rows: rows.map((row) => columns.map((column) => plainValue(column, row))),
    totals: totals && totalsRow(columns.map(fieldOf), totals, t),
  })
  const company = companyOf(source) ?? companyName
  const about = aboutSheet({
    module: source.name,
    company,
    filters,
    person,
    now: at,
    rows: rows.length,
    hasTotals: data.totals !== undefined,
  })
  const { month } = source.values
  const of = typeof month === 'string' && month ? { period: month, company } : undefined
  await saveSheets(fileName(source.name, at, of), [data, about], {
    company,
    person,
    at,
    subject: filters.join(t('；')),
  })
}

/** The request for a file that the server writes. */
export async function backgroundExport<T>(source: Source<T>, client: Client): Promise<BackgroundExport> {
  const columns = exportedColumns(source).map((column) => ({
    title: withoutMarks(exportTitleOf(column)),
    type: column.type ?? 'text',
    from: sourceOf(column),
  }))
  const filters = await filterLines(client, source)
  const { list, path, name, query } = source
  return { list, path, module: withoutMarks(name), query, filters: filters.map(withoutMarks), columns }
}

/** The visible columns, after the hidden ones that identify a record. */
function exportedColumns<T>({ columns, allColumns }: Source<T>): Column<T>[] {
  const identifying = allColumns.filter(
    (column) => column.exported === 'always' && !columns.some(({ key }) => key === column.key),
  )
  return [...identifying, ...columns.filter(({ exported }) => exported !== false)]
}

const exportTitleOf = <T,>({ title, exportTitle = title }: Column<T>) => exportTitle

/** The company or companies of the rows, if the list can be filtered by company; otherwise undefined. */
function companyOf<T>({ filters, values }: Source<T>): string | undefined {
  const filter = filters.find((one) => 'key' in one && one.key === 'companyCode')
  if (!filter || !('options' in filter) || !Array.isArray(filter.options)) return undefined
  const chosen = [values.companyCode ?? []].flat()
  if (chosen.length === 0) return t('全部公司')
  const names = (filter.options as readonly Choice[]).filter(({ value }) => chosen.includes(String(value)))
  return names.map(({ label }) => label).join(t('、'))
}

/** 平台：天猫、京东, with the names of records instead of their ids. */
async function filterLines<T>(client: Client, { filters, values }: Source<T>): Promise<string[]> {
  return Promise.all(
    activeFilters(filters, values).map(async (filter) => {
      const label = filter.label || t('状态')
      const value = filterText(filter, values, await namesFor(client, filter))
      return t('{label}：{value}', { label, value })
    }),
  )
}

async function namesFor(client: Client, filter: Filter): Promise<Map<number, string> | undefined> {
  if (filter.control !== 'remote') return undefined
  const answer = await client.call(filter.options, (filter.query ?? {}) as never)
  const options = Array.isArray(answer) ? answer : answer.items
  return new Map(options.map((option) => [option.id, option.name]))
}

/** Tells the server how to format the column, in the user's language. */
function sourceOf<T>({ key, from, words }: Column<T>): CellSource {
  if (words) return { field: key, words: words.name }
  return translateSource(from ?? { field: key }, (text) => withoutMarks(t(text)))
}
