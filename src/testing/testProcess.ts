import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Time limit in ms: the first start builds the screens, which takes minutes on a busy machine. */
const PATIENCE_MS = 300_000

/** The program running as a separate process, as `npm start` runs it. */
export interface Running {
  child: ChildProcess
  /** Its base URL: `http://127.0.0.1:12345`. */
  base: string
  /** Everything that it has printed so far, on both streams. */
  output: () => string
  /** Sends SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>
}

/** The exit code and output of a process that has ended. */
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
  // Only what every machine sets: the settings of the person who runs the tests must not reach the program.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const machine = { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
  const env = { ...machine, PORT: '0', LOG_LEVEL: 'info', ...environment }
  const child = spawn(process.execPath, options, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exited, output: () => text }
}

/**
 * Starts the program, or another version of it in `root`, and waits until it prints its address. Throws with its output
 * if it ends before that.
 */
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

/** Runs the program until it ends, if it is expected to refuse the start, or one of its commands: a file of `app/`. */
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

/** Starts the program and stops it by SIGTERM once `isDue` holds, before it is ready. */
export async function stoppedStart(
  environment: Record<string, string>,
  isDue: () => boolean,
): Promise<Ended> {
  const { child, exited, output } = launch([], environment)
  const check = setInterval(() => isDue() && child.kill('SIGTERM'), 20)
  const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const code = await exited
  clearInterval(check)
  clearTimeout(impatient)
  return { code, output: output() }
}
