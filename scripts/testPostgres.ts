/** `npm run test:postgres`: every test that comes to a database, on a real PostgreSQL, TEST_DATABASE_URL's or one of our own. */
import { engineTests } from './engineTests.ts'
import { keepTestsInMemory } from './inMemory.ts'
import type { OwnServer } from './postgres.ts'
import { startPostgres } from './postgres.ts'
import { AT_ONCE, finish, say, tests } from './steps.ts'
import { makeServerTemplate } from './template.ts'

const files = process.argv.slice(2)
keepTestsInMemory()

let own: OwnServer | undefined
try {
  if (!process.env.TEST_DATABASE_URL) {
    own = await startPostgres()
    process.env.TEST_DATABASE_URL = own.url
  }
  const remove = await makeServerTemplate(process.env.TEST_DATABASE_URL)
  const counts = await tests('服务端测试，在 PostgreSQL 上', files.length > 0 ? files : engineTests(), {
    concurrency: AT_ONCE,
  })
  await remove()
  await own?.stop()
  finish([counts])
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  await own?.stop()
  finish([{ passed: 0, failed: 1 }])
}
