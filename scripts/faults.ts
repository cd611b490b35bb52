/**
 * `npm run test:faults`: injects faults into the program as it runs in production and checks what an admin of the
 * installation is told (`-- faults`), and lets seven quiet days pass without a false alarm (`-- days`; with `--demo` on
 * the demo's data). Without one of these words both; with other words only the faults whose title or key contains one of
 * them. `--engine=PostgreSQL` or `--engine=embedded`: only on that one. `--write` puts the results into
 * docs/operate/faults.md.
 */
import { runDays } from './faults/days.ts'
import { type Fault, type Outcome, runFault } from './faults/fault.ts'
import { ALL_FAULTS } from './faults/list.ts'
import { writeReport } from './faults/report.ts'
import { type EngineName, Rig } from './faults/rig.ts'
import { type Counts, finish, say } from './steps.ts'

const ALL_ENGINES: readonly EngineName[] = ['PostgreSQL', 'embedded']
const onlyOn = process.argv.find((word) => word.startsWith('--engine='))?.slice('--engine='.length)
const ENGINES = ALL_ENGINES.filter((engine) => onlyOn === undefined || engine === onlyOn)
if (ENGINES.length === 0) throw new Error(`no engine ${onlyOn}: ${ALL_ENGINES.join(', ')}`)
const PARTS = ['faults', 'days']

const writes = process.argv.includes('--write')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const parts = words.filter((word) => PARTS.includes(word))
const wanted = words.filter((word) => !PARTS.includes(word))
const runs = (part: string) => parts.length === 0 || parts.includes(part)
const isWanted = ({ title, key }: Fault) =>
  wanted.length === 0 || wanted.some((word) => title.includes(word) || key.includes(word))

/** Injects the faults of one engine into one installation, one after the other. */
async function runFaultsOn(engine: EngineName): Promise<Outcome[]> {
  const faults = ALL_FAULTS.filter((fault) => fault.engine === engine && isWanted(fault))
  if (faults.length === 0) return []
  const rig = await Rig.start(engine, 'small')
  try {
    const outcomes: Outcome[] = []
    for (const fault of faults) {
      const began = performance.now()
      const outcome = await runFault(rig, fault)
      outcomes.push(outcome)
      describe(outcome, (performance.now() - began) / 1_000)
      if (writes) writeReport([outcome], [])
    }
    return outcomes
  } finally {
    await rig.stop()
  }
}

function describe({ fault, namedAfter, resolvedAfter, words, also, faults }: Outcome, seconds: number): void {
  const mark = faults.length === 0 ? '✔' : '✖'
  say(
    `${mark} ${fault.title}：${namedAfter ?? '–'} 秒后说出，去掉 ${resolvedAfter ?? '–'} 秒后恢复（${seconds.toFixed(1)} 秒）`,
  )
  if (words) say(`  ${words}`)
  if (also.length > 0) say(`  同时：${also.join('、')}`)
  for (const one of faults) say(`  ✖ ${one}`)
}

const outcomes: Outcome[] = []
if (runs('faults')) for (const engine of ENGINES) outcomes.push(...(await runFaultsOn(engine)))
// At the same time: a simulated minute is mostly waiting.
const days = runs('days') && wanted.length === 0 ? await Promise.all(ENGINES.map(runDays)) : []
for (const day of days) for (const alarm of day.alarms) say(`✖ ${day.engine}：${alarm}`)
if (writes) writeReport([], days)
const passed = outcomes.filter(({ faults }) => faults.length === 0).length
const quiet = days.filter(({ alarms }) => alarms.length === 0).length
const counts: Counts[] = [
  { passed, failed: outcomes.length - passed },
  { passed: quiet, failed: days.length - quiet },
]
finish(counts)
