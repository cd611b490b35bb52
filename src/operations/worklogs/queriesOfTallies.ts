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

const differs = sql.raw(
  ['consult_users', 'handled_users', 'unreplied', 'satisfied', 'evaluated']
    .map((column) => `d.${column} <> l.${column}`)
    .join(' or '),
)

/** How the lines of logs stand: how many there are, from where, and Σ handled buyers; a file's figure wins. */
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
