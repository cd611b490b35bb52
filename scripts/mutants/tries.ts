import { chunksOf } from '../../src/kit/chunks.ts'
import { readSources } from '../../src/testing/testSources.ts'
import { matching, say } from '../steps.ts'
import { selectTests } from '../testing/selection.ts'
import { ALL_SERVER } from '../testing/suites.ts'
import { cloneHead, type Failure, type Mutant, type Part, type Scratch } from './scratch.ts'

export interface Verdict {
  mutant: Mutant
  /** The test or check that failed; null if none did. */
  by: string | null
  /** Whether only a test that `test:changed` does not select caught it. */
  late: boolean
}

/** Two cores can run two test runs concurrently. */
const CONCURRENCY = 2
/** Maximum number of mutants that are tried together after passing the nearest tests. */
const MAX_GROUP = 40
/** Number of test files per run of a group: a mutant that fails many files is removed before the next batch. */
const BATCH = 20

export interface TryOptions {
  /** Whether the selected end-to-end tests run. */
  journeys: boolean
  /** Whether uncaught mutants also run all other server tests, to show what the selection misses. */
  allTests: boolean
}

/** A round of tests: each uncaught mutant runs its files. */
interface Round {
  title: string
  part: Part
  /** Empty if the round has no test for the mutant. */
  filesFor: (mutant: Mutant) => readonly string[]
  /** Mutants of this round run one at a time, up to the first failure. */
  alone: boolean
  /** The round runs tests that `test:changed` does not select. */
  late?: boolean
}

/**
 * Tries each mutant with the tests that `test:changed` selects for its file: first the nearest, then the rest, the type
 * checks, and with `journeys` the browser. Mutants that pass the first round are tried in groups (`tryGroup`).
 */
export async function tryMutants(mutants: readonly Mutant[], options: TryOptions): Promise<Verdict[]> {
  const by = new Map<Mutant, string>()
  let early: ReadonlySet<Mutant> = new Set()
  const scratches = Array.from({ length: CONCURRENCY }, cloneHead)
  try {
    for (const round of rounds(options)) {
      const alive = mutants.filter((mutant) => !by.has(mutant) && round.filesFor(mutant).length > 0)
      if (round.late) early = new Set(by.keys())
      say(`\n── ${round.title}：${alive.length}`)
      const groups = round.alone ? alive.map((mutant) => [mutant]) : grouped(alive)
      await runConcurrently(scratches, groups, (scratch, group) => tryGroup(scratch, round, group, by))
    }
  } finally {
    for (const scratch of scratches) scratch.remove()
  }
  return mutants.map((mutant) => ({
    mutant,
    by: by.get(mutant) ?? null,
    late: options.allTests && by.has(mutant) && !early.has(mutant),
  }))
}

function rounds({ journeys, allTests }: TryOptions): Round[] {
  const sources = readSources()
  const all = matching(ALL_SERVER)
  const selections = new Map<string, ReturnType<typeof selectTests>>()
  const selectionFor = ({ file }: Mutant) => {
    const selection = selections.get(file) ?? selectTests([file], sources)
    selections.set(file, selection)
    return selection
  }
  const near = (mutant: Mutant) => nearest(mutant, selectionFor(mutant).server)
  const far = (mutant: Mutant) => {
    const tried = new Set(near(mutant))
    return selectionFor(mutant).server.filter((test) => !tried.has(test))
  }
  return [
    { title: 'the nearest tests', part: 'server', filesFor: near, alone: true },
    { title: 'the other selected tests', part: 'server', filesFor: far, alone: false },
    { title: 'types', part: 'types', filesFor: ({ file }) => [file], alone: false },
    {
      title: 'journeys',
      part: 'browser',
      filesFor: (mutant) => (journeys ? selectionFor(mutant).journeys : []),
      alone: false,
    },
    {
      title: 'all other server tests',
      part: 'server',
      filesFor: (mutant) => {
        const selected = new Set(selectionFor(mutant).server)
        return allTests ? all.filter((test) => !selected.has(test)) : []
      },
      alone: false,
      late: true,
    },
  ]
}

/** Number of tests of its own folder that a mutant runs alone; trying the remaining mutants together is faster. */
const NEAREST = 4

/**
 * Tests of the mutant's folder, likeliest to catch it first: the one of the same name, then the feature's main tests.
 */
function nearest({ file }: Mutant, tests: readonly string[]): string[] {
  const folder = folderOf(file)
  const names = [file.replace(/\.tsx?$/, ''), `${folder}/server`, `${folder}/queries`, `${folder}/steps`]
  const rank = (test: string) => {
    const at = names.indexOf(test.replace(/\.test\.ts$/, ''))
    return at < 0 ? names.length : at
  }
  const sameFolder = tests.filter((test) => folderOf(test) === folder)
  return sameFolder.toSorted((a, b) => rank(a) - rank(b)).slice(0, NEAREST)
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/**
 * Groups of mutants of different files. Those of one folder stay together, as they select the same tests. All lanes get
 * the same number of groups.
 */
function grouped(mutants: readonly Mutant[]): Mutant[][] {
  const size = Math.ceil(
    mutants.length / (CONCURRENCY * Math.ceil(mutants.length / (CONCURRENCY * MAX_GROUP))),
  )
  const groups: Mutant[][] = []
  for (const mutant of mutants.toSorted((a, b) => a.file.localeCompare(b.file))) {
    const group = groups.find(
      (members) => members.length < size && members.every(({ file }) => file !== mutant.file),
    )
    if (group) group.push(mutant)
    else groups.push([mutant])
  }
  return groups
}

/** Runs the group's tests, a batch of files at a time, each with the mutants that no earlier batch caught. */
async function tryGroup(
  scratch: Scratch,
  round: Round,
  group: readonly Mutant[],
  by: Map<Mutant, string>,
): Promise<void> {
  const files = [...new Set(group.flatMap(round.filesFor))]
  for await (const batch of chunksOf(files, round.alone ? files.length : BATCH)) {
    const alive = group.filter(
      (mutant) => !by.has(mutant) && round.filesFor(mutant).some((file) => batch.includes(file)),
    )
    if (alive.length > 0) await tryBatch(scratch, round, alive, batch, by)
  }
  for (const mutant of group) if (!by.has(mutant)) say(`– ${mutant.title}  ← still alive`)
}

/**
 * Runs the files with all mutants applied, and finds the mutant that causes each failure: it bisects the mutants that
 * select the failed test. Then it removes that mutant and runs the failed tests again.
 */
async function tryBatch(
  scratch: Scratch,
  { part, filesFor, alone }: Round,
  mutants: readonly Mutant[],
  batch: readonly string[],
  by: Map<Mutant, string>,
): Promise<void> {
  const run = (applied: readonly Mutant[], files: readonly string[]) =>
    scratch.run(applied, part, files, alone || files.length === 1)
  const caught = (mutant: Mutant, failures: readonly Failure[]) => {
    by.set(mutant, describe(failures))
    say(`✔ ${mutant.title}  ← ${describe(failures)}`)
  }
  let rest = mutants
  const failures = await run(rest, batch)
  const [single, ...others] = mutants
  if (single && others.length === 0 && failures.length > 0) caught(single, failures)
  let failed = others.length === 0 ? [] : filesOf(failures)
  while (failed.length > 0) {
    const [file = ''] = failed
    const suspects = rest.filter((mutant) => filesFor(mutant).includes(file))
    const found = await culpritOf(suspects, (some) => run(some, [file]))
    if (found) caught(found.mutant, found.failures)
    rest = rest.filter((mutant) => mutant !== found?.mutant)
    const selected = new Set(rest.flatMap(filesFor))
    // If no suspect fails the file, a mutant that does not select it does.
    const again = failed.filter((one) => selected.has(one) && (found || one !== file))
    failed = again.length > 0 ? filesOf(await run(rest, again)) : []
  }
}

const filesOf = (failures: readonly Failure[]) => [...new Set(failures.map(({ file }) => file))]

/** A mutant that alone makes the run fail; undefined if the run passes with all of them. */
async function culpritOf(
  suspects: readonly Mutant[],
  run: (mutants: readonly Mutant[]) => Promise<Failure[]>,
): Promise<{ mutant: Mutant; failures: Failure[] } | undefined> {
  const [mutant] = suspects
  const failures = mutant ? await run(suspects) : []
  if (!mutant || failures.length === 0) return undefined
  if (suspects.length === 1) return { mutant, failures }
  const half = Math.ceil(suspects.length / 2)
  return (await culpritOf(suspects.slice(0, half), run)) ?? culpritOf(suspects.slice(half), run)
}

const describe = ([first]: readonly Failure[]) =>
  first?.title ? `${first.file}: ${first.title}` : (first?.file ?? '')

async function runConcurrently<T>(
  scratches: readonly Scratch[],
  items: readonly T[],
  work: (scratch: Scratch, item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  await Promise.all(
    scratches.map(async (scratch) => {
      for (let item = queue.shift(); item; item = queue.shift()) await work(scratch, item)
    }),
  )
}
