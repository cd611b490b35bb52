/**
 * `npm run test:long`: tests that take too long for every push. Random tests run with a new seed, which is printed
 * first; TEST_SEED repeats a run. A seed that fails becomes a separate test.
 */
import { keepTestsInMemory } from './inMemory.ts'
import { hasPostgres } from './postgres.ts'
import { type Counts, command, finish, matching, node, say, staticChecks } from './steps.ts'
import { engineTests } from './testing/engineTests.ts'
import { rollingUpgrades } from './testing/rollingUpgrades.ts'
import { ALL_JOURNEYS, ALL_SERVER, runTests, type Selection } from './testing/suites.ts'

/** Repetitions of the random tests, which are higher than in a push. */
const MORE_RUNS = {
  LIFECYCLE_RUNS: '60',
  FUZZ_RUNS: '150',
  REPEAT_RUNS: '150',
  ROUND_TRIP_RUNS: '10',
  LOAD: '1',
}

/** Tries Enter in every form, and some failures of every read, drawn by the seed: all 24 would take another hour. */
const MORE_ATTEMPTS = { TRY: 'all', READ_WAYS: process.env.READ_WAYS ?? '6', TEST_FILE_MINUTES: '60' }

const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
Object.assign(process.env, MORE_RUNS, MORE_ATTEMPTS, { TEST_SEED: seed, FUZZ_SEED: seed })
say(`随机测试的种子：${seed}（用 TEST_SEED=${seed} npm run test:long 重复）`)

keepTestsInMemory()
const none: Selection = { journeys: [], server: [], embedded: [] }
/** The parts of a run by name: `npm run test:long -- journeys upgrades` runs two of them. */
const PARTS: Record<string, () => Promise<Counts>> = {
  checks: () => staticChecks(),
  journeys: () => runTests({ ...none, journeys: matching(ALL_JOURNEYS) }),
  server: () => runTests({ ...none, server: matching(ALL_SERVER), embedded: engineTests() }),
  upgrades: () => command('升级测试', process.execPath, node('scripts/upgrade.ts')),
  rolling: () => rollingUpgrades(50),
  crash: () => command('崩溃测试', process.execPath, node('scripts/crash.ts')),
  'machine-gone': () => command('机器没了', process.execPath, node('scripts/machineGone.ts')),
  faults: () => command('故障演练', process.execPath, node('scripts/faults.ts')),
  alerts: () => command('告警规则', 'promtool', ['test', 'rules', 'release/prometheus/houtai.test.yml']),
  release: () => command('发行包', process.execPath, node('scripts/releaseCheck.ts')),
  image: () => command('镜像', process.execPath, node('scripts/imageCheck.ts')),
  manual: () => command('运维手册的命令', process.execPath, node('scripts/manualCommands.ts')),
  workbooks: () => command('工作簿用 LibreOffice 打开', process.execPath, node('scripts/workbooks.ts')),
}

// Without PostgreSQL the whole suite runs on the embedded engine only.
if (!hasPostgres()) say('没有装 PostgreSQL：只在内嵌引擎上运行。')
const requestedParts = process.argv.slice(2)
const unknown = requestedParts.filter((name) => !PARTS[name])
if (unknown.length > 0)
  throw new Error(`没有这个部分：${unknown.join('、')}（有 ${Object.keys(PARTS).join('、')}）。`)
const counts: Counts[] = []
for (const [name, run] of Object.entries(PARTS)) {
  if (requestedParts.length === 0 || requestedParts.includes(name)) counts.push(await run())
}
finish(counts)
