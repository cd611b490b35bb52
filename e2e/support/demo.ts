import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '#app/testProcess.ts'

/** A demo on data of its own and a free port, for as long as the tests run. */
export interface Demo {
  base: string
  /** The file that holds what it has printed since: the sign-in codes stand in it. */
  log: string
  stop: () => Promise<void>
}

/** Builds what has to be built, and starts the demo. */
export async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-e2e-'))
  const program = await startProgram(['--demo'], { DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const log = join(folder, 'printed.log')
  writeFileSync(log, '')
  program.child.stdout?.on('data', (chunk) => appendFileSync(log, chunk))
  const stop = async () => {
    const code = await program.stop()
    rmSync(folder, { recursive: true, force: true })
    if (code !== 0) throw new Error(`the demo ended with ${code}:\n${program.output()}`)
  }
  return { base: program.base, log, stop }
}
