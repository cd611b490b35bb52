import { commandWords } from '#app/commandWords.ts'
import { sentenceOf } from '#app/sentences.ts'

/** Runs a terminal command: prints its result, or why it failed, and ends the process with 0 or 1. */
export async function endWith(command: () => Promise<string>): Promise<never> {
  try {
    process.stdout.write(`${commandWords(await command())}\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error) ?? (error as Error).stack}\n`)
    process.exit(1)
  }
}
