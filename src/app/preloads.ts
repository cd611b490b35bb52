import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mediaUpTo } from '#kit/ui/breakpoints.ts'
import { type BuiltParts, PARTS, PARTS_FILE } from './builtParts.ts'
import { SIGN_IN } from './routes.ts'
import { screenKey } from './screenPaths.ts'

/** A file of the build, in Vite's manifest. */
interface BuiltFile {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

type Manifest = Record<string, BuiltFile>

/** Parts that a list loads, by window width, as soon as its own file has run (kit/ui/ListPage.tsx). */
const BY_WIDTH = [
  { part: PARTS.wideList, media: `not all and ${mediaUpTo('md')}` },
  { part: PARTS.phoneList, media: mediaUpTo('md') },
]

/** A file of the build and all its static imports, each once. `name` is its name in the manifest. */
function closureOf(manifest: Manifest, name: string, found = new Set<BuiltFile>()): Set<BuiltFile> {
  const file = manifest[name]
  if (!file) throw new Error(`build.json does not name ${name}`)
  if (found.has(file)) return found
  found.add(file)
  for (const other of file.imports ?? []) closureOf(manifest, other, found)
  return found
}

/** The links for some parts, without the files that index.html names already. */
function linksOf({ manifest, entry, nameOf }: Build, parts: readonly string[]): string {
  const linked = new Set(entry)
  const scripts: string[] = []
  const styles: string[] = []
  const add = (part: string, media = '') => {
    for (const built of [...closureOf(manifest, nameOf(part))].filter((file) => !linked.has(file))) {
      const { file, css = [] } = built
      linked.add(built)
      scripts.push(`<link rel="modulepreload" crossorigin href="/${file}"${media && ` media="${media}"`}>`)
      // A stylesheet linked for one width only would be missing at another: the part adds the link itself, and the file
      // is only fetched ahead here.
      const rel = media ? 'rel="preload" as="style"' : 'rel="stylesheet"'
      for (const sheet of css)
        styles.push(`<link ${rel} crossorigin href="/${sheet}"${media && ` media="${media}"`}>`)
    }
  }
  for (const part of parts) add(part)
  const opened = new Set([...linked].flatMap(({ dynamicImports = [] }) => dynamicImports))
  for (const { part, media } of BY_WIDTH) if (opened.has(nameOf(part))) add(part, media)
  return [...scripts, ...styles].join('\n    ')
}

interface Build {
  manifest: Manifest
  /** The files that index.html names. */
  entry: readonly BuiltFile[]
  /** The name in the manifest of the file that contains a part. */
  nameOf: (part: string) => string
}

function readBuild(folder: string, { files }: BuiltParts): Build {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]))
  return {
    manifest,
    entry: Object.values(manifest).filter(({ file }) => page.includes(`"/${file}"`)),
    nameOf: (part) => {
      const name = names.get(files[part] ?? '')
      if (name === undefined) throw new Error(`${PARTS_FILE} and build.json do not name the file of ${part}`)
      return name
    },
  }
}

/**
 * Returns a function from a path to the links for what the path opens first: the sign-in page, or the console with its
 * screen. With them the browser fetches these parts in parallel with the entry. Reads the build's manifest once.
 */
export function preloadLinks(folder: string): (path: string) => string {
  const parts: BuiltParts = JSON.parse(readFileSync(join(folder, PARTS_FILE), 'utf8'))
  const build = readBuild(folder, parts)
  const signInLinks = linksOf(build, [PARTS.signIn])
  const consoleLinks = linksOf(build, [PARTS.console])
  const byScreen = new Map(
    Object.entries(parts.screens).map(([path, screen]) => [path, linksOf(build, [PARTS.console, screen])]),
  )
  return (path) => {
    if (path === SIGN_IN) return signInLinks
    return byScreen.get(screenKey(path) ?? '') ?? consoleLinks
  }
}
