import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { BarrierResult } from './parts/barrier.ts'
import type { EmbeddedResult } from './parts/embedded.ts'
import type { GridResult } from './parts/grid.ts'
import type { ImportResult } from './parts/import.ts'
import type { PagesResult } from './parts/page.ts'
import type { PeopleResult } from './parts/people.ts'
import type { PlansResult } from './parts/plans.ts'
import type { LongReport } from './parts/reports24.ts'
import type { RequestResult } from './parts/requests.ts'
import { sectionsOf } from './sections.ts'
import type { SqlComparison } from './sqlComparison.ts'

/** The measured results; omitted parts are absent. */
export interface Results {
  requests?: Record<string, RequestResult>
  barrier?: BarrierResult
  embedded?: EmbeddedResult
  reports?: Record<string, SqlComparison>
  people?: PeopleResult
  longReports?: Record<string, LongReport>
  records?: Record<string, SqlComparison>
  closing?: Record<string, SqlComparison>
  proposals?: Record<string, SqlComparison>
  imports?: ImportResult[]
  pages?: PagesResult
  grid?: GridResult
  plans?: PlansResult
}

/** A part's results with the circumstances of the run. */
export interface StoredResult<T> {
  result: T
  /** Machine, load, commit and date in one line. */
  where: string
}

export type StoredResults = { [K in keyof Results]?: StoredResult<NonNullable<Results[K]>> }

const file = (name: string) => new URL(name, import.meta.url)
const RESULTS_FILE = file('./results.json')
const README = file('./README.md')

/** Merges the results with those of earlier runs, writes bench/README.md, and returns the new sections. */
export function saveResults(results: Results, isQuick: boolean): string {
  const where = circumstances()
  const newResults: StoredResults = Object.fromEntries(
    Object.entries(results).map(([part, result]) => [part, { result, where }]),
  )
  // A quick run is only a test and saves nothing.
  if (isQuick) return sectionsOf(newResults)
  const before: StoredResults = existsSync(RESULTS_FILE) ? JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) : {}
  const all = { ...before, ...newResults }
  if (before.requests && newResults.requests) {
    all.requests = { where, result: { ...before.requests.result, ...newResults.requests.result } }
  }
  writeFileSync(RESULTS_FILE, `${JSON.stringify(all, null, 2)}\n`)
  const head = readFileSync(README, 'utf8').split(MARK)[0]
  writeFileSync(README, `${head}${MARK}\n\n${sectionsOf(all)}`)
  return sectionsOf(newResults)
}

/** The bench writes below this line; the text above is maintained by hand. */
const MARK = '<!-- written by npm run bench -->'

function circumstances(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const [processor] = cpus()
  const load = loadavg()[0]?.toFixed(1)
  const machine = `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const day = new Date().toISOString().slice(0, 10)
  return `${machine}, load average ${load}, Node ${process.version}, commit ${git('rev-parse', '--short', 'HEAD')}, ${day}`
}
