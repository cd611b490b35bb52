import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The file of the build that lists the source file of each path's screen. */
export const SCREENS_FILE = 'screens.json'

const ENTRY = /'(\/[^']*)': lazyPart\(\s*\(\) => import\('(#|\.\/)([^']+)'\)/g

/**
 * Returns the source file of each path's screen, relative to `src/`. Parses the text of `screens.tsx`, because the
 * server cannot import it. Throws if an entry has another form.
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

/** Writes the source files of the screens into the build; `preloads.ts` reads them. */
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
