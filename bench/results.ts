import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { BesideSql } from './besideSql.ts'
import type { EmbeddedResult } from './parts/embedded.ts'
import type { GridResult } from './parts/grid.ts'
import type { ImportResult } from './parts/import.ts'
import type { PagesResult } from './parts/page.ts'
import type { PlansResult } from './parts/plans.ts'
import type { LongReport } from './parts/reports24.ts'
import type { RequestResult } from './parts/requests.ts'
import { sectionsOf } from './sections.ts'

/** The measured results; omitted parts are absent. */
export interface Results {
  requests?: Record<string, RequestResult>
  embedded?: EmbeddedResult
  reports?: Record<string, BesideSql>
  longReports?: Record<string, LongReport>
  records?: Record<string, BesideSql>
  closing?: Record<string, BesideSql>
  proposals?: Record<string, BesideSql>
  imports?: ImportResult[]
  pages?: PagesResult
  grid?: GridResult
  plans?: PlansResult
}

/** A part's results with the circumstances of the run. */
export interface Kept<T> {
  result: T
  /** Machine, load, commit and date in one line. */
  where: string
}

export type KeptResults = { [K in keyof Results]?: Kept<NonNullable<Results[K]>> }

const file = (name: string) => new URL(name, import.meta.url)
const KEPT = file('./results.json')
const README = file('./README.md')

/** Merges the results with those of earlier runs, writes bench/README.md, and returns the new sections. */
export function keepResults(results: Results, isQuick: boolean): string {
  const where = circumstances()
  const fresh: KeptResults = Object.fromEntries(
    Object.entries(results).map(([part, result]) => [part, { result, where }]),
  )
  // A quick run is only a test and saves nothing.
  if (isQuick) return sectionsOf(fresh)
  const before: KeptResults = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
  const all = { ...before, ...fresh }
  if (before.requests && fresh.requests) {
    all.requests = { where, result: { ...before.requests.result, ...fresh.requests.result } }
  }
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`)
  const head = readFileSync(README, 'utf8').split(MARK)[0]
  writeFileSync(README, `${head}${MARK}\n\n${sectionsOf(all)}`)
  return sectionsOf(fresh)
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
