import type * as z from 'zod'
import { type Changes, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { inOrder } from '#operations/duty/rules.ts'
import { assertShifts } from '#people/shifts/queries.ts'
import { shiftOn } from '#people/shifts/rules.ts'
import type { LineInput, WorklogPage, worklogs } from './contract.ts'
import { type Place, type SavedLine, writeLines } from './lineQueries.ts'
import { assertLines, figureFields, figureNames, isEmpty } from './lines.ts'
import { placesOf, readPage, toLogState } from './logPage.ts'
import { type DayPlan, findDayPlan } from './plan.ts'
import { findAgentLogs, getLog, insertLog, type LogRow, lockLog, updateLog } from './queries.ts'
import * as rules from './rules.ts'
import type { Shift } from './shifts.ts'
import { submit } from './steps.ts'

type Input<K extends keyof typeof worklogs> = z.output<(typeof worklogs)[K]['input']>
type Content = Pick<
  Input<'update'>,
  'hours' | 'summary' | 'problems' | 'suggestions' | 'handover' | 'lines' | 'shift'
>

/** Returns the actor's rostered shifts and logs of a day. */
export async function findActorShiftsAndLogs(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  on: string,
): Promise<Omit<DayPlan, 'shifts'> & { rostered: Shift[]; logs: LogRow[] }> {
  const { shifts, ...plan } = await findDayPlan(db, actor, on)
  return { ...plan, rostered: shifts, logs: await findAgentLogs(db, actor.id, on, on) }
}

/** The texts and hours that were sent, as columns. */
function columnsOf({ hours, summary, problems, suggestions, handover, shift }: Content) {
  const sent = {
    halfHours: hours === undefined || hours === null ? hours : Math.round(hours * 2),
    summary,
    problems,
    suggestions,
    handover,
    shift,
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [K in keyof typeof sent]?: Exclude<(typeof sent)[K], undefined>
  }
}

/** The columns as the audit log shows them: hours as they were entered. */
function loggedChanges({ halfHours, ...rest }: Partial<Record<string, unknown>>): Record<string, unknown> {
  if (halfHours === undefined) return rest
  return { ...rest, hours: typeof halfHours === 'number' ? halfHours / 2 : null }
}

/** Returns the line to save for a place: the keyed figures, else those of the file, else an empty line. */
function lineToSave(place: Place, keyed: LineInput | undefined): SavedLine {
  const { storeId, nick, stored, imported } = place
  const keyedFigures =
    keyed ?? (stored?.source === 'keyed' ? { storeId, nick, ...stored.figures } : undefined)
  if (keyedFigures && !isEmpty(keyedFigures)) {
    const { storeId: _s, nick: _n, ...figures } = keyedFigures
    return { storeId, nick, source: 'keyed', figures }
  }
  if (imported) return { storeId, nick, source: 'imported', figures: imported.figures }
  return { storeId, nick, source: 'empty', figures: NO_FIGURES }
}

const NO_FIGURES = {
  consultUsers: null,
  handledUsers: null,
  unreplied: null,
  rate3minBp: null,
  frtSec: null,
  artSec: null,
  satisfied: null,
  evaluated: null,
}

/** Formats the keyed lines for the audit log, a text per store and nick; null if there are none. */
function formatKeyedLines(lines: readonly SavedLine[], places: readonly Place[]): string[] | null {
  const names = new Map(places.map((place) => [rules.placeKey(place), place.storeName]))
  const words = lines
    .filter(({ source }) => source === 'keyed')
    .map(({ figures, ...place }) => {
      const filled = figureFields.filter((field) => figures[field] !== null)
      const texts = filled.map((field) => `${figureNames[field]} ${figures[field]}`)
      return [names.get(rules.placeKey(place)), place.nick, ...texts].filter(Boolean).join(' ')
    })
  return words.length === 0 ? null : words
}

/**
 * Saves the lines of a log and returns the changes. Lines that are not sent are emptied; if none are sent at all
 * (`sent` is undefined), the keyed figures stay.
 */
async function saveLines(context: Context, row: LogRow, sent: Content['lines']): Promise<Changes> {
  const { db } = context
  const { rostered, logs, order } = await findActorShiftsAndLogs(context, row.onDay)
  const { shift } = row
  const worked = inOrder([...rostered, ...logs.map((log) => log.shift)], order)
  const places = await placesOf(context, { ...row, worklogId: row.id, on: row.onDay, shift, worked })
  if (sent) assertLines(sent, places)
  const byPlace = new Map(sent?.map((line) => [rules.placeKey(line), line]))
  const before = places.map((place) => lineToSave({ ...place, imported: null }, undefined))
  const after = places.map((place) =>
    sent
      ? lineToSave({ ...place, stored: null }, byPlace.get(rules.placeKey(place)))
      : lineToSave(place, undefined),
  )
  await writeLines(db, row.id, after)
  return changesBetween(
    { lines: formatKeyedLines(before, places) },
    { lines: formatKeyedLines(after, places) },
  )
}

/**
 * Creates the log of a day and shift; throws CONFLICT (the unique index) if there is one already. A repeat with the
 * same content, after a lost response, returns the existing log, even if its day can no longer be written.
 */
export async function create(context: Context, input: Input<'create'>): Promise<WorklogPage> {
  const { db, actor, clock, record } = context
  const { on, shift, submit: isSubmitted, ...content } = input
  rules.assertWritesLogs(actor)
  const [existing] = (await findAgentLogs(db, actor.id, on, on)).filter((log) => log.shift === shift)
  const isRepeat = existing && content.lines && (!isSubmitted || existing.status !== 'draft')
  if (isRepeat && (await hasSameContent(context, existing, { ...content, shift }))) {
    return answerRepeat(context, existing)
  }
  rules.assertOpenDay(on, today(clock))
  await assertShifts(db, actor.companyCode, [shiftOn(shift, on)])
  const at = clock()
  const { companyCode, id: staffId } = actor
  const stamp = { createdAt: at, createdBy: staffId, updatedAt: at, updatedBy: staffId }
  const columns = { ...columnsOf({ ...content, shift }), shift }
  const id = await insertLog(db, { companyCode, staffId, onDay: on, ...columns, ...stamp })
  const row = await getLog(db, actor, id, 'canReportWorklog')
  const lines = await saveLines(context, row, content.lines ?? [])
  const changes = {
    onDay: [null, on],
    ...changesBetween({}, loggedChanges(columns)),
    ...lines,
  } satisfies Changes
  record({ action: 'create', entity: 'worklog', recordId: id, companyCode, changes })
  return isSubmitted ? submit(context, { id, version: row.version }) : readPage(context, id)
}

/** Saves the content; returns false, without an audit line, if nothing changed. */
async function changeLog(context: Context, before: LogRow, content: Content): Promise<boolean> {
  const { db, record } = context
  const columns = columnsOf(content)
  const oldColumns = Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof LogRow]]))
  const words = changesBetween(loggedChanges(oldColumns), loggedChanges(columns))
  const { shift } = columns
  if (shift && shift !== before.shift)
    await assertShifts(db, before.companyCode, [shiftOn(shift, before.onDay)])
  const lines = await saveLines(context, { ...before, shift: columns.shift ?? before.shift }, content.lines)
  const changes = { ...words, ...lines }
  if (Object.keys(changes).length === 0) return false
  await updateLog(db, before.id, { ...columns, ...updatedNow(context) })
  const { id: recordId, companyCode } = before
  record({ action: 'update', entity: 'worklog', recordId, companyCode, changes })
  return true
}

/** Locks the actor's log for a change; throws NOT_FOUND, FORBIDDEN, WRONG_STATE, STALE unless `version` is current. */
async function lockOwnLog(
  context: Context,
  { id, version }: { id: number; version: number },
): Promise<LogRow> {
  const { db, actor, clock } = context
  const row = await lockLog(db, actor, id, 'canReportWorklog')
  rules.assertAuthor(actor, row)
  await assertVersionLazy(row, version, () => readPage(context, id))
  rules.assertEditable(toLogState(row), today(clock))
  return row
}

/** Updates a draft or a returned log. A repeat with the same content, after a lost response, returns it unchanged. */
export async function update(
  context: Context,
  { id, version, ...content }: Input<'update'>,
): Promise<WorklogPage> {
  const { db, actor } = context
  const current = await lockLog(db, actor, id, 'canReportWorklog')
  rules.assertAuthor(actor, current)
  const isRepeat = current.version === version + 1 && current.updatedBy === actor.id
  if (isRepeat && (await hasSameContent(context, current, content))) return readPage(context, id)
  const row = await lockOwnLog(context, { id, version })
  await changeLog(context, row, content)
  return readPage(context, id)
}

/** Whether a log already has this content, so that saving it would change nothing. */
async function hasSameContent(context: Context, row: LogRow, content: Content): Promise<boolean> {
  const columns = columnsOf(content)
  const isSame = Object.entries(columns).every(([key, value]) => row[key as keyof LogRow] === value)
  if (!isSame || !content.lines) return isSame
  const { lines } = await readPage(context, row.id)
  const filled = content.lines.filter((line) => !isEmpty(line))
  const sent = new Map(filled.map((line) => [rules.placeKey(line), line]))
  const keyed = lines.filter((line) => line.source === 'keyed')
  return (
    keyed.length === sent.size &&
    keyed.every((line) => {
      const sentLine = sent.get(rules.placeKey(line)) ?? { storeId: 0, nick: null }
      const { storeId: _s, nick: _n, ...figures } = sentLine
      return Object.entries(figures).every(([field, value]) => line[field as keyof typeof line] === value)
    })
  )
}

/** Returns the log to a repeated request; writes only an audit line. */
async function answerRepeat(context: Context, { id, companyCode }: LogRow): Promise<WorklogPage> {
  context.record({ action: 'resend', entity: 'worklog', recordId: id, companyCode, changes: {} })
  return readPage(context, id)
}

/** Submits a log after saving the last changes, if any. A repeat after a lost response leaves the log submitted. */
export async function submitWithChanges(
  context: Context,
  { id, version, ...content }: Input<'submit'>,
): Promise<WorklogPage> {
  const current = await lockLog(context.db, context.actor, id, 'canReportWorklog')
  rules.assertAuthor(context.actor, current)
  const isSubmitted = current.status === 'submitted' || current.status === 'approved'
  const isRepeat = isSubmitted && content.lines && current.version > version
  if (isRepeat && (await hasSameContent(context, current, content))) return answerRepeat(context, current)
  const row = await lockOwnLog(context, { id, version })
  await changeLog(context, row, content)
  const { version: newest } = await getLog(context.db, context.actor, id, 'canReportWorklog')
  return submit(context, { id, version: newest })
}
