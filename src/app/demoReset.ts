import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withEngine } from '#db/backup/embedded.ts'
import type { Database } from '#db/connect.ts'
import { EngineStartError } from '#db/embedded.ts'
import { lockFolder, readHolder } from '#db/engine/lock.ts'
import { DATABASE_FOLDER } from '#db/engine/open.ts'
import { isMarkedDemo } from './prepare.ts'
import { type Settings, StartError } from './settings.ts'

/** The names in a data folder that belong to its database: files, version, key, backups and snapshots. */
const OWN = /^(pg|pg\.new|engine\.json|engine\.pid|secret\.key|backups|snapshot-.*)$/

type ResetSettings = Pick<Settings, 'demo' | 'databaseUrl' | 'dataDir'>

/**
 * `npm run demo -- --reset`: removes the demo's data from its data folder, so that the start creates it anew. Returns
 * what was done, as a sentence for the operator. Throws `StartError`, and removes nothing, unless the folder's database
 * is marked as a demo and no process uses it.
 */
export async function resetDemo({ demo, databaseUrl, dataDir }: ResetSettings): Promise<string> {
  if (!demo) throw new StartError('--reset 只用于演示：npm run demo -- --reset。没有删除任何数据。')
  if (databaseUrl) {
    throw new StartError(
      '--reset 只清空数据目录里的演示；设置 DATABASE_URL 指向的数据库请自行删除后重建。没有删除任何数据。',
    )
  }
  if (!existsSync(join(dataDir, DATABASE_FOLDER))) return `${dataDir} 里还没有演示数据，直接新建。`
  await assertDemo(dataDir)
  const lock = lockFolder(dataDir, { pid: process.pid, socketFolder: '' })
  if (!lock) throw inUse(dataDir)
  try {
    const names = readdirSync(dataDir).filter((name) => OWN.test(name))
    for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true })
  } finally {
    lock.release()
  }
  return `已清空演示数据：${dataDir}。下面重新生成。`
}

const inUse = (dataDir: string) =>
  new StartError(
    `演示正在运行（进程号 ${readHolder(dataDir)?.pid ?? '未知'}），请先停止它，再重置。没有删除任何数据。`,
  )

/** Throws `StartError` unless the database of the folder is marked as a demo. */
async function assertDemo(dataDir: string): Promise<void> {
  const isDemo = await withEngine(dataDir, true, readMark).catch((error: unknown) => {
    if (!(error instanceof EngineStartError)) throw error
    if (error.inUse) throw inUse(dataDir)
    throw new StartError(
      `${error.message} 看不出 ${dataDir} 里是不是演示数据，没有删除；确定不要了，请自行删除这个目录。`,
    )
  })
  if (isDemo) return
  throw new StartError(
    `${dataDir} 里不是演示数据，没有删除。请用 DATA_DIR 指向演示的数据目录（默认 data/demo）。`,
  )
}

/** Whether the database is marked as a demo; false for a database without tables. */
async function readMark(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('public.setting') is not null as exists`.execute(db)
  return rows[0]?.exists === true && (await isMarkedDemo(db))
}
