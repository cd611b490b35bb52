import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Where the build writes which source file is the screen of which path. */
export const SCREENS_FILE = 'screens.json'

const ENTRY = /'(\/[^']*)': lazyPart\(\s*\(\) => import\('(#|\.\/)([^']+)'\)/g

/**
 * The source file of each path's screen, below `src/`, from the text of `screens.tsx`: the server cannot load the file
 * itself. Throws if an entry is not written as the others are.
 */
export function screenFilesOf(table: string): Record<string, string> {
  const files = Object.fromEntries(
    [...table.matchAll(ENTRY)].map(([, path, from, file]) => [path, from === '#' ? file : `app/${file}`]),
  )
  const entries = table.match(/ lazyPart\(/g)?.length ?? 0
  if (Object.keys(files).length !== entries)
    throw new Error(`screens.tsx: ${entries} screens, of which ${Object.keys(files).length} can be read`)
  return files
}

/** Writes the source files of the screens into the build, from which `preloads.ts` knows what a path needs. */
export function nameScreens(): Plugin {
  return {
    name: 'houtai:name-screens',
    apply: 'build',
    generateBundle() {
      const files = screenFilesOf(readFileSync(new URL('./screens.tsx', import.meta.url), 'utf8'))
      this.emitFile({ type: 'asset', fileName: SCREENS_FILE, source: JSON.stringify(files) })
    },
  }
}
