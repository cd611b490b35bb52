import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { figureColumns } from '#operations/imports/figureColumns.ts'
import { columnList } from '#operations/imports/figureSql.ts'
import type { Cells } from '#operations/imports/queriesOfSettling.ts'
import { isWrittenRow } from './queries.ts'

/** Returns the ids of the stores in a file. */
export async function findStores(db: Database, fileId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('figureFileRow')
    .select('storeId')
    .distinct()
    .where('fileId', '=', fileId)
    .where('storeId', 'is not', null)
    .execute()
  return rows.flatMap(({ storeId }) => storeId ?? [])
}

/** SQL of the stores and days of the rows that a file writes or has written. */
export function fileCells(fileId: number): Cells {
  return sql`select r.store_id, r.on_day from figure_file_row r where r.file_id = ${fileId} and ${isWrittenRow('r')}`
}

const assigned = sql.raw(
  ['file_id', 'row_no', 'entered_at', ...figureColumns]
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
)
const insertedColumns = columnList([
  'company_code',
  'store_id',
  'on_day',
  'file_id',
  'row_no',
  ...figureColumns,
])

/** Writes the stores' figures of a file over those of earlier files; rows with equal figures are not written. */
export async function writeStoreFigures(db: Database, fileId: number, at: Date): Promise<void> {
  await sql`insert into keyed_figure as k (${insertedColumns}, entered_at)
    select store.company_code, r.store_id, r.on_day, r.file_id, r.row_no, ${columnList(figureColumns, 'f')},
      ${at}::timestamptz
    from figure_file_row r join store on store.id = r.store_id
      cross join lateral jsonb_populate_record(null::keyed_figure, r.figures) f
    where r.file_id = ${fileId} and ${isWrittenRow('r')}
    on conflict (store_id, on_day) where nick is null do update set ${assigned}
      where (${columnList(figureColumns, 'k')}) is distinct from (${columnList(figureColumns, 'excluded')})`.execute(
    db,
  )
}

/** Deletes a file's figures and restores those of the latest earlier file for the same days. */
export async function restoreStoreFigures(db: Database, fileId: number): Promise<void> {
  await sql`with gone as (delete from keyed_figure where file_id = ${fileId} returning store_id, on_day, aside_batch_id)
    insert into keyed_figure (${insertedColumns}, entered_at, aside_batch_id)
    select distinct on (r.store_id, r.on_day) store.company_code, r.store_id, r.on_day, r.file_id, r.row_no,
      ${columnList(figureColumns, 'f')}, file.committed_at, gone.aside_batch_id
    from gone join figure_file_row r on r.store_id = gone.store_id and r.on_day = gone.on_day and ${isWrittenRow('r')}
      join figure_file file on file.id = r.file_id and file.status = 'committed' and file.id <> ${fileId}
      join store on store.id = r.store_id
      cross join lateral jsonb_populate_record(null::keyed_figure, r.figures) f
    order by r.store_id, r.on_day, file.commit_no desc
    on conflict (store_id, on_day) where nick is null do nothing`.execute(db)
}

/** Returns the latest file that wrote to a store and day of this one after it; undefined if there is none. */
export async function findLater(db: Database, file: { id: number; commitNo: number | null }) {
  const { rows } = await sql<{ id: number; fileName: string; storeName: string; onDay: string }>`
    select later.id, later.file_name, store.name as store_name, own.on_day
    from figure_file_row own
      join figure_file_row other on other.store_id = own.store_id and other.on_day = own.on_day and ${isWrittenRow('other')}
      join figure_file later on later.id = other.file_id and later.status = 'committed'
        and later.commit_no > ${file.commitNo}
      join store on store.id = own.store_id
    where own.file_id = ${file.id} and ${isWrittenRow('own')}
    order by later.commit_no desc limit 1`.execute(db)
  return rows[0]
}

/** Marks a file as committed, with the next commit number, or as undone. */
export async function markFile(
  db: Database,
  id: number,
  { status, actorId, now }: { status: 'committed' | 'undone'; actorId: number; now: Date },
): Promise<void> {
  const isCommit = status === 'committed'
  await db
    .updateTable('figureFile')
    .set({ status, updatedAt: now, updatedBy: actorId })
    .set(
      isCommit ? { committedAt: now, commitNo: sql<number>`nextval('import_commit_no')` } : { undoneAt: now },
    )
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
