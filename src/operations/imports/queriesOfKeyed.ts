import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { figureColumns, toColumns } from './figureColumns.ts'
import { columnList } from './figureSql.ts'
import { lockStores } from './queriesOfLocks.ts'
import { cellsOf, liftCellCorrections, settle } from './queriesOfSettling.ts'
import type { Metric } from './reader/fields.ts'
import { figuresOf } from './reader/figures.ts'

/** A line of a work log: an agent's figures under a nick in a store on a day, with the measures of platform files. */
export type KeyedLine = { storeId: number; on: Day; nick: string } & Partial<Record<Metric, number | null>>

/** The lines of an approved log. */
export interface KeyedLog {
  companyCode: string
  worklogId: number
  /** The lines that the agent keyed; imported figures are stored already. */
  lines: readonly KeyedLine[]
  at: Date
}

/** Replaces the earlier figures of a log with these lines, and settles the stores and days of both. */
export async function replaceKeyedLines(
  db: Database,
  { companyCode, worklogId, lines, at }: KeyedLog,
): Promise<void> {
  const before = await findCells(db, worklogId)
  const touched = [...before, ...lines]
  if (touched.length === 0) return
  await lockStores(db, [...new Set(touched.map(({ storeId }) => storeId))])
  const cells = cellsOf(touched)
  await liftCellCorrections(db, cells)
  await db.deleteFrom('keyedFigure').where('worklogId', '=', worklogId).execute()
  const rows = lines.map(({ storeId, on, nick, ...measures }) => ({
    ...toColumns(figuresOf(measures)),
    store_id: storeId,
    on_day: on,
    nick,
  }))
  await sql`insert into keyed_figure
      (company_code, store_id, on_day, nick, worklog_id, entered_at, ${columnList(figureColumns)})
    select ${companyCode}, r.store_id, r.on_day, r.nick, ${worklogId}::int, ${at}::timestamptz,
      ${columnList(figureColumns, 'r')}
    from jsonb_populate_recordset(null::keyed_figure, ${JSON.stringify(rows)}::jsonb) r`.execute(db)
  await settle(db, cells, { batchId: null, at, why: 'log' })
}

async function findCells(db: Database, worklogId: number) {
  return db
    .selectFrom('keyedFigure')
    .select(['storeId', 'onDay as on'])
    .distinct()
    .where('worklogId', '=', worklogId)
    .execute()
}
