import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { connect } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Settings } from './settings.ts'
import { StartError } from './settings.ts'

/** The database of a running program, whichever engine it is. */
export interface OpenDatabase {
  db: Database
  /** Closes the pool, then the engine where it is ours. */
  close: () => Promise<void>
  /** Resolves with a sentence when our engine ends by itself; never for a server. */
  failed: Promise<string>
}

type OnLost = (error: Error) => void

/** Opens the database of the settings and brings it to the newest schema. Throws `StartError` where that cannot be. */
export async function openDatabase(settings: Settings, onLost: OnLost): Promise<OpenDatabase> {
  const opened = settings.databaseUrl
    ? await openServer(settings.databaseUrl, onLost)
    : await openEmbedded(settings.dataDir, onLost)
  await migrate(opened.db)
  return opened
}

async function openEmbedded(folder: string, onLost: OnLost): Promise<OpenDatabase> {
  const engine = await startEngine(folder).catch((error: Error) => {
    throw new StartError(`${error.message} 数据目录：${folder}`)
  })
  const db = connect({ socketFolder: engine.socketFolder }, onLost)
  const close = async () => {
    await db.destroy()
    await engine.close()
  }
  return { db, close, failed: engine.failed }
}

const OLDEST_VERSION = 150_000

async function openServer(url: string, onLost: OnLost): Promise<OpenDatabase> {
  const db = connect({ url }, onLost)
  const version = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`
    .execute(db)
    .catch((error: Error) => {
      throw new StartError(
        `连不上设置 DATABASE_URL 指向的数据库：${error.message}。请检查地址、账号和网络后重新启动。`,
      )
    })
  if ((version.rows[0]?.version ?? 0) < OLDEST_VERSION) {
    throw new StartError('设置 DATABASE_URL 指向的 PostgreSQL 版本过旧，需要 15 或更新的版本。')
  }
  return { db, close: () => db.destroy(), failed: new Promise(() => {}) }
}
