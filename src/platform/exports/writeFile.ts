import { today } from '#kit/calendar.ts'
import { type CellPlain, cellValue } from '#kit/cellSource.ts'
import { chunksOf } from '#kit/chunks.ts'
import { AppError } from '#kit/errors.ts'
import { totalsRow } from '#kit/listTotals.ts'
import type { Context } from '#kit/serve.ts'
import { streamXlsx, type XlsxStream } from '#kit/sheets/writeStream.ts'
import { type Say, translate } from '#kit/text.ts'
import { aboutSheet, dataColumns, dataRows, fileName } from '#kit/ui/list/workbook.ts'
import type { ExportRequest } from './contract.ts'
import * as queries from './queries.ts'
import { assertRows } from './rules.ts'
import { Abandoned, contextOf, type ExportWork } from './workContext.ts'

/** Rows per query: large, because a report computes its whole period again for each page. */
const ROWS_READ = 2_000
/** Rows compressed before other requests are served. */
const ROWS_WRITTEN = 500
/** Size of a part in bytes; a request downloads one. */
const PART_BYTES = 512 * 1024
const MAX_BYTES = 100 * 1024 * 1024

interface Job {
  file: { id: number; staffId: number }
  request: ExportRequest
  context: Context
}

/** Writes the rows of a list into the parts of a file. Throws `Abandoned`, and AppError if the export is refused. */
export async function writeFile(work: ExportWork, job: Job) {
  const { request, context } = job
  const { module, filters, columns } = request
  const say: Say = (sentence, values) => translate(request.locale, sentence, values)
  const parts = partsOf(work, job.file.id)
  const stream = streamXlsx([module, say('导出说明')], dataColumns(columns, say), parts.addChunk)
  const { rowsDone, totals } = await writeRows(work, job, { stream, parts, say })
  const now = work.clock()
  const company = await queries.companyName(work.db, context.actor.companyCode)
  const { name: person } = context.actor
  stream.end({
    totals: totals && dataRows(columns, [totals], say)[0],
    notes: aboutSheet({ module, company, filters, person, now, rows: rowsDone, hasTotals: !!totals }, say),
    about: { company, person, at: now, subject: filters.join(say('；')), say },
  })
  await parts.saveParts(true)
  const { month } = request.query
  const of = typeof month === 'string' && month ? { period: month, company } : undefined
  return { name: fileName(module, now, of), rowsDone, rowsTotal: rowsDone, bytes: parts.bytes() }
}

interface Output {
  stream: XlsxStream
  parts: ReturnType<typeof partsOf>
  say: Say
}

/** Writes all rows, page by page; returns their number and the list's totals, as of the last page. */
async function writeRows(work: ExportWork, job: Job, { stream, parts, say }: Output) {
  const { file, request } = job
  let rowsDone = 0
  const exportedIds = new Set<unknown>()
  for (let current = 1; ; current += 1) {
    const page = await readPage(work, job, current)
    const rows = page.items.filter((row) => isNew(row, exportedIds))
    for await (const some of chunksOf(rows, ROWS_WRITTEN)) {
      stream.add(dataRows(request.columns, valuesOf(work, request, some, say), say))
    }
    rowsDone += rows.length
    assertRows(rowsDone)
    await parts.saveParts()
    const at = { rowsDone, rowsTotal: Math.max(page.total, rowsDone), bytes: parts.bytes() }
    const goesOn = await queries.recordProgress(work.db, file.id, { ...at, beatAt: work.clock() })
    if (!goesOn || work.isStopping()) throw new Abandoned()
    if (page.items.length < ROWS_READ) return { rowsDone, totals: totalsOf(work, request, page, say) }
  }
}

function totalsOf(
  { findTotals }: Pick<ExportWork, 'findTotals'>,
  request: ExportRequest,
  answer: object,
  say: Say,
) {
  const totals = findTotals(request.path)?.of(answer, say)
  const fields = request.columns.map(({ from }) => from.field)
  return totals && totalsRow(fields, totals, say)
}

/** Reads a page with the person's current permissions. */
async function readPage(work: ExportWork, { file, request }: Job, current: number) {
  const list = work.findList(request.path)
  if (!list) throw new AppError('INVALID', '这个列表不能在后台导出。')
  const context = await contextOf(work, file, request.locale)
  return list.read(context, request.query, { current, pageSize: ROWS_READ })
}

/** A concurrent write can move a row to the next page; it must not be exported twice. */
function isNew(row: object, exportedIds: Set<unknown>): boolean {
  const id = (row as { id?: unknown }).id
  if (id === undefined || id === null) return true
  if (exportedIds.has(id)) return false
  exportedIds.add(id)
  return true
}

function valuesOf(
  { findFormatter, clock }: Pick<ExportWork, 'findFormatter' | 'clock'>,
  { columns }: ExportRequest,
  rows: readonly object[],
  say: Say,
): CellPlain[][] {
  const cells = columns.map(({ from }) => {
    if (!from.words) return (row: object) => cellValue(from, row)
    const formatter = findFormatter(from.words)
    return (row: object) => formatter?.of(row, say, today(clock))
  })
  return rows.map((row) => cells.map((cell) => cell(row)))
}

/** Collects compressed chunks and saves them in parts. */
function partsOf({ db }: Pick<ExportWork, 'db'>, fileId: number) {
  let [ready, readyBytes, bytes, no]: [Uint8Array[], number, number, number] = [[], 0, 0, 0]
  return {
    addChunk: (chunk: Uint8Array) => {
      ready.push(chunk)
      readyBytes += chunk.length
      bytes += chunk.length
    },
    bytes: () => bytes,
    /** Saves complete parts; at the end also the rest. */
    saveParts: async (atEnd = false) => {
      if (bytes > MAX_BYTES) {
        throw new AppError('TOO_LARGE', '文件超过 100 MB，没有完成。请减少列或缩小范围后重新导出。')
      }
      if (readyBytes === 0 || (readyBytes < PART_BYTES && !atEnd)) return
      const buffer = Buffer.concat(ready)
      ready = []
      readyBytes = 0
      for (let from = 0; from < buffer.length; from += PART_BYTES) {
        no += 1
        await queries.insertPart(db, { fileId, no, bytes: buffer.subarray(from, from + PART_BYTES) })
      }
    },
  }
}
