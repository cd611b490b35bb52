import { StartError } from '#app/settings.ts'
import { BadBackup } from '#db/backup/format.ts'
import { EngineRefused } from '#db/embedded.ts'

/** Runs a command of the terminal: prints its sentence, or why it did not succeed, and ends the process with 0 or 1. */
export async function endWith(command: () => Promise<string>): Promise<never> {
  try {
    process.stdout.write(`${await command()}\n`)
    process.exit(0)
  } catch (error) {
    const known = error instanceof StartError || error instanceof BadBackup || error instanceof EngineRefused
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
