/**
 * Starts the program: `npm start`, or with `--demo` on demo data, which `--reset` creates anew.
 *
 * The embedded engine needs seconds to open its files, and so does the program to load its modules. This module loads
 * little, starts the engine and then loads the program, so that both happen at the same time.
 */
import { startEngine } from '#db/embedded.ts'
import { readMasterKey } from './masterKey.ts'
import { type Beginning, listeners } from './running.ts'
import { readSettings } from './settings.ts'

async function begin(): Promise<Beginning> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  if (process.argv.includes('--reset')) {
    const { resetDemo } = await import('./demoReset.ts')
    process.stdout.write(`${await resetDemo(settings)}\n`)
  }
  const masterKey = readMasterKey(settings)
  const engine = settings.databaseUrl ? null : startEngine(settings.dataDir, listeners)
  // The program, which is being loaded, reports the error.
  engine?.catch(() => {})
  return { settings, masterKey, engine }
}

const beginning = begin()
beginning.catch(() => {})
const { run } = await import('./program.ts')
await run(beginning)
