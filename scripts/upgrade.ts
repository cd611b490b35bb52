/**
 * `npm run test:upgrade`: upgrades a database of an earlier version on both engines and kills the upgrade at
 * `--points=50` different moments; a second run must complete it with the promised rows. Then upgrades a database with
 * 3 million store-days on PostgreSQL.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertPromised, type Content, contentOf } from '../src/app/upgrades/compare.ts'
import { fillWithDemo, SECRET_KEY } from '../src/app/upgrades/demos.ts'
import { withEngine } from '../src/db/backup/embedded.ts'
import { connect, type Database } from '../src/db/connect.ts'
import { createDatabase, dropDatabase, startPostgres, urlOf } from './postgres.ts'
import { finish, say } from './steps.ts'
import { upgradeLarge } from './upgrades/large.ts'
import { upgrade } from './upgrades/run.ts'

const VERSION = '0.1.0'
const POINTS = Number(
  process.argv.find((arg) => arg.startsWith('--points='))?.slice('--points='.length) ?? 50,
)

/** A database of the earlier version; a copy of it is upgraded at each point. */
interface Source {
  before: Content
  /** Makes a copy and returns the settings of a program that uses it. */
  copy: () => Promise<Record<string, string>>
  read: () => Promise<Content>
}

/** Kills the upgrade at every point; returns a summary, throws if an upgrade does not recover. */
async function killAtEachPoint({ before, copy, read }: Source): Promise<string> {
  const uninterrupted = await upgrade(await copy())
  if (uninterrupted.code !== 0) throw new Error(uninterrupted.output)
  assertPromised(VERSION, before, await read())
  let killed = 0
  for (let point = 0; point < POINTS; point += 1) {
    const settings = await copy()
    const first = await upgrade(settings, (uninterrupted.tookMs * (point + 0.5)) / POINTS)
    if (first.signal === 'SIGKILL') killed += 1
    const second = await upgrade(settings)
    if (second.code !== 0) throw new Error(`point ${point}:\n${first.output}\n${second.output}`)
    assertPromised(VERSION, before, await read())
  }
  if (killed < POINTS / 2) throw new Error(`only ${killed} of ${POINTS} were killed before they had ended`)
  return `${POINTS} 个时刻，其中 ${killed} 个在升级结束前；全部恢复，各表与承诺一致（一次完整升级 ${Math.round(uninterrupted.tookMs)} ms）`
}

const fill = (db: Database) => fillWithDemo(db, VERSION)

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ url }, () => {})
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function serverSource(server: string, settings: Record<string, string>): Promise<Source> {
  const [source, target] = ['upgrade_source', 'upgrade_target']
  await createDatabase(server, source)
  const before = await withDatabase(urlOf(server, source), async (db) => {
    await fill(db)
    return contentOf(db)
  })
  const DATABASE_URL = urlOf(server, target)
  return {
    before,
    copy: async () => {
      await dropDatabase(server, target)
      await createDatabase(server, target, source)
      return { ...settings, DATABASE_URL }
    },
    read: () => withDatabase(DATABASE_URL, contentOf),
  }
}

async function embeddedSource(folder: string): Promise<Source> {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')]
  const before = await withEngine(source, false, async (db) => {
    await fill(db)
    return contentOf(db)
  })
  return {
    before,
    copy: async () => {
      rmSync(target, { recursive: true, force: true })
      cpSync(source, target, { recursive: true })
      return { SECRET_KEY, DATA_DIR: target }
    },
    read: () => withEngine(target, false, contentOf),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'houtai-upgrades-'))
const server = await startPostgres()
const settings = { SECRET_KEY, DATA_DIR: folder }
const runs: Record<string, () => Promise<string>> = {
  PostgreSQL: async () => killAtEachPoint(await serverSource(server.url, settings)),
  内置数据库: async () => killAtEachPoint(await embeddedSource(folder)),
  三百万店日: () => upgradeLarge(server.url, VERSION, settings),
}
let failed = 0
for (const [title, run] of Object.entries(runs)) {
  try {
    say(`✔ ${title}：${await run()}`)
  } catch (error) {
    failed += 1
    say(`✖ ${title}：${(error as Error).stack}`)
  }
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
finish([{ passed: Object.keys(runs).length - failed, failed }])
