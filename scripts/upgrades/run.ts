import { spawn } from 'node:child_process'
import { ROOT } from '../steps.ts'

/** How a run of `npm run migrate` ended, and its duration from its first line of output. */
export interface UpgradeResult {
  signal: NodeJS.Signals | null
  code: number | null
  tookMs: number
  output: string
}

/** Runs the upgrade; kills it `killAfterMs` after its first line of output, if given. */
export async function upgrade(
  settings: Record<string, string>,
  killAfterMs?: number,
): Promise<UpgradeResult> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings }
  const args = ['--disable-warning=ExperimentalWarning', 'src/app/commands/migrate.ts', '--demo']
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise: ended, resolve } = Promise.withResolvers<Pick<UpgradeResult, 'code' | 'signal'>>()
  child.once('close', (code, signal) => resolve({ code, signal }))
  let output = ''
  let started = 0
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.stdout.once('data', () => {
    started = performance.now()
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  const result = await ended
  return { ...result, tookMs: performance.now() - started, output }
}
