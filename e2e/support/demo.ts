import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Running } from '#app/testProcess.ts'
import { startProgram } from '#app/testProcess.ts'

/** A demo on data of its own and a free port, for as long as the tests run. */
export interface Demo {
  base: string
  /** The file that holds what it has printed since: the sign-in codes stand in it. */
  log: string
  stop: () => Promise<void>
}

/** Makes the data of a demo once, for all demos of a run to begin with; answers how to remove it. */
export async function makeDemoData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-made-'))
  const program = await startProgram(['--demo'], { DATA_DIR: folder, LOG_LEVEL: 'warn' })
  await stopped(program)
  process.env.E2E_MADE = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** A folder with the data of a demo that has been made, or for one that is yet to be. */
export function demoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-e2e-'))
  const made = process.env.E2E_MADE
  if (made) cpSync(made, folder, { recursive: true })
  return folder
}

/** Builds what has to be built, and starts the demo. */
export async function startDemo(): Promise<Demo> {
  const folder = demoFolder()
  const program = await startProgram(['--demo'], { DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const log = join(folder, 'printed.log')
  writeFileSync(log, '')
  program.child.stdout?.on('data', (chunk) => appendFileSync(log, chunk))
  const stop = async () => {
    await stopped(program)
    rmSync(folder, { recursive: true, force: true })
  }
  return { base: program.base, log, stop }
}

async function stopped(program: Running): Promise<void> {
  const code = await program.stop()
  if (code !== 0) throw new Error(`the demo ended with ${code}:\n${program.output()}`)
}
