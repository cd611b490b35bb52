import { createHash } from 'node:crypto'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { findAliases } from '#features/import-aliases/queries.ts'
import type { Clock, Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { invalidField, notFound } from '#kit/errors.ts'
import type { Upload } from '#kit/request.ts'
import { asColumns } from './figureColumns.ts'
import type { DatedFile, FileGroup, FileRow } from './intake.ts'
import { dated, grouped, measuresOf } from './intake.ts'
import { storableText } from './jsonText.ts'
import * as queries from './queriesOfIntake.ts'
import type { Field, Measure } from './reader/fields.ts'
import { filePlatforms } from './reader/fields.ts'
import { figuresOf } from './reader/figures.ts'
import type { ParsedFile } from './reader/parse.ts'
import { readUpload } from './readUpload.ts'
import { ReportableStores } from './reportable.ts'
import { storeFinder } from './resolve.ts'
import { dayProblem } from './rules.ts'
import { slicesOf } from './slices.ts'

/** Who uploads what, and what they say of it. */
export interface UploadRequest {
  db: Database
  actor: Actor
  clock: Clock
  upload: Upload
  input: {
    storeId?: number | undefined
    on?: Day | undefined
    mapping?: Record<string, Field> | undefined
    instead?: number | undefined
  }
}

/** So long a preview that nobody confirms is kept. */
const PREVIEW_MS = 14 * 86_400_000

/**
 * Reads an upload and stores what it says as a preview; answers the batch's id. Each step commits by itself, so that a
 * large file never keeps others waiting; until the last one nobody sees the batch. Throws what `readUpload` throws,
 * and NOT_FOUND for a chosen store that is out of reach on the figures' days.
 */
export async function storePreview(request: UploadRequest): Promise<number> {
  const { db, actor, clock, upload, input } = request
  const now = clock()
  const problem = input.on && dayProblem(input.on, today(clock))
  if (problem) throw invalidField('on', problem)
  const stores = new ReportableStores(db, actor, today(clock))
  const parsed = await read(request, stores)
  const file = await dated(parsed, input.on, today(clock))
  const groups = await assign(request, parsed, file, stores)
  await queries.deleteForgotten(db, actor.companyCode, new Date(now.getTime() - PREVIEW_MS))
  const batch = {
    companyCode: companyOf(groups, actor),
    fileName: storableText(upload.name),
    fileHash: createHash('sha256').update(upload.bytes).digest('hex'),
    fileBytes: upload.bytes.byteLength,
    platform: parsed.platform,
    onFrom: file.onFrom,
    createdBy: actor.id,
  }
  const id = await queries.insertBatch(db, batch, now)
  const rowsOk = await storeRows(db, id, groups, file, parsed.sessionFields)
  if (rowsOk > queries.MANY_ROWS) await queries.analyzeRows(db, 'import_row')
  const { findings, problemTotal, skippedTotal } = file
  if (input.instead !== undefined) await queries.deletePreview(db, input.instead, batch)
  await queries.openBatch(db, id, { rowsOk, rowsProblem: problemTotal, rowsSkipped: skippedTotal, findings })
  return id
}

async function read(request: UploadRequest, stores: ReportableStores): Promise<ParsedFile> {
  const { db, actor, upload, input } = request
  const aliases = await findAliases(db, actor.companyCode)
  await stores.load([input.on ?? null])
  const chosen = stores.all().find(({ id }) => id === input.storeId)
  const platform = filePlatforms.find((format) => format === chosen?.platform)
  return readUpload(upload, { aliases, mapping: input.mapping ?? {} }, platform)
}

/** Finds the stores of the rows and puts them into groups. */
async function assign(
  { db, input, upload }: UploadRequest,
  parsed: ParsedFile,
  file: DatedFile,
  stores: ReportableStores,
): Promise<FileGroup[]> {
  await stores.load(file.rows.map(({ on }) => on))
  const all = stores.all()
  const chosen = all.find(({ id }) => id === input.storeId)
  if (input.storeId !== undefined && !chosen) throw notFound('店铺')
  const storesOfNick = await queries.findKnownNicks(
    db,
    all.map(({ id }) => id),
  )
  const known = { format: parsed.platform, fileName: upload.name, storesOn: stores.on, storesOfNick, chosen }
  return grouped(file, await storeFinder(known, file.rows))
}

/** Stores the rows, slice by slice; answers how many. Figures too large to be true join the problems. */
async function storeRows(
  db: Database,
  batchId: number,
  groups: readonly FileGroup[],
  file: DatedFile,
  sessionFields: readonly Measure[],
): Promise<number> {
  const facts = groups.map(({ store, storeName, on }) => ({ storeId: store?.id ?? null, storeName, on }))
  const ids = await queries.insertGroups(db, batchId, facts)
  let stored = 0
  for (const [index, groupId] of ids.entries()) {
    for await (const slice of slicesOf(groups[index]?.rows ?? [])) {
      const rows = slice.flatMap((row) => asStored(row, groupId, sessionFields) ?? tooLarge(row, file))
      await queries.insertRows(db, batchId, rows)
      stored += rows.length
    }
  }
  return stored
}

/** A row as it is stored; undefined where a figure is beyond what can be counted exactly. */
function asStored(
  row: FileRow,
  groupId: number,
  sessionFields: readonly Measure[],
): queries.StoredRow | undefined {
  const figures = figuresOf(row, sessionFields)
  const exact = Object.values(figures).every(
    (value) => typeof value !== 'number' || Number.isSafeInteger(value),
  )
  if (!exact) return undefined
  const place = { row_no: row.row, group_id: groupId, nick: row.nick ?? null, as_read: measuresOf(row) }
  return { ...place, ...asColumns(figures) }
}

function tooLarge(row: FileRow, file: DatedFile): [] {
  file.findings.problems.push({ row: row.row, column: '', message: '这一行的数字大得不合理，请核对。' })
  file.problemTotal += 1
  return []
}

/** The company of the figures; only the headquarters reaches other companies' stores. */
function companyOf(groups: readonly FileGroup[], actor: Actor): string {
  const companies = new Set(groups.flatMap(({ store }) => store?.companyCode ?? []))
  const [company = actor.companyCode] = companies
  return companies.size === 1 ? company : actor.companyCode
}
