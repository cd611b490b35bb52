import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The file of the build that names the files of its parts. */
export const PARTS_FILE = 'parts.json'

/** What `PARTS_FILE` contains. Files are relative to the folder of the build. */
export interface BuiltParts {
  /** The file that contains a part, by the part's source file relative to `src/`. */
  files: Record<string, string>
  /** The source file of each path's screen, relative to `src/`. */
  screens: Record<string, string>
}

/** The parts, apart from screens, whose files the server names in a page (`preloads.ts`). */
export const PARTS = {
  signIn: 'people/sign-in/SignInScreen.tsx',
  console: 'app/browser/consoleParts.tsx',
  wideList: 'kit/ui/list/WideList.tsx',
  phoneList: 'kit/ui/list/PhoneList.tsx',
} as const

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

/** A file of the build, as far as it is needed here. */
interface OutputFile {
  type: 'chunk' | 'asset'
  fileName: string
  /** The module whose exports the file has, if it is one's alone. */
  facadeModuleId?: string | null
  moduleIds?: readonly string[]
}

/** The file that a module is imported from: its own, or one that contains it among others. Throws if there is none. */
export function fileOfModule(bundle: readonly OutputFile[], source: string): string {
  const isIt = (id: string | null | undefined) => Boolean(id?.endsWith(`/src/${source}`))
  const file =
    bundle.find(({ facadeModuleId }) => isIt(facadeModuleId)) ??
    bundle.find(({ moduleIds = [] }) => moduleIds.some(isIt))
  if (!file) throw new Error(`no file of the build contains ${source}`)
  return file.fileName
}

/**
 * Writes into the build in which file each part is; `preloads.ts` reads it. Vite's manifest does not tell: it names a part
 * only if its file contains nothing else.
 */
export function nameParts(): Plugin {
  return {
    name: 'houtai:name-parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const screens = screenFilesOf(readFileSync(new URL('./screens.tsx', import.meta.url), 'utf8'))
      const files = Object.fromEntries(
        [...Object.values(PARTS), ...Object.values(screens)].map((source) => [
          source,
          fileOfModule(Object.values(bundle), source),
        ]),
      )
      const parts: BuiltParts = { files, screens }
      this.emitFile({ type: 'asset', fileName: PARTS_FILE, source: JSON.stringify(parts) })
    },
  }
}
