import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { say } from './steps.ts'

/** Makes a migrated database that every test file copies instead of making its own; answers how to remove it. */
export async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-template-'))
  const engine = await startEngine(folder, { durable: false })
  const db = connect({ socketFolder: engine.socketFolder }, (error) => say(error.message), 1)
  await migrate(db)
  await db.destroy()
  await engine.close()
  process.env.TEST_TEMPLATE_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

const NAME = 'houtai_test_template'

/** The same on a PostgreSQL server. */
export async function makeServerTemplate(url: string): Promise<() => Promise<void>> {
  const run = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await run(`drop database if exists ${NAME}`, `create database ${NAME}`)
  const own = new URL(url)
  own.pathname = `/${NAME}`
  const db = connect({ url: own.href }, (error) => say(error.message), 1)
  await migrate(db)
  await db.destroy()
  process.env.TEST_TEMPLATE_DATABASE = NAME
  return () => run(`drop database ${NAME}`)
}
