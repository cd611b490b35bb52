import type { Absolute } from './load.ts'
import type { BarrierResult } from './parts/barrier.ts'
import type { EmbeddedResult } from './parts/embedded.ts'
import type { GridResult } from './parts/grid.ts'
import type { ImportResult } from './parts/import.ts'
import type { PagesResult, PageTimes } from './parts/page.ts'
import type { PeopleResult } from './parts/people.ts'
import type { PlansResult } from './parts/plans.ts'
import type { LongReport } from './parts/reports24.ts'
import type { RequestResult } from './parts/requests.ts'
import type { StoredResult, StoredResults } from './results.ts'
import type { Spread } from './spread.ts'
import type { SqlComparison } from './sqlComparison.ts'

/** The tables of bench/README.md. */
export function sectionsOf({
  requests,
  barrier,
  embedded,
  reports,
  people,
  longReports,
  records,
  closing,
  proposals,
  imports,
  pages,
  grid,
  plans,
}: StoredResults): string {
  const slowness = slownessOf(requests?.result)
  const sections = [
    requests && section('Requests', requests, requestTable(requests.result)),
    barrier &&
      section('The second barrier, for a company’s own users', barrier, barrierTable(barrier.result)),
    embedded && section('The embedded engine', embedded, embeddedTable(embedded.result)),
    reports && section('Daily report', reports, sqlComparisonTable(reports.result)),
    people && section('A person or a team among 3,000 stores', people, peopleTables(people.result)),
    longReports && section('Reports over a growing history', longReports, longTable(longReports.result)),
    records && section('200,000 customers, 500,000 stores', records, sqlComparisonTable(records.result)),
    closing &&
      section(
        'A month of 20,000 stores',
        closing,
        sqlComparisonTable(closing.result, 'the least SQL that says as much'),
      ),
    proposals &&
      section(
        'Bills of a month for 20,000 stores',
        proposals,
        sqlComparisonTable(proposals.result, 'the least SQL that does as much'),
      ),
    imports && section('Import of 200,000 rows', imports, importTable(imports.result, slowness)),
    pages && section('Pages', pages, pageTable(pages.result, slowness)),
    grid && section('A grid of 200 rows', grid, gridTable(grid.result)),
    plans && section('Statements that are slower prepared', plans, plansTable(plans.result)),
  ]
  return `${sections.filter((text) => text !== undefined).join('\n')}`
}

/** List pages per second of the least handler on the machine for which the aims in seconds were set. */
const AIMS_PAGES_PER_SECOND = 912

/** How many times slower this machine is than the one of the aims; 1 if it is faster, or was not measured. */
function slownessOf(requests: Record<string, RequestResult> | undefined): number {
  const pagesPerSecond = requests?.list?.least.bare.perSecond
  return pagesPerSecond ? Math.max(1, AIMS_PAGES_PER_SECOND / pagesPerSecond) : 1
}

/** An aim in seconds or milliseconds, and what it is worth on a slower machine. */
function timeAim(value: number, unit: 's' | 'ms', slowness: number): string {
  const aim = `aim ≤ ${value} ${unit}`
  return slowness === 1 ? aim : `${aim}; at this machine’s speed ≤ ${round(value * slowness)}`
}

function section(title: string, { where }: StoredResult<unknown>, table: string): string {
  return `## ${title}\n\n${table}\n\n${where}\n`
}

const round = (value: number, places = 0) => value.toFixed(places)
const spread = ({ median, low, high }: Spread) =>
  `**${round(median, 2)}** (${round(low, 2)}–${round(high, 2)})`
const absolute = ({ perSecond, p50Ms, p99Ms }: Absolute) =>
  `${round(perSecond)}/s, p50 ${round(p50Ms, 1)} ms, p99 ${round(p99Ms, 1)} ms`

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const REQUESTS: Record<string, string> = {
  list: 'list page of 20 stores',
  row: 'row by id',
  write: 'write of one row, with audit',
}

function requestTable(results: Record<string, RequestResult>): string {
  const head = [
    '',
    'requests/s, ours ÷ least handler',
    'ours',
    'least handler',
    '÷ our own statements: the framework',
    'statements',
    'bytes ours / least',
  ]
  const rows = Object.entries(results).map(([name, { least, framework, statements, bytes }]) => [
    `${REQUESTS[name] ?? name} (aim ≥ ${AIMS[name]})`,
    spread(least.ratio),
    absolute(least.ours),
    absolute(least.bare),
    spread(framework.ratio),
    String(statements),
    `${bytes.ours} / ${bytes.least}`,
  ])
  return table(head, rows)
}

/** A cost in per cent, from the processor time behind the barrier ÷ without it. */
const cost = (processor: Spread | undefined) =>
  processor ? `**${round((processor.median - 1) * 100)} %**` : '–'

function barrierTable({ requests, reports }: BarrierResult): string {
  const head = [
    '',
    'cost: processor time',
    'aim',
    'speed or time, ÷ without',
    'behind the barrier',
    'without',
  ]
  const ofRequests = Object.entries(requests).map(([name, { processor, ratio, ours, bare }]) => [
    `${REQUESTS[name] ?? name}, requests/s`,
    cost(processor),
    name === 'row' ? '25 %' : '10 %',
    spread(ratio),
    absolute(ours),
    absolute(bare),
  ])
  const ofReports = Object.entries(reports).map(([name, { processor, ratio, oursMs, sqlMs }]) => [
    `${name}, time`,
    cost(processor),
    '10 %',
    spread(ratio),
    `${round(oursMs)} ms`,
    `${round(sqlMs)} ms`,
  ])
  return table(head, [...ofRequests, ...ofReports])
}

function embeddedTable(results: EmbeddedResult): string {
  const head = ['', `requests/s, ours ÷ least handler (aim ≥ ${EMBEDDED_AIM})`, 'ours', 'least handler']
  const rows = Object.entries(results).map(([name, { ratio, ours, bare }]) => [
    REQUESTS[name] ?? name,
    spread(ratio),
    absolute(ours),
    absolute(bare),
  ])
  return table(head, rows)
}

const EMBEDDED_AIM = 0.3

/** The target ratios to the least handler. */
const AIMS: Record<string, number> = { list: 0.6, row: 0.4, write: 0.4 }

function plansTable({ statements, different, slower }: PlansResult): string {
  const all = `Of ${statements} statements, ${different} of which end with another plan than the one for their values,`
  if (slower.length === 0) return `${all} none.`
  const rows = slower.map(({ path, who, text, preparedMs, plannedMs }) => [
    path,
    who,
    `${round(preparedMs)} ms`,
    `${round(plannedMs)} ms`,
    `\`${text.replace(/\s+/g, ' ').slice(0, 80)} …\``,
  ])
  const head = ['read', 'as', 'prepared', 'planned each time', 'statement']
  return `${all} ${slower.length}:\n\n${table(head, rows)}`
}

const SQL_COMPARISON_LABELS: Record<string, string> = {
  day: 'one day, list and totals',
  week: 'a week, overview',
  year: 'a year, stores and totals',
  customers: 'customers, first page',
  customersByWord: 'customers by a word',
  stores: 'stores, first page',
  storesByWord: 'stores by a word',
  searchName: 'search by two characters',
  searchPinyin: 'search by pinyin',
  searchInitials: 'search by initials',
  searchCode: 'search by a code',
  searchCommon: 'search by a word of every store',
  teamStores: 'stores of a head',
  teamSearch: 'search of a head',
  ownCustomers: 'customers of a sales person',
  ownSearch: 'search of a sales person',
  month: 'what it came to',
  closed: 'closed: checklist, payroll, snapshot',
  proposed: 'proposed for the first time',
  proposedAgain: 'proposed again, nothing changed',
  tried: 'another price tried',
  monthParts: 'its stores, loss-makers first',
}

function sqlComparisonTable(
  results: Record<string, SqlComparison>,
  baseline = 'bare SQL (aim ≤ 1.30)',
): string {
  const head = ['', `time, ours ÷ ${baseline}`, 'ours', 'SQL', 'statements']
  const rows = Object.entries(results).map(([name, { ratio, oursMs, sqlMs, statements }]) => [
    SQL_COMPARISON_LABELS[name] ?? name,
    spread(ratio),
    `${round(oursMs)} ms`,
    `${round(sqlMs)} ms`,
    String(statements),
  ])
  return table(head, rows)
}

const peopleTables = ({ homes, reports }: PeopleResult) =>
  `${sqlComparisonTable(homes, 'its own statements')}\n\n${sqlComparisonTable(reports, 'the least SQL')}`

function longTable(results: Record<string, LongReport>): string {
  const head = ['', 'store-days in all', 'time, ours ÷ SQL', 'ours', 'SQL']
  // Groups the sizes of each report, which shows what grows with the history.
  const byReport = Map.groupBy(Object.entries(results), ([name]) => name.split(' of ')[0])
  const rows = [...byReport.values()]
    .flat()
    .map(([name, { ratio, oursMs, sqlMs, rows: all }]) => [
      name,
      `${round(all / 1e6, 1)} million`,
      spread(ratio),
      `${round(oursMs)} ms`,
      `${round(sqlMs)} ms`,
    ])
  return table(head, rows)
}

function importTable(results: ImportResult[], slowness: number): string {
  const head = [
    '',
    `upload to committed (${timeAim(15, 's', slowness)})`,
    'of it preview, commit',
    'memory over idle (aim ≤ 200 MiB)',
    'p99 of others before → meanwhile',
  ]
  const rows = results.map((one) => [
    `${one.rows} rows, .${one.file} of ${round(one.megabytes, 1)} MB`,
    `**${round(one.previewSeconds + one.commitSeconds, 1)} s**`,
    `${round(one.previewSeconds, 1)} s, ${round(one.commitSeconds, 1)} s`,
    `**${round(one.overIdleMib)} MiB** over ${round(one.idleMib)}`,
    `${round(one.p99Ms.before)} → ${round(one.p99Ms.meanwhile)} ms`,
  ])
  return table(head, rows)
}

/** The page results with the targets that the README names. */
function pageTable({ times, kib, screens }: PagesResult, slowness: number): string {
  const ms = ({ median, low, high }: Spread) => `${round(median)} (${round(low)}–${round(high)}) ms`
  const line = (name: string, cell: (of: PageTimes) => string) => [name, cell(times[1]), cell(times[4])]
  const rows = [
    line('20 rows, cold, ÷ the bare page (aim ≤ 1.25)', ({ coldRatio }) => spread(coldRatio)),
    line('ours, bare', ({ rows, bare }) => `${ms(rows)}, ${ms(bare)}`),
    line(`frame, cold (at 1× ${timeAim(350, 'ms', slowness)})`, ({ frame }) => ms(frame)),
    line('20 rows, warm, ÷ the bare page cold (aim ≤ 0.75)', ({ warmRatio }) => spread(warmRatio)),
    line('ours, warm', ({ warm }) => ms(warm)),
    line('20 rows, third visit, ÷ the bare page cold', ({ thirdRatio }) => spread(thirdRatio)),
    line('ours, third visit', ({ third }) => ms(third)),
    line(`rows of the next screen, from the menu (at 1× ${timeAim(150, 'ms', slowness)})`, ({ next }) =>
      ms(next),
    ),
  ]
  const heavy = Object.entries(screens).filter(([, size]) => size > MAX_SCREEN_KIB)
  const weights = [
    ['sign-in (aim ≤ 115 KiB)', `**${round(kib.signIn)} KiB**`],
    ['list of stores (aim ≤ 350 KiB)', `**${round(kib.list)} KiB**`],
    ['bare list', `${round(kib.bare)} KiB`],
    [
      `screens of the menu over ${MAX_SCREEN_KIB} KiB (aim: none)`,
      `**${heavy.length}** of ${Object.keys(screens).length}`,
    ],
    ...heavy.toSorted((a, b) => b[1] - a[1]).map(([path, size]) => [path, `${round(size)} KiB`]),
  ]
  return `${table(['', '1× CPU', '4×'], rows)}\n\n${table(['JS + CSS, gzipped', ''], weights)}`
}

const MAX_SCREEN_KIB = 400

function gridTable(result: GridResult): string {
  const ms = ({ median, low, high }: Spread) => `**${round(median)}** (${round(low)}–${round(high)}) ms`
  const row = (name: string, times: GridResult['day']) => [name, ms(times[1]), ms(times[4])]
  const rows = [row('the grid alone', result.alone), row('an agent’s day', result.day)]
  return table(['a key, to the picture', '1× CPU', '4× (aim < 100 ms)'], rows)
}
