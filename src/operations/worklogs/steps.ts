import { bindNicks } from '#clients/stores/nicks/queries.ts'
import type { Changes } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersion, assertVersionLazy } from '#kit/version.ts'
import { applyKeyedLines } from '#operations/imports/queries.ts'
import { notify } from '#platform/notices/queries.ts'
import type { WorklogPage } from './contract.ts'
import { deleteNotes, findNextSlots, replaceNoteRecipients } from './handoverQueries.ts'
import { findKeyed, findSaved } from './lineQueries.ts'
import { readPage, toLogState } from './logPage.ts'
import { findAdmins, type LogRow, lockLog, lockLogs, updateLog } from './queries.ts'
import * as rules from './rules.ts'

interface LogVersion {
  id: number
  version: number
}

/** Locks a work log for a step. Throws NOT_FOUND, or STALE if it changed since the user loaded it. */
async function lockForStep(context: Context, { id, version }: LogVersion): Promise<LogRow> {
  const row = await lockLog(context.db, context.actor, id, 'canReportWorklog')
  await assertVersionLazy(row, version, () => readPage(context, id))
  return row
}

/** Performs a step of the state machine and writes an audit line; throws WRONG_STATE. */
async function performStep(
  { db, actor, clock, record }: Context,
  row: LogRow,
  step: rules.Step,
  changes: { reviewNote?: string | null } = {},
): Promise<void> {
  const status = rules.afterStep(row.status, step)
  const at = clock()
  const isReview = step === 'approve' || step === 'return'
  await updateLog(db, row.id, {
    status,
    ...changes,
    updatedAt: at,
    updatedBy: actor.id,
    ...(isReview ? { reviewedAt: at, reviewedBy: actor.id } : { reviewedAt: null, reviewedBy: null }),
    ...(step === 'submit' && { submittedAt: at }),
    ...(step === 'return' && { wasReturned: true }),
  })
  const { id: recordId, companyCode, status: before } = row
  const note: Changes = changes.reviewNote ? { reviewNote: [null, changes.reviewNote] } : {}
  record({
    action: step,
    entity: 'worklog',
    recordId,
    companyCode,
    changes: { status: [before, status], ...note },
  })
}

const linkOf = (row: LogRow) => `/store-worklog?log=${row.id}`

/**
 * Submits a log: notifies the head of the team or the admins, and hands the note to the next shift of its stores.
 * Throws NOT_FOUND, STALE, FORBIDDEN, WRONG_STATE, and INVALID if the log is incomplete.
 */
export async function submit(context: Context, log: LogVersion): Promise<WorklogPage> {
  const { actor, clock } = context
  const row = await lockForStep(context, log)
  rules.assertAuthor(actor, row)
  rules.afterStep(row.status, 'submit')
  rules.assertEditable(toLogState(row), today(clock))
  rules.assertComplete(row)
  await performStep(context, row, 'submit')
  await notifyReviewers(context, row)
  await handOverNote(context, row)
  return readPage(context, row.id)
}

async function notifyReviewers({ db, clock }: Context, row: LogRow): Promise<void> {
  const { companyCode, staffName: name, onDay: day } = row
  const reviewers = row.headId === null ? await findAdmins(db, companyCode) : [row.headId]
  const title = { sentence: '{name}提交了 {day} 的工作日志', values: { name, day } }
  await notify(
    db,
    reviewers.map((staffId) => ({
      companyCode,
      staffId,
      title,
      at: clock(),
      kind: 'worklogSubmitted' as const,
      text: null,
      link: linkOf(row),
    })),
  )
}

async function handOverNote({ db, actor, clock }: Context, row: LogRow): Promise<void> {
  const { companyCode, staffId, onDay: on, handover: text, staffName: name } = row
  const lines = await findSaved(db, row.id)
  const storeIds = lines.map(({ storeId }) => storeId)
  const slots = text ? await findNextSlots(db, { companyCode, staffId, on, shift: row.shift, storeIds }) : []
  const at = clock()
  const recipients = await replaceNoteRecipients(db, { worklogId: row.id, text, slots, at })
  await notify(
    db,
    recipients
      .filter((reader) => reader !== actor.id)
      .map((reader) => ({
        companyCode,
        staffId: reader,
        at,
        kind: 'handoverNote' as const,
        title: { sentence: '{name}给您留了交接', values: { name } },
        text: { sentence: '{text}', values: { text: text ?? '' } },
        link: `/store-worklog?on=${slots.find((slot) => slot.staffId === reader)?.on ?? on}`,
      })),
  )
}

/** Withdraws a submitted log before it is reviewed; deletes its handover note. */
export async function withdraw(context: Context, log: LogVersion): Promise<WorklogPage> {
  const row = await lockForStep(context, log)
  rules.assertAuthor(context.actor, row)
  await performStep(context, row, 'withdraw')
  await deleteNotes(context.db, row.id)
  return readPage(context, row.id)
}

/** Approves a log; its keyed figures count from now on. */
export async function approve(context: Context, log: LogVersion): Promise<WorklogPage> {
  const row = await lockForStep(context, log)
  await approveLocked(context, row)
  return readPage(context, row.id)
}

async function approveLocked(context: Context, row: LogRow): Promise<void> {
  rules.assertReviewer(context.actor, toLogState(row))
  await performStep(context, row, 'approve', { reviewNote: null })
  await applyKeyedFigures(context, row)
}

/** Counts the keyed figures. A line without a nick counts under the agent's name, which becomes the agent's nick. */
async function applyKeyedFigures({ db, actor, clock }: Context, row: LogRow): Promise<void> {
  const { companyCode, staffId, staffName, onDay: on, id: worklogId } = row
  const at = clock()
  const keyed = await findKeyed(db, worklogId)
  const nameless = keyed.filter(({ nick }) => nick === null)
  await bindNicks(
    db,
    { staffId: actor.id, now: at },
    nameless.map(({ storeId }) => ({ companyCode, storeId, nick: staffName, staffId, fromOn: on })),
  )
  const lines = keyed.map(({ nick, ...line }) => ({ ...line, on, nick: nick ?? staffName }))
  await applyKeyedLines(db, { companyCode, worklogId, lines, at })
}

/** Approves several logs separately; a log that cannot be approved is reported and does not stop the others. */
export async function approveMany(context: Context, { logs }: { logs: readonly LogVersion[] }) {
  const { db, actor } = context
  const rows = new Map(
    (
      await lockLogs(
        db,
        actor,
        logs.map(({ id }) => id),
        'canReportWorklog',
      )
    ).map((row) => [row.id, row]),
  )
  const results = []
  for (const { id, version } of new Map(logs.map((log) => [log.id, log])).values()) {
    const row = rows.get(id)
    const tried = await withSavepoint(context, {}, async (inner) => {
      if (!row) throw notFound('日志')
      assertVersion(row, version, () => null)
      await approveLocked(inner, row)
    })
    const problem = 'refusal' in tried ? refusalReason(tried.refusal) : null
    results.push({ id, staffName: row?.staffName ?? null, on: row?.onDay ?? null, problem })
  }
  return { results }
}

/** Sends a log back to its author with a note. The author may edit it regardless of its date. */
export async function returnLog(
  context: Context,
  { note, ...log }: LogVersion & { note: string },
): Promise<WorklogPage> {
  const { db, actor, clock } = context
  const row = await lockForStep(context, log)
  rules.assertReviewer(actor, toLogState(row))
  rules.assertAuthorEmployed(row.authorStatus)
  await performStep(context, row, 'return', { reviewNote: note })
  const { companyCode, staffId, onDay: day } = row
  await notify(db, [
    {
      companyCode,
      staffId,
      at: clock(),
      kind: 'worklogReturned',
      title: { sentence: '{name}退回了您 {day} 的工作日志', values: { name: actor.name, day } },
      text: { sentence: '{text}', values: { text: note } },
      link: `/store-worklog?on=${day}&shift=${row.shift}`,
    },
  ])
  return readPage(context, row.id)
}
