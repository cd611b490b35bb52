import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RELEASE_FILE } from './build.ts'

const IS_INSTALLED = existsSync(fileURLToPath(new URL(`../../${RELEASE_FILE}`, import.meta.url)))

/**
 * Names the program's commands as they can be run here: sentences say `npm run backup -- FILE`, and an archive, which
 * has no npm, says `houtai backup FILE`.
 */
export function commandWords(sentence: string, isInstalled = IS_INSTALLED): string {
  if (!isInstalled) return sentence
  return sentence.replaceAll(/npm run ([a-z:-]*[a-z])( --)?/g, 'houtai $1')
}
