import { createHash } from 'node:crypto'
import { allowStatements, IMPORT_STATEMENT_SECONDS } from '#db/patience.ts'
import { today } from '#kit/calendar.ts'
import type { Upload } from '#kit/request.ts'
import type { Context, Transact } from '#kit/serve.ts'
import { gate } from '#kit/sheets/gate.ts'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { assertFileSize } from '#kit/sheets/limits.ts'
import { storableText } from '#operations/imports/jsonText.ts'
import { MANY_ROWS } from '#operations/imports/queriesOfIntake.ts'
import { asAppError } from '#operations/imports/readUpload.ts'
import * as queries from './queriesOfRows.ts'
import type { PastSummary } from './reading.ts'
import type { PastInput, PastPart } from './worker.ts'

const ENTRY = new URL('./worker.ts', import.meta.url)

/** Workbooks of past figures are read one at a time, separately from platform files. */
const inTurn = gate(1, 10)

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
  const take = async (part: PastPart) => {
    if ('rows' in part) return queries.insertRows(db, { fileId, actor }, part.rows)
    rowsTotal = part.summary.rows
    fileId = await begin(context, upload, part.summary)
  }
  await read(upload, today(context.clock), take)
  if (rowsTotal > MANY_ROWS) await queries.analyzeRows(db)
  await transact(async (inner) => {
    await allowStatements(inner.db, IMPORT_STATEMENT_SECONDS)
    await queries.weighRows(inner.db, actor, fileId)
    await queries.countRows(inner.db, fileId)
    await queries.openFile(inner.db, fileId)
  })
  return fileId
}

function begin(context: Context, upload: Upload, { headers, rows, empty }: PastSummary): Promise<number> {
  const { db, actor, clock } = context
  const fileHash = createHash('sha256').update(upload.bytes).digest('hex')
  const named = { companyCode: actor.companyCode, fileName: storableText(upload.name), fileHash }
  const file = { ...named, headers, rowsTotal: rows, rowsEmpty: empty, createdBy: actor.id }
  return queries.insertFile(db, file, { now: clock(), keptSince: new Date(clock().getTime() - PREVIEW_MS) })
}

async function read(upload: Upload, on: string, take: (part: PastPart) => Promise<unknown>): Promise<void> {
  try {
    assertFileSize(upload.bytes.byteLength)
    await inTurn(() => {
      const input: PastInput = { bytes: new Uint8Array(upload.bytes), today: on }
      const transfer = [input.bytes.buffer as ArrayBuffer]
      return runInWorker<PastPart, null>(ENTRY, { input, transfer, onPart: take })
    })
  } catch (error) {
    throw asAppError(error)
  }
}
