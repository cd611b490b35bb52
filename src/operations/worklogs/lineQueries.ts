import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Platform } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { rateBp, secondsOf } from '#kit/rates.ts'
import { runningSpans } from '#operations/attendance/queries.ts'
import type { LineFigures, LineSource } from './contract.ts'
import { type ImportedFigures, rateUnder, replyMeasureOf, type StoredFigures } from './lines.ts'
import type { Shift } from './shifts.ts'

/** A store and nick of a log, with the imported and the saved figures. */
export interface Place {
  storeId: number
  storeName: string
  storeReadable: boolean
  platform: Platform
  targetReplyRateBp: number | null
  nick: string | null
  /** The shifts on which the store is assigned to the agent that day. */
  shifts: Shift[]
  imported: ImportedFigures | null
  stored: StoredFigures | null
}

interface PlaceRow {
  storeId: number
  storeName: string
  storeReadable: boolean
  platform: Platform
  targetReplyRateBp: number | null
  nick: string
  shifts: Shift[] | null
  isImported: boolean
  consultUsers: number | null
  handledUsers: number | null
  unreplied: number | null
  replied: number | null
  replyBase: number | null
  within3min: number | null
  within3minBase: number | null
  frtTotalCs: number | null
  frtWeight: number | null
  artTotalCs: number | null
  artWeight: number | null
  satisfied: number | null
  evaluated: number | null
  pending: string[] | null
  keptSource: LineSource | null
  keptConsultUsers: number | null
  keptHandledUsers: number | null
  keptUnreplied: number | null
  keptRate3minBp: number | null
  keptFrtCs: number | null
  keptArtCs: number | null
  keptSatisfied: number | null
  keptEvaluated: number | null
}

const importedColumns =
  sql.raw(`d.store_id is not null as is_imported, d.consult_users, d.handled_users, d.unreplied,
  d.replied, d.reply_base, d.within_3min, d.within_3min_base, d.frt_total_cs, d.frt_weight, d.art_total_cs,
  d.art_weight, d.satisfied, d.evaluated, d.pending`)

const savedColumns = sql.raw(`l.source as kept_source, l.consult_users as kept_consult_users,
  l.handled_users as kept_handled_users, l.unreplied as kept_unreplied, l.rate_3min_bp as kept_rate_3min_bp,
  l.frt_cs as kept_frt_cs, l.art_cs as kept_art_cs, l.satisfied as kept_satisfied, l.evaluated as kept_evaluated`)

const storeColumns = (readable: Expression<SqlBool>) => sql`store.id as store_id, store.name as store_name,
  ${readable} as store_readable, store.platform, store.target_reply_rate_bp`

const seconds = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

function importedOf(row: PlaceRow): ImportedFigures | null {
  if (!row.isImported) return null
  const rate3minBp = rateBp(row.within3min, row.within3minBase)
  const repliedBp = rateBp(row.replied, row.replyBase)
  const { consultUsers, handledUsers, unreplied, satisfied, evaluated } = row
  return {
    figures: {
      consultUsers,
      handledUsers,
      unreplied,
      rate3minBp,
      satisfied,
      evaluated,
      frtSec: secondsOf(row.frtTotalCs, row.frtWeight),
      artSec: secondsOf(row.artTotalCs, row.artWeight),
    },
    replyRateBp: rateUnder(replyMeasureOf(row.platform), { repliedBp, rate3minBp }),
    pending: row.pending ?? [],
  }
}

function storedOf(row: PlaceRow): StoredFigures | null {
  if (row.keptSource === null) return null
  return {
    source: row.keptSource,
    figures: {
      consultUsers: row.keptConsultUsers,
      handledUsers: row.keptHandledUsers,
      unreplied: row.keptUnreplied,
      rate3minBp: row.keptRate3minBp,
      frtSec: seconds(row.keptFrtCs),
      artSec: seconds(row.keptArtCs),
      satisfied: row.keptSatisfied,
      evaluated: row.keptEvaluated,
    },
  }
}

function placeOf(row: PlaceRow): Place {
  const { storeId, storeName, storeReadable, platform, targetReplyRateBp } = row
  return {
    storeId,
    storeName,
    storeReadable,
    platform,
    targetReplyRateBp,
    nick: row.nick || null,
    shifts: row.shifts ?? [],
    imported: importedOf(row),
    stored: storedOf(row),
  }
}

async function queryPlaces(db: Database, query: RawBuilder<PlaceRow>): Promise<Place[]> {
  return (await query.execute(db)).rows.map(placeOf)
}

/**
 * Returns the stores and nicks of an agent on a day: assigned stores in trial or in service, and stores with a file
 * that contains one of the agent's nicks. If the file contains some of the agent's nicks, only these are returned. A
 * store without a nick is returned once.
 */
export async function findPlaces(
  db: Database,
  { staffId, on }: { staffId: number; on: Day },
  readable: Expression<SqlBool>,
): Promise<Place[]> {
  const assigned = sql`select store_id from store_assignment where staff_id = ${staffId}`
  return queryPlaces(
    db,
    sql<PlaceRow>`
    with served as (
      select a.store_id, array_agg(distinct a.shift) as shifts
        from store_assignment a join (${runningSpans(assigned, { from: on, to: on })}) running using (store_id)
        where a.staff_id = ${staffId} and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
        group by a.store_id),
    nicked as (
      select distinct b.store_id, b.nick, exists (select 1 from agent_daily d
          where d.store_id = b.store_id and d.on_day = ${on} and d.nick = b.nick and d.source <> 'keyed') as is_spoken
        from agent_account b
        where b.staff_id = ${staffId} and b.from_on <= ${on} and (b.to_on is null or b.to_on >= ${on}))
    select ${storeColumns(readable)}, coalesce(n.nick, '') as nick, served.shifts, ${importedColumns}, null as kept_source
      from (select store_id from served union select store_id from nicked where is_spoken) mine
      join store on store.id = mine.store_id
      left join served on served.store_id = store.id
      left join nicked n on n.store_id = store.id and (n.is_spoken
        or not exists (select 1 from nicked o where o.store_id = store.id and o.is_spoken))
      left join agent_daily d on d.store_id = store.id and d.on_day = ${on} and d.nick = n.nick
        and d.source <> 'keyed'
      order by store.platform, store.name, n.nick`,
  )
}

/** Returns the saved lines of a log with the current imported figures; `readable`: the reader may open the store. */
export async function findSaved(
  db: Database,
  worklogId: number,
  readable: Expression<SqlBool> = sql<SqlBool>`false`,
): Promise<Place[]> {
  return queryPlaces(
    db,
    sql<PlaceRow>`
    select ${storeColumns(readable)}, l.nick, null as shifts, ${importedColumns}, ${savedColumns}
      from worklog_line l
      join worklog w on w.id = l.worklog_id
      join store on store.id = l.store_id
      left join agent_daily d on d.store_id = l.store_id and d.on_day = w.on_day and d.nick = l.nick
        and d.source <> 'keyed'
      where l.worklog_id = ${worklogId}
      order by store.platform, store.name, l.nick`,
  )
}

/** Returns the keyed lines of a log: store, nick and figures. */
export async function findKeyed(db: Database, worklogId: number) {
  const saved = await findSaved(db, worklogId)
  return saved.flatMap(({ storeId, nick, stored }) =>
    stored?.source === 'keyed' ? [{ storeId, nick, ...stored.figures }] : [],
  )
}

/** Returns the stores and nicks in the other logs of an agent and day. */
export async function findPlacesOfOtherLogs(
  db: Database,
  { staffId, on, except }: { staffId: number; on: Day; except: number | null },
) {
  return db
    .selectFrom('worklogLine')
    .innerJoin('worklog', 'worklog.id', 'worklogLine.worklogId')
    .select(['worklogLine.storeId', 'worklogLine.nick'])
    .where('worklog.staffId', '=', staffId)
    .where('worklog.onDay', '=', on)
    .where('worklog.id', '!=', except ?? 0)
    .execute()
}

/** A line to save. */
export interface SavedLine {
  storeId: number
  nick: string | null
  source: LineSource
  figures: LineFigures
}

const hundredths = (value: number | null) => (value === null ? null : Math.round(value * 100))

/** Replaces the lines of a log. */
export async function writeLines(
  db: Database,
  worklogId: number,
  lines: readonly SavedLine[],
): Promise<void> {
  await db.deleteFrom('worklogLine').where('worklogId', '=', worklogId).execute()
  if (lines.length === 0) return
  const rows = lines.map(({ storeId, nick, source, figures: { frtSec, artSec, ...counts } }) => ({
    worklogId,
    storeId,
    source,
    ...counts,
    nick: nick ?? '',
    frtCs: hundredths(frtSec),
    artCs: hundredths(artSec),
  }))
  await db.insertInto('worklogLine').values(rows).execute()
}
