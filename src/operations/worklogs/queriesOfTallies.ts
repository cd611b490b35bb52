import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'

export interface Tally {
  worklogId: number
  lineCount: number
  emptyCount: number
  keyedCount: number
  differingCount: number
  handledUsers: number | null
}

/** The hundredths of a second that `secondsOf` in kit/rates.ts gives: a mean with one decimal, rounded half up. */
const secondsInCs = (totalCs: string, weight: string) =>
  `(2 * ${totalCs} + 10 * ${weight}) / nullif(20 * ${weight}, 0) * 10`

/** The imported figure for each saved column, rounded as in `importedOf` (queriesOfLines.ts). Integer division rounds down. */
const importedFigures = {
  consult_users: 'd.consult_users',
  handled_users: 'd.handled_users',
  unreplied: 'd.unreplied',
  rate_3min_bp: '(20000 * d.within_3min::bigint + d.within_3min_base) / nullif(2 * d.within_3min_base, 0)',
  frt_cs: secondsInCs('d.frt_total_cs', 'd.frt_weight'),
  art_cs: secondsInCs('d.art_total_cs', 'd.art_weight'),
  satisfied: 'd.satisfied',
  evaluated: 'd.evaluated',
}

const differs = sql.raw(
  Object.entries(importedFigures)
    .map(([column, imported]) => `${imported} <> l.${column}`)
    .join(' or '),
)

/** Counts the lines of logs by source and sums the handled buyers; imported figures take precedence. */
export async function findTallies(db: Database, worklogIds: readonly number[]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select l.worklog_id, count(*) as line_count,
        count(*) filter (where d.store_id is null and l.source = 'empty') as empty_count,
        count(*) filter (where d.store_id is null and l.source = 'keyed') as keyed_count,
        count(*) filter (where l.source = 'keyed' and (${differs})) as differing_count,
        sum(case when d.store_id is null then l.handled_users else d.handled_users end)::int as handled_users
      from worklog_line l
      join worklog w on w.id = l.worklog_id
      left join agent_daily d on d.store_id = l.store_id and d.on_day = w.on_day and d.nick = l.nick
        and d.source <> 'keyed'
      where l.worklog_id = any(${[...worklogIds]})
      group by l.worklog_id`.execute(db)
  return rows
}
