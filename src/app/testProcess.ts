import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The first start builds the screens: on a machine that has much else to do, minutes. */
const PATIENCE_MS = 300_000

/** The program running as a process of its own, as `npm start` runs it. */
export interface Running {
  child: ChildProcess
  /** Where it answers: `http://127.0.0.1:12345`. */
  base: string
  /** Everything that it has printed so far, both streams. */
  output: () => string
  /** Asks it to stop; answers its exit code. */
  stop: () => Promise<number | null>
}

/** How the program ended by itself, and what it said. */
export interface Ended {
  code: number | null
  output: string
}

function launch(
  args: string[],
  environment: Record<string, string>,
  { file = 'start.ts', root = ROOT }: { file?: string | undefined; root?: string | undefined } = {},
) {
  const options = ['--disable-warning=ExperimentalWarning', `src/app/${file}`, ...args]
  // Only what a machine gives anyway: the settings of whoever runs the tests are not the program's.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const machine = { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
  const env = { ...machine, PORT: '0', LOG_LEVEL: 'info', ...environment }
  const child = spawn(process.execPath, options, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exited, output: () => text }
}

/** Starts the program, or another version of it in `root`, and waits until it answers; throws with all it said if it ends before. */
export async function startProgram(
  args: string[],
  environment: Record<string, string>,
  root?: string,
): Promise<Running> {
  const { child, exited, output } = launch(args, environment, { root })
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const found = /地址\s+(http:\S+)/.exec(output())
      if (found?.[1]) resolve(found[1])
    })
  })
  const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const base = await Promise.race([address, exited.then(() => null)])
  clearTimeout(impatient)
  if (!base) throw new Error(`the program ended instead of starting:\n${output()}`)
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { child, base, output, stop }
}

/** Runs the program where it is expected to refuse, or one of its commands: a file of `app/`. */
export async function refusedProgram(
  args: string[],
  environment: Record<string, string>,
  file?: string,
): Promise<Ended> {
  const { child, exited, output } = launch(args, environment, { file })
  const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const code = await exited
  clearTimeout(impatient)
  return { code, output: output() }
}
