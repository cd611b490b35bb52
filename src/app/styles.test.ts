import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { beginsAfter, ENDS, upTo } from '#kit/ui/breakpoints.ts'
import type { Source } from './testSources.ts'
import { readSources } from './testSources.ts'

const SRC = fileURLToPath(new URL('../', import.meta.url))

/** What names a side of the window instead of the start or the end of a line. */
const SIDES =
  /(?:margin|padding|border)-(?:left|right)|(?:^|\s)(?:left|right):|(?:text-align|float): (?:left|right)|border-(?:top|bottom)-(?:left|right)-radius/

/** `padding: 0 16px 0 24px`: two sides that differ. */
const UNEVEN = /(?:margin|padding): (\S+) (\S+) (\S+) (\S+);/

test('styles know start and end, so that a page that runs from the right is mirrored', () => {
  const broken = globSync('**/*.css', { cwd: SRC }).flatMap((path) =>
    readFileSync(`${SRC}${path}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [, , right, , left] = UNEVEN.exec(line) ?? []
        return SIDES.test(line) || right !== left ? [`${path}:${index + 1} ${line.trim()}`] : []
      }),
  )
  assert.deepEqual(broken, [])
})

test('the widths of the window are the specification’s', () => {
  assert.deepEqual(Object.values(ENDS), [479.98, 575.98, 767.98, 991.98, 1199.98, 1599.98])
  assert.deepEqual(
    Object.keys(ENDS).map((name) => beginsAfter(name as keyof typeof ENDS)),
    [480, 576, 768, 992, 1200, 1600],
  )
  assert.equal(upTo('md'), '(max-width: 767.98px)')
})

test('every style that minds the width of the window changes where a breakpoint does', () => {
  const ends = Object.values(ENDS).map((width) => `max-width: ${width}px`)
  const begins = Object.values(ENDS).map((width) => `min-width: ${Math.ceil(width)}px`)
  const known = new Set([...ends, ...begins])
  const widths = globSync('**/*.css', { cwd: SRC }).flatMap((path) =>
    [...readFileSync(`${SRC}${path}`, 'utf8').matchAll(/@(?:media|container)[^{]+/g)].flatMap(([rule]) =>
      [...rule.matchAll(/(?:\w+-)?width\s*[:<>=][^)]*/g)].map(([width]) => ({ path, width })),
    ),
  )
  assert.ok(widths.length > 30)
  assert.deepEqual(
    widths.filter(({ width }) => !known.has(width)),
    [],
  )
})

/** What the browser loads first; every other part is loaded by an `import()`. */
const FIRST_PART = 'app/browser/browser.tsx'

/** A class name that a rule styles by itself: `.name {` or `.name.other:hover,`, but not `.parent .name`. */
const STYLED_ALONE = /(?:^|[{},;])\s*\.([a-z][\w-]*)(?:[.:[][^\s{},]*)?\s*(?=[{,])/g

/** The class names of an element: a text, or the texts within braces. */
const CLASS_NAMES = /[cC]lassName(?:=|:\s*)(?:"([^"]*)"|\{((?:[^{}]|\{[^}]*\})*)\})/g

test('wherever a component can be loaded, the style sheet of its classes is loaded too', () => {
  const sources = new Map(
    readSources()
      .filter(({ isTest }) => !isTest)
      .map((source) => [source.path, source]),
  )
  const sheets = globSync('**/*.css', { cwd: SRC }).map((path) => ({
    path,
    text: readFileSync(`${SRC}${path}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  }))
  const styled = new Set(sheets.flatMap(({ text }) => matchesOf(text, STYLED_ALONE)))
  const sheetsOf = new Map(
    [...styled].map((name) => {
      const mention = new RegExp(`\\.${name}(?![\\w-])`)
      return [name, sheets.filter(({ text }) => mention.test(text)).map(({ path }) => path)]
    }),
  )
  assert.ok(styled.size > 500)
  const missing = partsOf(sources).flatMap(({ files, loaded }) =>
    [...files].flatMap((file) =>
      classesIn(sources.get(file)?.text ?? '')
        .filter((name) => sheetsOf.get(name)?.every((sheet) => !loaded.has(sheet)))
        .map((name) => `${file}: .${name} is styled in ${sheetsOf.get(name)?.join(', ')}`),
    ),
  )
  assert.deepEqual([...new Set(missing)], [])
})

const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

function classesIn(text: string): string[] {
  const texts = [...text.matchAll(CLASS_NAMES)].flatMap(([, plain, code = '']) => {
    if (plain !== undefined) return [plain]
    const templates = matchesOf(code, /`([^`]*)`/g).map((one) => one.replaceAll(/\$\{[^}]*\}/g, ''))
    return [...matchesOf(code, /'([^']*)'/g), ...templates]
  })
  return [...new Set(texts.join(' ').split(/\s+/))]
}

/** A part of the program that is loaded as a whole, by the file that the program or an `import()` names. */
interface Part {
  files: ReadonlySet<string>
  /** The files that are loaded at the latest with it, those of every part that can load it included. */
  loaded: ReadonlySet<string>
}

function partsOf(sources: ReadonlyMap<string, Source>): Part[] {
  const importsOf = (path: string, lazy: boolean) =>
    (sources.get(path)?.imports ?? []).flatMap((one) =>
      one.target !== null && !one.typeOnly && one.lazy === lazy ? [one.target] : [],
    )
  const filesFrom = (path: string, files = new Set<string>()): Set<string> => {
    if (files.has(path)) return files
    files.add(path)
    for (const target of importsOf(path, false)) filesFrom(target, files)
    return files
  }
  const files = new Map([[FIRST_PART, filesFrom(FIRST_PART)]])
  const loaders = new Map<string, Set<string>>()
  for (const [part, own] of files)
    for (const target of [...own].flatMap((path) => importsOf(path, true))) {
      if (!files.has(target)) files.set(target, filesFrom(target))
      loaders.set(target, (loaders.get(target) ?? new Set()).add(part))
    }
  const loadedWith = (part: string, within: readonly string[] = []): Set<string> => {
    const before = [...(loaders.get(part) ?? [])]
      .filter((loader) => loader !== part && !within.includes(loader))
      .map((loader) => loadedWith(loader, [...within, part]))
    const [first = new Set<string>(), ...others] = before
    const always = [...first].filter((path) => others.every((other) => other.has(path)))
    return new Set([...(files.get(part) ?? []), ...always])
  }
  return [...files].map(([part, own]) => ({ files: own, loaded: loadedWith(part) }))
}
