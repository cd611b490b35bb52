import { App } from 'antd'
import { useRef, useState } from 'react'
import { type CellSource, translateSource } from '#kit/cellSource.ts'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { formatCount } from '#kit/format.ts'
import { type Totals, totalsRow } from '#kit/listTotals.ts'
import { t, withoutMarks } from '#kit/text.ts'
import { useBackgroundExport } from '#kit/ui/backgroundExport.tsx'
import { useExportLog } from '#kit/ui/exportLog.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { FilterValues } from './address.ts'
import { fieldOf, plainValue } from './cells.tsx'
import type { Choice, Column, Filter } from './declare.tsx'
import { MAX_ROWS } from './fetchAll.tsx'
import { activeFilters, filterText } from './filters.tsx'

interface Source<T> {
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
  total: number
  fetchRows: (onProgress: (fetched: number) => void, signal: AbortSignal) => Promise<Fetched<T>>
  /** The totals of chosen rows. */
  totalsOf: (rows: T[]) => Totals | undefined
}

/** All rows that the filters find, with their totals. */
interface Fetched<T> {
  rows: T[]
  totals: Totals | undefined
}

export interface Exporting<T> {
  /** The button's label while the export runs; null otherwise. */
  progress: string | null
  /** Exports the given rows, or all that the filters find. */
  run: (rows?: T[]) => Promise<void>
  /** Cancels the running export. */
  cancel: () => void
}

/** 导出: what the user sees (the same filters, the visible columns in their order) as an .xlsx. */
export function useExport<T>(source: Source<T>): Exporting<T> {
  const { message } = App.useApp()
  const save = useSave(source)
  const inBackground = useInBackground(source)
  const [progress, setProgress] = useState<string | null>(null)
  const abortController = useRef(new AbortController())
  const run = async (chosen?: T[]) => {
    if (!chosen && source.total > MAX_ROWS) return void inBackground()
    abortController.current = new AbortController()
    const { signal } = abortController.current
    setProgress(t('正在导出'))
    const report = (fetched: number) =>
      setProgress(t('正在导出 {n}/{all}', { n: formatCount(fetched), all: formatCount(source.total) }))
    try {
      const found = chosen
        ? { rows: chosen, totals: source.totalsOf(chosen) }
        : await source.fetchRows(report, signal)
      await save(found, chosen !== undefined, signal)
      message.success(t('已导出 {n} 条', { n: formatCount(found.rows.length) }))
    } catch (error) {
      if (signal.aborted) message.info(t('已取消导出'))
      else ignoreShownErrors(error)
    } finally {
      setProgress(null)
    }
  }
  return { progress, run, cancel: () => abortController.current.abort() }
}

/** Logs the export, then saves the file. The code that creates sheets is loaded on demand. */
function useSave<T>(source: Source<T>) {
  const client = useClient()
  const log = useExportLog()
  const { name: person, companyName } = useUser()
  return async ({ rows, totals }: Fetched<T>, chosen: boolean, signal: AbortSignal) => {
    const filters = chosen ? [t('所选 {n} 项', { n: rows.length })] : await filterLines(client, source)
    const columns = exportedColumns(source)
    const { aboutSheet, dataSheet, fileName } = await import('./workbook.ts')
    signal.throwIfAborted()
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

/** Asks whether the server should write the file. */
function useInBackground<T>(source: Source<T>) {
  const { modal } = App.useApp()
  const client = useClient()
  const start = useBackgroundExport()
  return async () => {
    const columns = exportedColumns(source)
    const filters = await filterLines(client, source)
    const { list, path, name, query } = source
    const sentColumns = columns.map((column) => ({
      title: withoutMarks(exportTitleOf(column)),
      type: column.type ?? 'text',
      from: sourceOf(column),
    }))
    modal.confirm({
      ...question(source.total),
      onOk: () =>
        start({
          list,
          path,
          module: withoutMarks(name),
          query,
          filters: filters.map(withoutMarks),
          columns: sentColumns,
        }),
    })
  }
}

/** Tells the server how to format the column, in the user's language. */
function sourceOf<T>({ key, from, words }: Column<T>): CellSource {
  if (words) return { field: key, words: words.name }
  return translateSource(from ?? { field: key }, (text) => withoutMarks(t(text)))
}

function question(total: number) {
  return {
    title: t('在后台导出 {n} 条？', { n: formatCount(total) }),
    content: t('超过 {n} 条的列表在后台生成文件，您可以继续做别的事。完成后到「下载中心」领取，保留 7 天。', {
      n: formatCount(MAX_ROWS),
    }),
    okText: t('开始导出'),
  }
}
