/**
 * `npm run test:long`: what takes too long for every push, about an hour on two cores. Random tests run with a new seed,
 * which is printed first; TEST_SEED repeats a run. A seed that fails becomes a test of its own.
 */
import { keepTestsInMemory } from './inMemory.ts'
import { hasPostgres } from './postgres.ts'
import { command, finish, matching, node, say, staticChecks } from './steps.ts'
import { engineTests } from './testing/engineTests.ts'
import { rollingUpgrades } from './testing/rollingUpgrades.ts'
import type { Selection } from './testing/suites.ts'
import { ALL_JOURNEYS, ALL_SERVER, runTests } from './testing/suites.ts'

/** How often each random test runs here, compared with a push. */
const MORE_RUNS = { LIFECYCLE_RUNS: '60', FUZZ_RUNS: '150', REPEAT_RUNS: '150', LOAD: '1' }

/** Each read fails in every way and in two languages, which takes up to half an hour a file; Enter is tried in every form. */
const ALL_TRIED = { TRY: 'all', TEST_FILE_MINUTES: '60' }

const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
Object.assign(process.env, MORE_RUNS, ALL_TRIED, { TEST_SEED: seed, FUZZ_SEED: seed })
say(`随机测试的种子：${seed}（用 TEST_SEED=${seed} npm run test:long 重复）`)

keepTestsInMemory()
const both: Selection = {
  journeys: matching(ALL_JOURNEYS),
  server: matching(ALL_SERVER),
  embedded: engineTests(),
}
// Without a PostgreSQL the whole suite runs on the embedded engine alone.
if (!hasPostgres()) say('没有装 PostgreSQL：只在内嵌引擎上运行。')
finish([
  await staticChecks(),
  await runTests(both),
  await command('升级测试', process.execPath, node('scripts/upgrade.ts')),
  await rollingUpgrades(50),
  await command('崩溃测试', process.execPath, node('scripts/crash.ts')),
])
