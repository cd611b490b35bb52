import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SIGN_IN } from './routes.ts'

/** One file of the build, as Vite's manifest describes it. */
interface Part {
  file: string
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Part>

const ENTRY = 'index.html'
const DOOR = ['src/people/sign-in/SignInScreen.tsx']
const CONSOLE = ['src/app/browser/Console.tsx', 'src/app/browser/Screen.tsx']

/** A part and all that it stands on, each once. */
function closureOf(manifest: Manifest, name: string, found = new Set<Part>()): Set<Part> {
  const part = manifest[name]
  if (!part) throw new Error(`build.json does not name ${name}`)
  if (found.has(part)) return found
  found.add(part)
  for (const other of part.imports ?? []) closureOf(manifest, other, found)
  return found
}

function linksOf(manifest: Manifest, names: readonly string[]): string {
  // What the entry stands on index.html names already.
  const known = closureOf(manifest, ENTRY)
  const parts = new Set(names.flatMap((name) => [...closureOf(manifest, name)]))
  const fresh = [...parts].filter((part) => !known.has(part))
  return [
    ...fresh.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...fresh
      .flatMap(({ css = [] }) => css)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('\n    ')
}

/**
 * The links by which a browser fetches, beside the entry and not after it, what a path opens first: the sign-in page,
 * or the console. Reads the build's manifest once; answers by path.
 */
export function preloadLinks(folder: string): (path: string) => string {
  const manifest = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as Manifest
  const door = linksOf(manifest, DOOR)
  const console = linksOf(manifest, CONSOLE)
  return (path) => (path === SIGN_IN ? door : console)
}
