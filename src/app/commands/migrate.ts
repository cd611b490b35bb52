/**
 * `npm run migrate`: upgrades the database without starting the program. With `-- --check` it changes nothing and
 * prints the pending migrations and the tables that they lock. With `--demo` it uses the demo's data.
 */
import { sql } from 'kysely'
import { openDatabase } from '#app/database.ts'
import { readSettings } from '#app/settings.ts'
import { assertMayWrite, upgradeAsOwner } from '#app/upgrade.ts'
import type { Database } from '#db/connect.ts'
import { databaseVersion } from '#db/databaseVersion.ts'
import { type Migration, pendingMigrations } from '#db/migrate.ts'
import { type LockMode, readMigrationLocks, type TableLocks } from '#db/migrationLocks.ts'
import { PROGRAM_VERSION } from '#db/version.ts'
import { endWith } from './commandEnd.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const BLOCKED_TEXTS: Record<LockMode, string> = {
  'row exclusive': '只锁改到的行',
  share: '写入要等',
  'share row exclusive': '写入要等',
  'access exclusive': '读写都要等',
}

async function bringUpToDate(): Promise<string> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  const { db, close } = await openDatabase(settings, {
    onLost: ({ message }) => say(message),
    onRestart: say,
  })
  try {
    if (process.argv.includes('--check')) return await check(db)
    const { applied, schema } = await upgradeAsOwner(db, settings, { say, now: new Date() })
    return applied === 0 ? `数据库已是最新（${schema}），没有改动。` : `数据库已升级到 ${schema}。`
  } finally {
    await close()
  }
}

/** Describes what an upgrade would do, as text. */
async function check(db: Database): Promise<string> {
  await assertMayWrite(db)
  const [pending, version] = [await pendingMigrations(db), await databaseVersion(db)]
  const from =
    version.schema === null ? '数据库是空的' : `数据库：程序 ${version.newest}，结构 ${version.schema}`
  if (pending.length === 0) return `${from}。程序：${PROGRAM_VERSION}。没有要做的。`
  const [rows, locks] = [await rowsOf(db), readMigrationLocks()]
  return [
    `${from}。程序：${PROGRAM_VERSION}。要做 ${pending.length} 个迁移，每个单独提交，等锁最多 1 秒，等不到就让别人先走再试：`,
    ...pending.flatMap((migration) => describeMigration(migration, locks[migration.name] ?? {}, rows)),
    '这次只是检查，没有改动任何东西。',
  ].join('\n')
}

function describeMigration(
  { name, isFill }: Migration,
  locks: TableLocks,
  rows: ReadonlyMap<string, number>,
): string[] {
  const lines = Object.entries(locks).map(([table, mode]) => {
    const count = (rows.get(table) ?? 0).toLocaleString('en')
    return `      ${table}（约 ${count} 行）：${BLOCKED_TEXTS[mode]}`
  })
  return [`  ${name}${isFill ? '，分批' : ''}`, ...(lines.length > 0 ? lines : ['      不锁已有的表'])]
}

/** Approximate row count of each table, from the planner's statistics. */
async function rowsOf(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, greatest(reltuples, 0)::int8 as rows from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  return new Map(rows.map((row) => [row.name, row.rows]))
}

await endWith(bringUpToDate)
