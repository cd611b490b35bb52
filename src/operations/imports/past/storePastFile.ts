import { createHash } from 'node:crypto'
import { IMPORT_STATEMENT_LIMIT_SECONDS } from '#db/statementLimits.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { today } from '#kit/calendar.ts'
import { storableText } from '#kit/jsonText.ts'
import type { Context, Transact } from '#kit/serve.ts'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { assertFileSize } from '#kit/sheets/limits.ts'
import { createReadQueue } from '#kit/sheets/readQueue.ts'
import type { Upload } from '#kit/upload.ts'
import { ANALYZE_THRESHOLD } from '#operations/imports/intakeQueries.ts'
import { toAppError } from '#operations/imports/readUpload.ts'
import type { PastSummary } from './pastReader.ts'
import * as queries from './queries.ts'
import type { PastInput, PastPart } from './worker.ts'

const ENTRY = new URL('./worker.ts', import.meta.url)

/** Workbooks of past figures are read one at a time, separately from platform files. */
const oneAtATime = createReadQueue(1, 10)

/** Unconfirmed previews are deleted after this time. */
const PREVIEW_MS = 14 * 86_400_000

/**
 * Reads a workbook of past figures and stores it as a preview; returns its id. The rows are inserted in chunks of about
 * a thousand, each committed separately; the file is hidden until the last step. Throws INVALID, TOO_LARGE or BUSY with
 * the reader's message.
 */
export async function storePastFile(
  context: Context,
  upload: Upload,
  transact: Transact<Context['actor']>,
): Promise<number> {
  const { db, actor } = context
  let fileId = 0
  let rowsTotal = 0
  const storePart = async (part: PastPart) => {
    if ('rows' in part) return queries.insertRows(db, { fileId, actor }, part.rows)
    rowsTotal = part.summary.rows
    await context.spend('row', rowsTotal)
    fileId = await insertPastFile(context, upload, part.summary)
  }
  await readWorkbook(upload, today(context.clock), storePart)
  if (rowsTotal > ANALYZE_THRESHOLD) await queries.analyzeRows(db)
  await transact(async (inner) => {
    await setStatementTimeout(inner.db, IMPORT_STATEMENT_LIMIT_SECONDS)
    await queries.classifyRows(inner.db, actor, fileId)
    await queries.countRows(inner.db, fileId)
    await queries.openFile(inner.db, fileId)
  })
  return fileId
}

function insertPastFile(
  context: Context,
  upload: Upload,
  { headers, rows, empty }: PastSummary,
): Promise<number> {
  const { db, actor, clock } = context
  const fileHash = createHash('sha256').update(upload.bytes).digest('hex')
  const named = { companyCode: actor.companyCode, fileName: storableText(upload.name), fileHash }
  const file = { ...named, headers, rowsTotal: rows, rowsEmpty: empty, createdBy: actor.id }
  return queries.insertFile(db, file, {
    now: clock(),
    expiredBefore: new Date(clock().getTime() - PREVIEW_MS),
  })
}

async function readWorkbook(
  upload: Upload,
  on: string,
  handlePart: (part: PastPart) => Promise<unknown>,
): Promise<void> {
  try {
    assertFileSize(upload.bytes.byteLength)
    await oneAtATime(() => {
      const input: PastInput = { bytes: new Uint8Array(upload.bytes), today: on }
      const transfer = [input.bytes.buffer as ArrayBuffer]
      return runInWorker<PastPart, null>(ENTRY, { input, transfer, onPart: handlePart })
    })
  } catch (error) {
    throw toAppError(error)
  }
}
