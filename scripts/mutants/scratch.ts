import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, say } from '../steps.ts'

/** A mistake to try: the whole text of one file with the mistake in it. */
export interface Mutant {
  title: string
  kind: string
  file: string
  text: string
}

export interface Verdict {
  mutant: Mutant
  /** The test file or check that failed; null if none did. */
  by: string | null
  seconds: number
}

/** Two test runs at the same time are what two cores can take. */
const LANES = 2
/** A mutant that makes a loop endless is caught by this. */
const LIMIT_MS = 6 * 60_000

/** Tries each mutant in a clone of the last commit. `journeys`: also in the browser if no other test caught it. */
export async function runMutants(
  mutants: readonly Mutant[],
  options: { journeys: boolean },
): Promise<Verdict[]> {
  const verdicts = new Map<Mutant, Verdict>()
  const queue = [...mutants]
  const lane = async () => {
    const folder = cloneHead()
    try {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const verdict = await tryMutant(folder, mutant, options.journeys)
        verdicts.set(mutant, verdict)
        say(
          `${verdict.by ? '✔' : '✖'} ${verdict.seconds.toFixed(0).padStart(4)} s  ${mutant.title}  ← ${verdict.by ?? 'not caught'}`,
        )
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return mutants.flatMap((mutant) => verdicts.get(mutant) ?? [])
}

function cloneHead(): string {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-mutant-'))
  const cloned = spawnSync('git', ['clone', '--quiet', '--shared', ROOT, folder], { encoding: 'utf8' })
  if (cloned.status !== 0) throw new Error(cloned.stderr)
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'))
  return folder
}

async function tryMutant(folder: string, mutant: Mutant, journeys: boolean): Promise<Verdict> {
  const started = performance.now()
  const path = join(folder, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, mutant.text)
  try {
    const output = await runChanged(folder, journeys)
    const seconds = (performance.now() - started) / 1000
    return { mutant, by: caughtBy(output), seconds }
  } finally {
    writeFileSync(path, original)
  }
}

function runChanged(folder: string, journeys: boolean): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/testChanged.ts', 'HEAD', '--bail']
  const child = spawn(process.execPath, journeys ? args : [...args, '--no-journeys'], {
    cwd: folder,
    env: { ...process.env, TEST_LANES: '1' },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const limit = setTimeout(() => {
    output += '\n✖ 没有在时限内结束\n'
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }, LIMIT_MS)
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(limit)
      resolve(output)
    })
  })
}

/** The first failure that the run printed, or null if its last line counts none. */
function caughtBy(output: string): string | null {
  if (/, 0 failed\s*$/.test(output)) return null
  const failure = /^✖ (?:服务端测试|浏览器测试)[^·]* · ([^·]+) · (.*)$/m.exec(output)
  if (failure) return `${failure[1]} · ${failure[2]}`
  const check = /^✖ (.*)$/m.exec(output)
  return check?.[1] ?? `run ended: ${output.slice(-200)}`
}
