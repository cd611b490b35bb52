import { readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { belongsTo } from '#operations/duty/rules.ts'
import type { Worklog, WorklogLine, WorklogPage } from './contract.ts'
import { findReaders } from './handoverQueries.ts'
import { findHistories, type StoreHistory } from './historyQueries.ts'
import { findPlaces, findPlacesOfOtherLogs, findSaved, type Place } from './lineQueries.ts'
import { isEmpty, mergeLine, replyMeasureOf } from './lines.ts'
import { logHours } from './plan.ts'
import { getLog, type LogRow, type Tally } from './queries.ts'
import { isEditable, mayReview, placeKey } from './rules.ts'
import type { Shift } from './shifts.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'clock'>

/** The fields of a log that the rules need. */
export function toLogState(row: LogRow) {
  const { companyCode, staffId, headId, status, wasReturned } = row
  return { companyCode, staffId, headId, status, wasReturned, on: row.onDay }
}

const NO_LINES = { lineCount: 0, emptyCount: 0, keyedCount: 0, differingCount: 0, handledUsers: null }

/** Converts a log to a row of the list. */
export function toWorklog(row: LogRow, tally: Omit<Tally, 'worklogId'> | undefined, reader: Reader): Worklog {
  const state = toLogState(row)
  const isAuthor = row.staffId === reader.actor.id
  return {
    ...row,
    ...(tally ?? NO_LINES),
    on: row.onDay,
    hours: row.halfHours === null ? null : row.halfHours / 2,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    mayEdit: isAuthor && isEditable(state, today(reader.clock)),
    mayReview: row.status === 'submitted' && mayReview(reader.actor, state),
  }
}

function lineOf(place: Place, history: StoreHistory | undefined): WorklogLine {
  const { storeId, storeName, storeReadable, platform, targetReplyRateBp, nick } = place
  const measure = replyMeasureOf(platform)
  return {
    storeId,
    storeName,
    storeReadable,
    platform,
    targetReplyRateBp,
    nick,
    // Without a nick no file can name the agent.
    figureSource: history?.hasFiles && nick !== null ? 'file' : 'keyed',
    mean7: history?.mean7 ?? null,
    measure,
    ...mergeLine(place.stored, place.imported, measure),
  }
}

/** Converts the places of an agent's day to lines. */
async function linesOf(
  db: Database,
  of: { staffId: number; on: string },
  places: readonly Place[],
): Promise<WorklogLine[]> {
  const histories = await findHistories(db, of, [...new Set(places.map(({ storeId }) => storeId))])
  return places.map((place) => lineOf(place, histories.get(place.storeId)))
}

/** Totals of the displayed lines; equal to those of `findTallies`. */
function tallyOf(lines: readonly WorklogLine[]): Omit<Tally, 'worklogId'> {
  const handled = lines.flatMap(({ handledUsers }) => handledUsers ?? [])
  return {
    lineCount: lines.length,
    emptyCount: lines.filter(({ source }) => source === 'empty').length,
    keyedCount: lines.filter(({ source }) => source === 'keyed').length,
    differingCount: lines.filter(({ other }) => other?.source === 'keyed').length,
    handledUsers: handled.length === 0 ? null : handled.reduce((sum, n) => sum + n, 0),
  }
}

/** Which lines a log should have: its agent, day and shift, and its id unless it is new. */
export interface LinesQuery {
  worklogId: number | null
  staffId: number
  on: string
  shift: Shift
  /** The shifts that the agent works that day, in its order. */
  worked: readonly Shift[]
}

/**
 * Returns the places of a log that is being written, with their saved figures: the stores of its shift that no other
 * log of the day contains. Saved lines with figures stay even if their store is no longer part of the day.
 */
export async function placesOf({ db, actor, clock }: Reader, query: LinesQuery): Promise<Place[]> {
  const readable = readableStores(actor, today(clock))
  const { worklogId, shift, worked } = query
  const found = await findPlaces(db, query, readable)
  const saved = worklogId === null ? [] : await findSaved(db, worklogId, readable)
  const inOtherLogs = new Set(
    (await findPlacesOfOtherLogs(db, { ...query, except: worklogId })).map(placeKey),
  )
  const savedByKey = new Map(saved.map((place) => [placeKey(place), place.stored]))
  const ofShift = found
    .filter((place) => belongsTo(place, shift, worked) && !inOtherLogs.has(placeKey(place)))
    .map((place) => ({ ...place, stored: savedByKey.get(placeKey(place)) ?? null }))
  const ofShiftKeys = new Set(ofShift.map(placeKey))
  const remaining = saved.filter(
    (place) => !ofShiftKeys.has(placeKey(place)) && place.stored && !isEmpty(place.stored.figures),
  )
  return [...ofShift, ...remaining]
}

/** Returns the lines of a log that is not saved yet. */
export async function newLines(reader: Reader, query: LinesQuery): Promise<WorklogLine[]> {
  return linesOf(reader.db, query, await placesOf(reader, query))
}

/** Returns a log within reach with its lines and the recipients of its handover note; throws NOT_FOUND. */
export async function readPage(reader: Reader, id: number): Promise<WorklogPage> {
  const row = await getLog(reader.db, reader.actor, id, 'canReportWorklog')
  return toWorklogPage(reader, row, await findSaved(reader.db, id, readableOf(reader)))
}

const readableOf = ({ actor, clock }: Reader) => readableStores(actor, today(clock))

/** Converts a log, with these places as its lines. */
export async function toWorklogPage(
  reader: Reader,
  row: LogRow,
  places: readonly Place[],
): Promise<WorklogPage> {
  const lines = await linesOf(reader.db, { staffId: row.staffId, on: row.onDay }, places)
  return {
    ...toWorklog(row, tallyOf(lines), reader),
    lines,
    shiftHours: logHours(row.shiftMinutes ?? 30 * (row.halfHours ?? 0)),
    handedTo: await readersOf(reader.db, row.id),
  }
}

async function readersOf(db: Database, id: number): Promise<WorklogPage['handedTo']> {
  const readers = await findReaders(db, id)
  return readers.map(({ onDay, readAt, ...rest }) => ({
    ...rest,
    on: onDay,
    readAt: readAt?.toISOString() ?? null,
  }))
}
