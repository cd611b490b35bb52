import { App } from 'antd'
import { useState } from 'react'
import type { Client } from '#kit/client.ts'
import { formatCount } from '#kit/format.ts'
import { useClient } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { reported } from '#kit/ui/reported.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { FilterValues } from './address.ts'
import { plainValue } from './cells.tsx'
import type { Column, Filter } from './declare.tsx'
import { MOST_ROWS } from './fetchAll.tsx'
import { activeFilters, said } from './filters.tsx'
import { aboutSheet, dataSheet, fileName } from './workbook.ts'

interface Source<T> {
  name: string
  columns: readonly Column<T>[]
  filters: readonly Filter[]
  values: FilterValues
  total: number
  fetchRows: (onProgress: (fetched: number) => void) => Promise<T[]>
}

export interface Exporting<T> {
  /** What the button says while it works; null while it does not. */
  progress: string | null
  /** Exports the given rows, or all that the filters find. */
  run: (rows?: T[]) => Promise<void>
}

/** 导出: exactly what is seen — the same filters, the visible columns in their order — as an .xlsx. */
export function useExport<T>(source: Source<T>): Exporting<T> {
  const client = useClient()
  const person = useUser().name
  const { modal, message } = App.useApp()
  const [progress, setProgress] = useState<string | null>(null)
  const run = async (chosen?: T[]) => {
    if (!chosen && source.total > MOST_ROWS) return void modal.warning(tooMany(source.total))
    setProgress(t('正在导出'))
    const report = (fetched: number) =>
      setProgress(t('正在导出 {n}/{all}', { n: formatCount(fetched), all: formatCount(source.total) }))
    try {
      const rows = chosen ?? (await source.fetchRows(report))
      const filters = chosen ? [t('所选 {n} 项', { n: rows.length })] : await filterLines(client, source)
      await save(source, rows, filters, person)
      message.success(t('已导出 {n} 条', { n: formatCount(rows.length) }))
    } catch (error) {
      reported(error)
    } finally {
      setProgress(null)
    }
  }
  return { progress, run }
}

async function save<T>(source: Source<T>, rows: T[], filters: string[], person: string): Promise<void> {
  const { toXlsx } = await import('#kit/sheets/write.ts')
  const now = new Date()
  const columns = source.columns.filter((column) => column.exported !== false)
  const data = dataSheet(
    source.name,
    columns.map(({ title, type = 'text' }) => ({ title, type })),
    rows.map((row) => columns.map((column) => plainValue(column, row))),
  )
  const about = aboutSheet({ module: source.name, filters, person, now, rows: rows.length })
  download(fileName(source.name, now), new Blob([toXlsx([data, about])]))
}

/** 平台：天猫、京东 — with the names of records, not their numbers. */
async function filterLines<T>(client: Client, { filters, values }: Source<T>): Promise<string[]> {
  return Promise.all(
    activeFilters(filters, values).map(async (filter) => {
      const label = filter.label || t('状态')
      return `${label}：${said(filter, values, await namesFor(client, filter))}`
    }),
  )
}

async function namesFor(client: Client, filter: Filter): Promise<Map<number, string> | undefined> {
  if (filter.control !== 'remote') return undefined
  const answer = await client.call(filter.options, (filter.query ?? {}) as never)
  const options = Array.isArray(answer) ? answer : answer.items
  return new Map(options.map((option) => [option.id, option.name]))
}

function download(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

function tooMany(total: number) {
  return {
    title: t('一次最多导出 {n} 条', { n: formatCount(MOST_ROWS) }),
    content: t('现在共有 {n} 条。请先用筛选缩小范围（例如缩短日期），再导出。', { n: formatCount(total) }),
  }
}
