/**
 * `npm run test:mutants`: applies mistakes to a scratch copy of the last commit, and runs the tests that `test:changed`
 * selects for their files. `--faults` or `--mechanical` runs only one of the two lists; `--seed=N` draws other
 * mechanical mutations, `--count=N` sets their number; `--only=text` limits the run to titles that contain the text,
 * `--from=N` skips the first N, to continue an interrupted run; `--no-journeys` omits the browser; `--whole` also runs
 * all other server tests on uncaught mutants, to show what the selection misses. Prints a table and writes it to
 * `test-results/mutants.md`. Fails if a seeded fault is not caught by the selected tests.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { keepTestsInMemory } from './inMemory.ts'
import { FAULTS } from './mutants/faults.ts'
import { applyMutation, drawMutations, mutatedFiles } from './mutants/mechanical.ts'
import type { Mutant } from './mutants/scratch.ts'
import { tryMutants, type Verdict } from './mutants/tries.ts'
import { startPostgres } from './postgres.ts'
import { ROOT, say } from './steps.ts'

const args = process.argv.slice(2)
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const seed = Number(option('seed') ?? Math.floor(Math.random() * 1e6))
const count = Number(option('count') ?? 200)

function faults(): Mutant[] {
  return FAULTS.map(({ title, kind, file, before, after }) => ({
    title,
    kind,
    file,
    text: readFileSync(`${ROOT}${file}`, 'utf8').replace(before, () => after),
  }))
}

function mechanical(): Mutant[] {
  const files = mutatedFiles().map((file) => ({ file, text: readFileSync(`${ROOT}${file}`, 'utf8') }))
  const texts = new Map(files.map(({ file, text }) => [file, text]))
  return drawMutations(files, count, seed).map((mutation) => ({
    title: `${mutation.file}:${mutation.line} ${short(mutation.before)} → ${short(mutation.after)}`,
    kind: mutation.kind,
    file: mutation.file,
    text: applyMutation(texts.get(mutation.file) ?? '', mutation),
  }))
}

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** A table with one row per mutant: its kind, its title, and the test that caught it. */
function table(title: string, verdicts: readonly Verdict[]): string {
  const caught = verdicts.filter(({ by }) => by !== null).length
  const rows = verdicts.map(
    ({ mutant, by }) => `| ${mutant.kind} | ${mutant.title} | ${by ?? '**not caught**'} |`,
  )
  return [
    `## ${title}: ${caught} of ${verdicts.length} caught`,
    '',
    '| kind | mistake | caught by |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

const lists = [
  ...(args.includes('--mechanical') ? [] : [{ title: 'Seeded faults', mutants: faults() }]),
  ...(args.includes('--faults')
    ? []
    : [{ title: `Mechanical mutations (seed ${seed})`, mutants: mechanical() }]),
]
const only = option('only')
const from = Number(option('from') ?? 0)

keepTestsInMemory()
const server = await startPostgres()
process.env.TEST_DATABASE_URL = server.url
const tables: string[] = []
let missed = 0
try {
  for (const { title, mutants } of lists) {
    const selectedMutants = mutants.slice(from).filter((mutant) => !only || mutant.title.includes(only))
    say(`\n${title}: ${selectedMutants.length}`)
    const verdicts = await tryMutants(selectedMutants, {
      journeys: !args.includes('--no-journeys'),
      allTests: args.includes('--whole'),
    })
    tables.push(table(title, verdicts))
    if (title.startsWith('Seeded')) missed += verdicts.filter(({ by, late }) => by === null || late).length
    mkdirSync(`${ROOT}test-results`, { recursive: true })
    writeFileSync(`${ROOT}test-results/mutants.md`, `${tables.join('\n\n')}\n`)
  }
} finally {
  await server.stop()
}
say(`\n${tables.join('\n\n')}`)
process.exit(missed === 0 ? 0 : 1)
