import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mediaUpTo } from '#kit/ui/breakpoints.ts'
import { SIGN_IN } from './routes.ts'
import { SCREENS_FILE } from './screenFiles.ts'
import { screenKey } from './screenPaths.ts'

/** An entry of Vite's build manifest. */
interface Part {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

type Manifest = Record<string, Part>

const ENTRY = 'index.html'
const SIGN_IN_PAGE = 'src/people/sign-in/SignInScreen.tsx'
const CONSOLE = 'src/app/browser/consoleParts.tsx'

/** Parts that a list loads, by window width, as soon as its own file has run (kit/ui/ListPage.tsx). */
const BY_WIDTH = [
  { name: 'src/kit/ui/list/WideList.tsx', media: `not all and ${mediaUpTo('md')}` },
  { name: 'src/kit/ui/list/PhoneList.tsx', media: mediaUpTo('md') },
]

/** A part and all its static imports, each once. */
function closureOf(manifest: Manifest, name: string, found = new Set<Part>()): Set<Part> {
  const part = manifest[name]
  if (!part) throw new Error(`build.json does not name ${name}`)
  if (found.has(part)) return found
  found.add(part)
  for (const other of part.imports ?? []) closureOf(manifest, other, found)
  return found
}

/** The links for some parts, without those that index.html contains already. */
function linksOf(manifest: Manifest, names: readonly string[]): string {
  const entryParts = closureOf(manifest, ENTRY)
  const scripts: string[] = []
  const styles: string[] = []
  const add = (name: string, media = '') => {
    for (const part of closureOf(manifest, name)) {
      if (entryParts.has(part)) continue
      entryParts.add(part)
      scripts.push(
        `<link rel="modulepreload" crossorigin href="/${part.file}"${media && ` media="${media}"`}>`,
      )
      // A stylesheet linked for one width only would be missing at another: the part adds the link itself, and the file
      // is only fetched ahead here.
      const rel = media ? 'rel="preload" as="style"' : 'rel="stylesheet"'
      for (const file of part.css ?? [])
        styles.push(`<link ${rel} crossorigin href="/${file}"${media && ` media="${media}"`}>`)
    }
  }
  for (const name of names) add(name)
  const opened = new Set([...entryParts].flatMap(({ dynamicImports = [] }) => dynamicImports))
  for (const { name, media } of BY_WIDTH) if (opened.has(name)) add(name, media)
  return [...scripts, ...styles].join('\n    ')
}

/**
 * Returns a function from a path to the links for what the path opens first: the sign-in page, or the console with its
 * screen. With them the browser fetches these parts in parallel with the entry. Reads the build's manifest once.
 */
export function preloadLinks(folder: string): (path: string) => string {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const manifest: Manifest = read('build.json')
  const screens: Record<string, string> = read(SCREENS_FILE)
  const signInLinks = linksOf(manifest, [SIGN_IN_PAGE])
  const consoleLinks = linksOf(manifest, [CONSOLE])
  const byScreen = new Map(
    Object.entries(screens).map(([path, file]) => [path, linksOf(manifest, [CONSOLE, `src/${file}`])]),
  )
  return (path) => {
    if (path === SIGN_IN) return signInLinks
    return byScreen.get(screenKey(path) ?? '') ?? consoleLinks
  }
}
