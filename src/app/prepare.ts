import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import type { Clock } from '#kit/calendar.ts'
import type { KeyFor } from '#kit/keys.ts'
import { createFirstAdmin, type FirstAdmin, hasNoStaff } from './firstAdmin.ts'
import { checkKey } from './masterKey.ts'
import { type Settings, StartError } from './settings.ts'

/** Advisory lock under which one of several nodes fills an empty database while the others wait. */
const LOCK = 5_017_002

const DEMO = 'demo'

/**
 * Fills an empty database once: with the demo's data, or with the first admin, who is then returned. Throws
 * `StartError` if a real start finds a demo's database, or a demo a real one.
 */
export async function prepare(
  db: Database,
  settings: Settings,
  clock: Clock,
  keyFor: KeyFor,
): Promise<FirstAdmin | null> {
  const writeDemo = settings.demo && !(await isMarkedDemo(db)) ? await demoWriter(clock, keyFor) : null
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await setStatementTimeout(tx, 0)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const isDemo = await isMarkedDemo(tx)
    const isEmpty = await hasNoStaff(tx)
    if (isDemo && !settings.demo) {
      throw new StartError(
        '这个数据库装的是演示数据，正式启动不会使用它。请用 DATA_DIR 或 DATABASE_URL 指向另一个库，或用 npm run demo 启动演示。',
      )
    }
    await checkKey(tx, keyFor)
    if (!settings.demo) return isEmpty ? createFirstAdmin(tx, settings, clock(), keyFor('audit')) : null
    if (!isDemo && !isEmpty) {
      throw new StartError(
        '这个数据库已有正式数据，演示不会写进去。请用 DATA_DIR 或 DATABASE_URL 指向一个空的库。',
      )
    }
    if (!isDemo && writeDemo) {
      await writeDemo(tx)
      await tx
        .insertInto('setting')
        .values({ key: DEMO, value: JSON.stringify(true) })
        .execute()
    }
    return null
  })
}

/** Makes the demo's data and returns what writes it. Its modules are loaded only now: no other start needs them. */
async function demoWriter(clock: Clock, keyFor: KeyFor): Promise<(tx: Database) => Promise<void>> {
  const { makeDemo, seedDemo } = await import('#demo/seed.ts')
  const demo = await makeDemo(clock)
  return (tx) => seedDemo(tx, clock, keyFor, demo)
}

/** Whether a database was filled with the demo. */
export async function isMarkedDemo(db: Database): Promise<boolean> {
  const row = await db.selectFrom('setting').select('key').where('key', '=', DEMO).executeTakeFirst()
  return row !== undefined
}
