import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { WorklogLine } from './contract.ts'
import type { HandoverNote, WorklogDay } from './contractDay.ts'
import { findActorShiftsAndLogs } from './edit.ts'
import { findNextSlots, findNotes, markNoteRead } from './handoverQueries.ts'
import { findKeyed } from './lineQueries.ts'
import { newLines, placesOf, readPage, toWorklogPage } from './logPage.ts'
import { timesOf } from './plan.ts'
import { findAgentDays, findNames, findPreviousLog, findReturnedLogs, type LogRow } from './queries.ts'
import { earliestDay, isOpenDay, writesLogs } from './rules.ts'
import { orderOf, SHIFTS, type Shift } from './shifts.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'clock'>

/** Returns everything that the actor's entry screen needs for a day and a shift. */
export async function readDay(
  reader: Reader,
  query: { on?: Day | undefined; shift?: Shift | undefined },
): Promise<WorklogDay> {
  const { db, actor, clock } = reader
  const now = today(clock)
  const on = query.on ?? now
  const { rostered, off, logs } = await findActorShiftsAndLogs(reader, on)
  const worked = [...rostered, ...logs.map((log) => log.shift)]
  const shift = query.shift ?? defaultShift(rostered, logs)
  const log = logs.find((one) => one.shift === shift)
  const linesQuery = { worklogId: log?.id ?? null, staffId: actor.id, on, shift, worked: [...worked, shift] }
  const page = log && (await pageOf(reader, log, linesQuery))
  const lines = page?.lines ?? (await newLines(reader, linesQuery))
  return {
    on,
    shift,
    today: now,
    earliest: earliestDay(now),
    off,
    times: timesOf(shift),
    writes: writesLogs(actor),
    shifts: SHIFTS.filter((one) => worked.includes(one)).map((one) => ({
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

/** The default shift: that of a draft or returned log, else of any log, else the first rostered one, else morning. */
function defaultShift(rostered: readonly Shift[], logs: readonly LogRow[]): Shift {
  const unfinished = logs.find(({ status }) => status === 'returned' || status === 'draft') ?? logs[0]
  return unfinished?.shift ?? rostered[0] ?? 'morning'
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
  return { ...note, on: onDay, shift: shift as Shift, readAt: readAt?.toISOString() ?? null }
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
  const order = (slot: (typeof slots)[number]) => `${slot.on} ${orderOf(slot.shift)}`
  const [first] = [...slots].sort((a, b) => order(a).localeCompare(order(b)))
  if (!first) return null
  const ids = [...new Set(slots.map((slot) => slot.staffId))]
  return { on: first.on, shift: first.shift, names: await findNames(db, ids) }
}
