import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { addDays, type Day, today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { storableText } from '#kit/jsonText.ts'
import type { Context, Transact } from '#kit/serve.ts'
import { readSheets } from '#kit/sheets/readSheets.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { type ClockFile, type ClockSource, MAX_ROWS } from './contract.ts'
import { type AttendanceCorrections, takeBack } from './decisions.ts'
import { countStates, NO_COUNTS, type PreviewRow, previewRows } from './preview.ts'
import * as queries from './queries.ts'
import { type FileRow, findStoredRows } from './queries.ts'
import { readClockSheets } from './reader.ts'
import { assertStep } from './rules.ts'

/** Unconfirmed previews are deleted after this time. */
const PREVIEW_MS = 14 * 86_400_000

type File = z.input<typeof ClockFile>
type Reader = Pick<Context, 'db' | 'actor' | 'clock'>

/** Reads a sheet and stores it as a preview. Throws INVALID, TOO_LARGE or BUSY with the reader's message. */
export async function uploadFile(context: Context, transact: Transact<Context['actor']>) {
  const { upload, actor, clock } = context
  if (!upload) throw invalidField('file', '请选择打卡文件。')
  const { bytes, name } = upload
  const fileHash = createHash('sha256').update(bytes).digest('hex')
  // One row more than allowed shows that the file has too many.
  const { source, rows } = readClockSheets(await readSheets(upload, { maxRows: MAX_ROWS + 1 }), MAX_ROWS)
  const days = rows.flatMap(({ on }) => on ?? []).sort()
  const facts = { companyCode: actor.companyCode, source, fileHash, rowsTotal: rows.length }
  const span = { fromOn: days[0] ?? null, toOn: days.at(-1) ?? null }
  const file = { ...facts, ...span, fileName: storableText(name).slice(0, 255) || '-' }
  return transact(async (inner) => {
    const id = await queries.insertFile(
      inner.db,
      { ...file, createdAt: clock(), createdBy: actor.id },
      { rows, expiredBefore: new Date(clock().getTime() - PREVIEW_MS) },
    )
    const stored = await queries.getFile(inner.db, actor, id)
    const duplicate = await queries.findDuplicate(inner.db, actor, stored)
    const { committedAt, createdByName } = duplicate ?? { committedAt: null, createdByName: '' }
    return {
      ...(await toFile(inner, stored)),
      duplicateOf: committedAt ? { committedAt: committedAt.toISOString(), createdByName } : null,
    }
  })
}

/** The rows of a file with what each would do now. */
export async function readRows(context: Reader, file: FileRow): Promise<PreviewRow[]> {
  const rows = await findStoredRows(context.db, file.id)
  return previewStored(context, file, rows)
}

async function previewStored(
  { db, actor, clock }: Reader,
  {
    companyCode,
    source,
    fromOn,
    toOn,
  }: { companyCode: string; source: ClockSource; fromOn: Day | null; toOn: Day | null },
  rows: Awaited<ReturnType<typeof findStoredRows>>,
): Promise<PreviewRow[]> {
  const now = today(clock)
  const span = { from: fromOn ?? now, to: toOn ?? now }
  const records = await queries.findRecords(db, { companyCode, ...span })
  return previewRows(rows, {
    bound: await queries.findBound(db, companyCode, source),
    people: await queries.findKnownPeople(db, actor, companyCode),
    current: new Map(records.map((record) => [`${record.staffId} ${record.on}`, record])),
    closed: await queries.findClosedMonths(db, companyCode),
    today: now,
  })
}

/** A file in API format. Only a preview has counts: what a committed one did is what it wrote. */
export async function toFile(context: Reader, row: FileRow): Promise<File> {
  const counts = row.status === 'preview' ? countStates(await readRows(context, row)) : NO_COUNTS
  return toFileWith(row, counts)
}

/** A file of a list, without counts. */
export const toListedFile = (row: FileRow): File => toFileWith(row, NO_COUNTS)

function toFileWith(row: FileRow, counts: File['counts']): File {
  return {
    ...row,
    counts,
    from: row.fromOn,
    to: row.toOn,
    createdAt: row.createdAt.toISOString(),
    committedAt: row.committedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }
}

interface Step {
  id: number
  version: number
}

async function lockForStep(context: Context, { id, version }: Step, step: 'commit' | 'undo') {
  const { db, actor } = context
  const file = await queries.lockFile(db, actor, id)
  assertStep(file.status, step)
  await assertVersionLazy(file, version, () => toFile(context, file))
  return file
}

/** Writes the records of a preview, as its rows are now. Throws NOT_FOUND, WRONG_STATE and STALE. */
export async function commitFile(context: Context, step: Step): Promise<File> {
  const { db, actor, clock, record } = context
  const file = await lockForStep(context, step, 'commit')
  const rows = await readRows(context, file)
  const counts = countStates(rows)
  await queries.markFile(db, file.id, { status: 'committed', committedAt: clock() })
  await queries.insertDays(db, file, rows.filter(isWritten))
  record({
    action: 'commit',
    entity: 'clock-file',
    recordId: file.id,
    companyCode: file.companyCode,
    changes: { fileName: [null, file.fileName], sha256: [null, file.fileHash], counts: [null, counts] },
  })
  return toFile(context, await queries.getFile(db, actor, file.id))
}

const isWritten = ({ state }: PreviewRow) => state === 'create' || state === 'update'

/** What an undo does: deleted records, those of earlier files that count again, reversed decisions. */
export interface Undone {
  deleted: number
  restored: number
  reversed: number
}

/**
 * Deletes the records of a file, so that earlier files count again, and reverses the decisions on days without a record.
 * Throws NOT_FOUND, WRONG_STATE, STALE, and PERIOD_CLOSED if a record is of a closed month.
 */
export async function undoFile(
  context: Context,
  step: Step,
  corrections: AttendanceCorrections,
): Promise<Undone> {
  const { db, clock, record } = context
  const file = await lockForStep(context, step, 'undo')
  const gone = await queries.deleteDays(db, file.id)
  await queries.markFile(db, file.id, { status: 'undone', undoneAt: clock() })
  const days = gone.map(({ on }) => on).sort()
  const [from, to] = [days[0], days.at(-1)]
  const about = { companyCode: file.companyCode, staffIds: [...new Set(gone.map(({ staffId }) => staffId))] }
  const effects =
    from && to
      ? await settleGone(context, gone, { ...about, from, to }, corrections)
      : { restored: 0, reversed: 0 }
  record({
    action: 'undo',
    entity: 'clock-file',
    recordId: file.id,
    companyCode: file.companyCode,
    changes: { status: ['committed', 'undone'], fileName: [file.fileName, null], days: [gone.length, null] },
  })
  return { deleted: gone.length, ...effects }
}

/** Reverses the decisions on days of which no file has a record any more. */
async function settleGone(
  context: Context,
  gone: readonly { staffId: number; on: Day }[],
  of: { companyCode: string; staffIds: number[]; from: Day; to: Day },
  corrections: AttendanceCorrections,
) {
  const { db } = context
  const left = new Set((await queries.findRecords(db, of)).map(({ staffId, on }) => `${staffId} ${on}`))
  const lost = new Set(gone.map(({ staffId, on }) => `${staffId} ${on}`).filter((key) => !left.has(key)))
  const decisions = (await queries.findDecisions(db, of)).filter(({ staffId, on }) =>
    lost.has(`${staffId} ${on}`),
  )
  for (const decision of decisions) {
    const why = { sentence: '打卡文件已撤销' }
    await takeBack(context, { ...decision, ...of, onDay: decision.on }, { corrections, why })
  }
  return { restored: gone.length - lost.size, reversed: decisions.length }
}

interface Binding {
  source: ClockSource
  key: string
  staffId: number
}

/** How far back the people of files are listed. */
export const PEOPLE_DAYS = 400

/**
 * Binds a person of a source to an agent within reach, and writes the records of committed files; records of open months
 * that were written for somebody else are deleted. Throws NOT_FOUND.
 */
export async function bindPerson(context: Context, { source, key, staffId }: Binding): Promise<number> {
  const { db, actor, clock, record } = context
  const { companyCode, name } = await queries.lockAgent(db, actor, staffId)
  await assertRebindable(context, { source, key })
  const { id } = await queries.bindPerson(
    db,
    { companyCode, source, key, staffId },
    { by: actor.id, at: clock() },
  )
  let written = 0
  for (const file of await queries.lockFilesOf(db, { companyCode, source, key })) {
    written += await rewrite(context, { ...file, source }, key)
  }
  record({
    action: 'bind',
    entity: 'clock-person',
    recordId: id,
    companyCode,
    changes: { key: [null, key], source: [null, source], staffName: [null, name], written: [null, written] },
  })
  return written
}

/** Throws NOT_FOUND if the person is bound to somebody out of the actor's reach. */
async function assertRebindable(
  { db, actor }: Context,
  { source, key }: { source: ClockSource; key: string },
): Promise<void> {
  const bound = (await queries.findBound(db, actor.companyCode, source)).get(key)
  if (bound !== undefined) await queries.lockAgent(db, actor, bound)
}

/** Writes the rows of a person in a committed file anew; returns the number of records. */
async function rewrite(
  context: Context,
  file: { id: number; companyCode: string; source: ClockSource },
  key: string,
): Promise<number> {
  const rows = (await findStoredRows(context.db, file.id)).filter((row) => row.key === key)
  const closed = await queries.findClosedMonths(context.db, file.companyCode)
  const open = rows.filter(({ on }) => on !== null && !closed.has(on.slice(0, 7)))
  const days = open.flatMap(({ on }) => on ?? []).sort()
  await queries.deleteDays(
    context.db,
    file.id,
    open.map(({ row }) => row),
  )
  const span = { fromOn: days[0] ?? null, toOn: days.at(-1) ?? null }
  const written = (await previewStored(context, { ...file, ...span }, open)).filter(isWritten)
  await queries.insertDays(context.db, file, written)
  return written.length
}

/** The first day whose rows name people to bind. */
export const peopleSince = (now: Day): Day => addDays(now, -PEOPLE_DAYS)
