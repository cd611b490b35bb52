import { changesBetween } from '#kit/audit.ts'
import { addDays, today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { toStored } from '#kit/text.ts'
import { writeAudit } from '#platform/audit-logs/queries.ts'
import { type NewNotice, notify } from '#platform/notices/queries.ts'
import { type ExportRequest, ExportRequest as Request } from './contract.ts'
import * as queries from './queries.ts'
import { RETENTION_DAYS } from './rules.ts'
import { Abandoned, contextOf, type ExportWork } from './workContext.ts'
import { writeFile } from './writeFile.ts'

type ClaimedFile = NonNullable<Awaited<ReturnType<typeof queries.claimFile>>>

const BEGUN_TOO_OFTEN = { sentence: '导出中断了几次，没有完成。请缩小范围后重新导出。' }
const FAULT = { sentence: '导出时出错，没有完成。请重新导出；仍不行时请联系管理员。' }

/** Writes the next waiting file; returns whether there was one. */
export async function writeNextFile(work: ExportWork): Promise<boolean> {
  const { db, clock } = work
  if (work.isStopping()) return false
  await queries.failSilent(db, clock(), BEGUN_TOO_OFTEN)
  const file = await queries.claimFile(db, clock())
  if (!file) return false
  try {
    await writeOne(work, file)
  } catch (error) {
    await recordFailure(work, file, error)
  }
  return true
}

async function writeOne(work: ExportWork, file: ClaimedFile): Promise<void> {
  const { db } = work
  const request = Request.parse(JSON.parse(file.request))
  const context = await contextOf(work, file, request.locale)
  await queries.deleteParts(db, file.id)
  const written = await writeFile(work, { file, request, context })
  await db.transaction().execute(async (tx) => {
    await queries.updateFile(tx, file.id, {
      state: 'done',
      finishedAt: work.clock(),
      expiresOn: expiry(work),
      ...written,
    })
    await writeAudit(tx, [lineOf(request, file.id, written.rowsDone)], { ...context, db: tx })
    await notify(tx, [readyNotice(file, work.clock())])
  })
}

const readyNotice = ({ id, companyCode, staffId, name }: ClaimedFile, at: Date): NewNotice => ({
  companyCode,
  staffId,
  kind: 'exportDone',
  text: null,
  at,
  title: { sentence: '「{name}」已导出，可以下载', values: { name } },
  link: '/account/settings?tab=downloads',
  dedupeKey: String(id),
})

function lineOf({ module }: ExportRequest, id: number, rows: number) {
  const changes = changesBetween({}, { module, rows })
  return { action: 'export', entity: 'export' as const, recordId: id, changes }
}

const expiry = ({ clock }: ExportWork) => addDays(today(clock), RETENTION_DAYS)

async function recordFailure(work: ExportWork, { id }: ClaimedFile, error: unknown): Promise<void> {
  const { db, clock } = work
  await queries.deleteParts(db, id)
  if (error instanceof Abandoned) {
    if (work.isStopping()) await queries.updateFile(db, id, { state: 'waiting', attempts: 0 })
    return
  }
  if (!(error instanceof AppError)) work.onFault(error)
  const failure = toStored(error instanceof AppError ? error.sentence : FAULT)
  const ended = { finishedAt: clock(), expiresOn: expiry(work) }
  await queries.updateFile(db, id, { state: 'failed', failure, ...ended })
}
