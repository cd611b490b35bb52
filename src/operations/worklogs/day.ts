import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { inOrder, type ShiftFacts } from '#operations/duty/rules.ts'
import { noSuchShift, rowsOn } from '#people/shifts/rules.ts'
import type { WorklogLine } from './contract.ts'
import type { HandoverNote, WorklogDay } from './contractDay.ts'
import { findActorShiftsAndLogs } from './edit.ts'
import { findNextSlots, findNotes, markNoteRead } from './handoverQueries.ts'
import { findKeyed } from './lineQueries.ts'
import { newLines, placesOf, readPage, toWorklogPage } from './logPage.ts'
import { timesOf } from './plan.ts'
import { findAgentDays, findNames, findPreviousLog, findReturnedLogs, type LogRow } from './queries.ts'
import { earliestDay, isOpenDay, writesLogs } from './rules.ts'
import type { Shift } from './shifts.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'clock'>

/** Returns everything that the actor's entry screen needs for a day and a shift. */
export async function readDay(
  reader: Reader,
  query: { on?: Day | undefined; shift?: Shift | undefined },
): Promise<WorklogDay> {
  const { db, actor, clock } = reader
  const now = today(clock)
  const on = query.on ?? now
  const { rostered, off, logs, rows, order } = await findActorShiftsAndLogs(reader, on)
  const worked = inOrder([...rostered, ...logs.map((log) => log.shift)], order)
  const shift = query.shift ?? defaultShift({ rostered, logs, rows, on })
  const log = logs.find((one) => one.shift === shift)
  const times = shiftOf(rows, shift, on)
  const workedOrAsked = inOrder([...worked, shift], order)
  const linesQuery = { worklogId: log?.id ?? null, staffId: actor.id, on, shift, worked: workedOrAsked }
  const page = log && (await pageOf(reader, log, linesQuery))
  const lines = page?.lines ?? (await newLines(reader, linesQuery))
  return {
    on,
    shift,
    today: now,
    earliest: earliestDay(now),
    off,
    times: timesOf(times),
    writes: writesLogs(actor),
    shifts: worked.map((one) => ({
      shift: one,
      rostered: rostered.includes(one),
      worklogId: logs.find((other) => other.shift === one)?.id ?? null,
    })),
    mayEdit: writesLogs(actor) && (page ? page.mayEdit : isOpenDay(on, now)),
    worklog: page ?? null,
    lines,
    previous: await previousOf(reader, on),
    days: await findAgentDays(db, actor, now),
    returned: await returnedOf(reader),
    handovers: (await findNotes(db, actor.id, on)).map(toHandoverNote),
    reviewerName: await reviewerNameOf(reader),
    next: await nextOf(reader, { on, shift, lines }),
  }
}

interface ShiftsOfDay {
  rostered: readonly Shift[]
  logs: readonly LogRow[]
  rows: readonly ShiftFacts[]
  on: Day
}

/**
 * The default shift: that of a draft or returned log, else of any log, else the first rostered one, else the first of
 * the company.
 */
function defaultShift({ rostered, logs, rows, on }: ShiftsOfDay): Shift {
  const unfinished = logs.find(({ status }) => status === 'returned' || status === 'draft') ?? logs[0]
  return unfinished?.shift ?? rostered[0] ?? rowsOn(rows, on)[0]?.code ?? ''
}

/** The row of a shift; throws INVALID if the company never had it. */
function shiftOf(rows: readonly ShiftFacts[], shift: Shift, on: Day): ShiftFacts {
  const row = rows.find(({ code }) => code === shift)
  if (!row) throw noSuchShift(on)
  return row
}

/** Returns the log with its lines. If it can still be edited, adds the stores assigned since. */
async function pageOf(reader: Reader, log: LogRow, linesQuery: Parameters<typeof placesOf>[1]) {
  const page = await readPage(reader, log.id)
  return page.mayEdit ? toWorklogPage(reader, log, await placesOf(reader, linesQuery)) : page
}

async function previousOf({ db, actor }: Reader, on: Day): Promise<WorklogDay['previous']> {
  const row = await findPreviousLog(db, actor.id, on)
  if (!row) return null
  const { id, summary, problems, suggestions, handover } = row
  const hours = row.halfHours === null ? null : row.halfHours / 2
  const lines = await findKeyed(db, id)
  return {
    id,
    on: row.onDay,
    shift: row.shift,
    hours,
    summary,
    problems,
    suggestions,
    handover,
    lines,
  }
}

async function returnedOf({ db, actor }: Reader): Promise<WorklogDay['returned']> {
  const rows = await findReturnedLogs(db, actor.id)
  return rows.map(({ id, onDay, shift, reviewNote, reviewedByName }) => ({
    id,
    on: onDay,
    shift,
    note: reviewNote ?? '',
    reviewerName: reviewedByName ?? '',
  }))
}

type NoteRow = Awaited<ReturnType<typeof markNoteRead>>

function toHandoverNote({ onDay, shift, readAt, ...note }: NoteRow): HandoverNote {
  return { ...note, on: onDay, shift, readAt: readAt?.toISOString() ?? null }
}

/** Marks a note as read by the actor and returns it. */
export async function readHandover({ db, actor, clock }: Reader, id: number): Promise<HandoverNote> {
  return toHandoverNote(await markNoteRead(db, { worklogId: id, staffId: actor.id, at: clock() }))
}

async function reviewerNameOf({ db, actor }: Reader): Promise<string | null> {
  if (actor.parentId === null) return null
  const [name] = await findNames(db, [actor.parentId])
  return name ?? null
}

async function nextOf(
  { db, actor }: Reader,
  { on, shift, lines }: { on: Day; shift: Shift; lines: readonly WorklogLine[] },
): Promise<WorklogDay['next']> {
  const { companyCode, id: staffId } = actor
  const storeIds = [...new Set(lines.map(({ storeId }) => storeId))]
  const slots = await findNextSlots(db, { companyCode, staffId, on, shift, storeIds })
  const [first] = slots
  if (!first) return null
  const ids = [...new Set(slots.map((slot) => slot.staffId))]
  return { on: first.on, shift: first.shift, names: await findNames(db, ids) }
}
