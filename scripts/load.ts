/**
 * `npm run test:load`: measures how far one user can slow down others and fill memory and the database, as ratios within
 * one run, and the server's limits with the numbers of design/trust.md. With `-- sockets reports uploads growth writes`
 * only these parts, with `--engine=embedded` or `--engine=PostgreSQL` only on that engine; `--minutes=60` writes for an hour.
 */
import { watchMemory } from '../bench/memory.ts'
import { freePort } from '../src/testing/testPort.ts'
import { keepTestsInMemory } from './inMemory.ts'
import { type Figure, reportFigures } from './load/figures.ts'
import { measureGrowth } from './load/growth.ts'
import { type EngineName, type Loaded, startLoaded } from './load/program.ts'
import { measureReports } from './load/reports.ts'
import { measureAborted, measureTrickling } from './load/uploads.ts'
import { measureMemory } from './load/writes.ts'
import { type Counts, finish, say, sumOf, timed } from './steps.ts'
import { runTests } from './testing/suites.ts'

const DEFAULT_MINUTES = 3
const MAX_OVER_IDLE_MIB = 300
/** More than a person ever needs, where the load is not that of one person. */
const WITHOUT_BUDGETS = { BUDGET_FACTOR: '1000' }

/** The value of `--name=value`. */
const optionOf = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length)

const minutes = Number(optionOf('minutes') ?? DEFAULT_MINUTES)
const ENGINES = (['PostgreSQL', 'embedded'] as const).filter(
  (engine) => engine === (optionOf('engine') ?? engine),
)

const PARTS: Record<string, () => Promise<Counts>> = {
  sockets: async () => {
    process.env.LOAD = '1'
    process.env.REPEAT_RUNS = '150'
    keepTestsInMemory()
    const server = ['src/app/sockets.test.ts', 'src/app/repeats.test.ts']
    return runTests({ journeys: [], server, embedded: [] })
  },
  reports: () => onBoth(measureReports),
  uploads: () =>
    onBoth(async (loaded) => [...(await measureTrickling(loaded)), ...(await measureAborted(loaded))]),
  growth: async () => reportFigures(await withLoaded('PostgreSQL', {}, measureGrowth)),
  writes: async () => {
    const inspector = await freePort()
    const settings = { ...WITHOUT_BUDGETS, NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` }
    const measure = (loaded: Loaded) => measureMemory(loaded, inspector, minutes)
    return reportFigures(await withLoaded('PostgreSQL', settings, measure))
  },
}

/** Measures on both engines, with the memory that the program takes meanwhile. */
async function onBoth(measure: (loaded: Loaded) => Promise<Figure[]>): Promise<Counts> {
  const counts: Counts[] = []
  for (const engine of ENGINES) {
    const figures = await withLoaded(engine, WITHOUT_BUDGETS, (loaded) => whileWatching(loaded, measure))
    counts.push(reportFigures(figures))
  }
  return sumOf(counts)
}

async function whileWatching(
  loaded: Loaded,
  measure: (loaded: Loaded) => Promise<Figure[]>,
): Promise<Figure[]> {
  const memory = watchMemory(loaded.pid)
  const figures = await measure(loaded)
  const { idle, peak } = memory.stop()
  // The memory of the embedded engine is the database's own, as that of a server is not measured here.
  const limit = loaded.engine === 'embedded' ? Number.POSITIVE_INFINITY : MAX_OVER_IDLE_MIB
  const name = `${loaded.engine}: memory above idle (${idle.toFixed(0)} MiB)`
  return [...figures, { name, value: peak - idle, limit, unit: 'MiB' }]
}

async function withLoaded(
  engine: EngineName,
  settings: Record<string, string>,
  measure: (loaded: Loaded) => Promise<Figure[]>,
): Promise<Figure[]> {
  const loaded = await startLoaded(engine, settings)
  try {
    return await measure(loaded)
  } finally {
    await loaded.stop()
  }
}

const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  say(`unknown parts: ${unknown.join(', ')}; known: ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}
const counts: Counts[] = []
for (const [name, run] of Object.entries(PARTS)) {
  if (named.length === 0 || named.includes(name)) counts.push(await timed(name, run))
}
finish(counts)
