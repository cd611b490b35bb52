/**
 * `npm run bench`: measures the program compared with a minimal implementation, and writes the ratios into
 * bench/README.md. With names (`list`, `row`, `write`, `barrier`, `embedded`, `report`, `people`, `reports24`,
 * `records`, `closing`, `proposals`, `import`, `page`, `grid`, `plans`) only those parts; `--quick` uses fewer stores, to
 * check that the bench works.
 */
import { setTimeout } from 'node:timers/promises'
import { type Cluster, startCluster } from './cluster.ts'
import { FULL_EFFORT, QUICK_EFFORT } from './load.ts'
import { measureBarrier } from './parts/barrier.ts'
import { measureClosing } from './parts/closing.ts'
import { measureEmbedded } from './parts/embedded.ts'
import { measureGrid } from './parts/grid.ts'
import { type ImportResult, measureImport } from './parts/import.ts'
import { measurePages } from './parts/page.ts'
import { measurePeople } from './parts/people.ts'
import { measurePlans } from './parts/plans.ts'
import { measureProposals } from './parts/proposals.ts'
import { measureRecords } from './parts/records.ts'
import { measureReports } from './parts/report.ts'
import { measureLongReports } from './parts/reports24.ts'
import { measureRequests, type RequestPart } from './parts/requests.ts'
import { startOurs } from './programs.ts'
import { type Results, saveResults } from './results.ts'
import { FULL, QUICK } from './world.ts'

const PARTS = [
  'list',
  'row',
  'write',
  'barrier',
  'embedded',
  'report',
  'people',
  'reports24',
  'records',
  'closing',
  'proposals',
  'import',
  'page',
  'grid',
  'plans',
] as const
const REQUESTS: readonly RequestPart[] = ['list', 'row', 'write']
type Part = (typeof PARTS)[number]

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = named.find((word) => !PARTS.some((part) => part === word))
if (unknown) throw new Error(`no part ${unknown}: ${PARTS.join(', ')}`)
const parts = named.length > 0 ? (named as Part[]) : PARTS
const isQuick = process.argv.includes('--quick')
const effort = isQuick ? QUICK_EFFORT : FULL_EFFORT
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Wait for work that continues after a start, which is not measured. */
const REST_MS = 2_000

/** Parts that are measured in separate databases. */
const SEPARATE_DATABASE_PARTS: readonly Part[] = [
  'barrier',
  'embedded',
  'reports24',
  'records',
  'closing',
  'proposals',
  'grid',
]

/** The parts that are measured together, in this order. */
const MEASURES: { parts: readonly Part[]; measure: (cluster: Cluster, parts: Part[]) => Promise<Results> }[] =
  [
    {
      parts: REQUESTS,
      measure: async (cluster, requestedParts) => ({
        requests: await measureRequests(cluster, requestedParts as RequestPart[], effort),
      }),
    },
    {
      parts: ['barrier'],
      measure: async (cluster) => ({ barrier: await measureBarrier(cluster, isQuick, effort) }),
    },
    { parts: ['embedded'], measure: async () => ({ embedded: await measureEmbedded(effort) }) },
    {
      parts: ['report'],
      measure: async (cluster) => ({ reports: await measureReports(cluster, effort.pairs) }),
    },
    {
      parts: ['people'],
      measure: async (cluster) => ({ people: await measurePeople(cluster, effort.pairs) }),
    },
    {
      parts: ['reports24'],
      measure: async (cluster) => ({
        longReports: await measureLongReports(cluster, isQuick, effort.pairs),
      }),
    },
    {
      parts: ['records'],
      measure: async (cluster) => ({ records: await measureRecords(cluster, isQuick, effort.pairs) }),
    },
    {
      parts: ['closing'],
      measure: async (cluster) => ({ closing: await measureClosing(cluster, isQuick, effort.pairs) }),
    },
    {
      parts: ['proposals'],
      measure: async (cluster) => ({ proposals: await measureProposals(cluster, isQuick, effort.pairs) }),
    },
    { parts: ['import'], measure: async (cluster) => ({ imports: await measureImports(cluster) }) },
    { parts: ['grid'], measure: async (cluster) => ({ grid: await measureGrid(cluster) }) },
    { parts: ['plans'], measure: async (cluster) => ({ plans: await measurePlans(cluster, say) }) },
    { parts: ['page'], measure: async (cluster) => ({ pages: await measurePages(cluster, effort.visits) }) },
  ]

/** Measures the requested parts; a failing part is reported and does not stop the others. */
async function measureAll(cluster: Cluster): Promise<void> {
  for (const { parts: group, measure } of MEASURES) {
    const requestedParts = group.filter((part) => parts.includes(part))
    if (requestedParts.length === 0) continue
    say(`${requestedParts.join(', ')} …`)
    try {
      say(saveResults(await measure(cluster, requestedParts), isQuick))
    } catch (error) {
      process.exitCode = 1
      say(`${requestedParts.join(', ')}: ${error instanceof Error ? error.stack : error}`)
    }
  }
}

/**
 * Imports a text file and a workbook, each with a newly started program, since a process does not return memory to the
 * system.
 */
async function measureImports({ url }: Cluster): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  for (const kind of ['csv', 'xlsx'] as const) {
    const ours = await startOurs({ DATABASE_URL: url })
    await setTimeout(REST_MS)
    try {
      results.push(await measureImport(ours, kind))
    } finally {
      await ours.stop()
    }
  }
  return results
}

say('database …')
const size = isQuick ? QUICK : FULL
const cluster = await startCluster(
  parts.every((part) => SEPARATE_DATABASE_PARTS.includes(part)) ? null : size,
)
try {
  await measureAll(cluster)
} finally {
  await cluster.stop()
}
