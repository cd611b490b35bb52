import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { rolesOf } from '#db/roleNames.ts'
import { setUpRoles } from '#db/roles.ts'
import { createDatabase, dropDatabase, urlOf } from './postgres.ts'
import { say } from './steps.ts'
import type { Environment } from './testing/runner.ts'

/** Creates a migrated folder of the embedded engine; `testApp` copies it for each test file. */
export async function makeTemplate(): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-template-'))
  const engine = await startEngine(folder, { durable: false })
  const db = connect({ socketFolder: engine.socketFolder }, (error) => say(error.message), { max: 1 })
  await migrate(db)
  await setUpRoles(db, rolesOf())
  await db.destroy()
  await engine.close()
  return {
    env: { TEST_TEMPLATE_DIR: folder },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Several runs may share a server. */
const NAME = `houtai_test_template_${process.pid}`

/** Creates a migrated database on a PostgreSQL server; `testApp` copies it for each test file. */
export async function makeServerTemplate(server: string): Promise<Environment> {
  await createDatabase(server, NAME)
  const db = connect({ url: urlOf(server, NAME) }, (error) => say(error.message), { max: 1 })
  await migrate(db)
  await setUpRoles(db, rolesOf())
  await db.destroy()
  return {
    env: { TEST_DATABASE_URL: server, TEST_TEMPLATE_DATABASE: NAME },
    close: () => dropDatabase(server, NAME),
  }
}
