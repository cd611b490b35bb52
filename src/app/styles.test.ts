import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { BREAKPOINT_ENDS, beginsAfter, mediaUpTo } from '#kit/ui/breakpoints.ts'
import { readSources, type Source } from '#testing/testSources.ts'

const SRC = fileURLToPath(new URL('../', import.meta.url))

test('the breakpoints are those of the specification', () => {
  assert.deepEqual(Object.values(BREAKPOINT_ENDS), [479.98, 575.98, 767.98, 991.98, 1199.98, 1599.98])
  assert.deepEqual(
    Object.keys(BREAKPOINT_ENDS).map((name) => beginsAfter(name as keyof typeof BREAKPOINT_ENDS)),
    [480, 576, 768, 992, 1200, 1600],
  )
  assert.equal(mediaUpTo('md'), '(max-width: 767.98px)')
})

test('media and container queries use only the breakpoints', () => {
  const ends = Object.values(BREAKPOINT_ENDS).map((width) => `max-width: ${width}px`)
  const begins = Object.values(BREAKPOINT_ENDS).map((width) => `min-width: ${Math.ceil(width)}px`)
  const expectedWidths = new Set([...ends, ...begins])
  const widths = globSync('**/*.css', { cwd: SRC }).flatMap((path) =>
    [...readFileSync(`${SRC}${path}`, 'utf8').matchAll(/@(?:media|container)[^{]+/g)].flatMap(([rule]) =>
      [...rule.matchAll(/(?:\w+-)?width\s*[:<>=][^)]*/g)].map(([width]) => ({ path, width })),
    ),
  )
  assert.ok(widths.length > 30)
  assert.deepEqual(
    widths.filter(({ width }) => !expectedWidths.has(width)),
    [],
  )
})

/** The part that the browser loads first; every other part is loaded by an `import()`. */
const FIRST_PART = 'app/browser/browser.tsx'

/** The selectors of a rule, without media queries: `.name`, `.parent.other > .name`. */
const SELECTORS = /(?:^|[{};])\s*([^{}@;]+?)\s*(?=\{)/g

/** The first compound selector. */
const FIRST = /^(?::\w[\w-]*\()?[^\s>+~]+/

/** A class name that is not antd's. */
const CLASS = /\.(?!ant-)([a-z][\w-]*)/g

/** The class names of an element: a string, or the strings within braces. */
const CLASS_NAMES = /[cC]lassName(?:=|:\s*)(?:"([^"]*)"|\{((?:[^{}]|\{[^}]*\})*)\})/g

/** A string that may be a class name wherever it occurs, except as a key: `week-bar`. */
const WITH_DASH = /['"` ]([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?=['"` ])(?!['"]:)/g

/** The prefix of class names that a value completes: `status-${tone}`. */
const BEGINNING = /[`\s]([a-z][\w-]*-)\$\{/g

test('wherever a component can be loaded, the stylesheet of its classes is loaded too', () => {
  const sources = new Map(
    readSources()
      // `access` renders nothing; the names of its kinds may equal class names.
      .filter(({ isTest, area }) => !isTest && area !== 'access')
      .map((source) => [source.path, source]),
  )
  const sheets = globSync('**/*.css', { cwd: SRC }).map((path) => ({
    path,
    text: readFileSync(`${SRC}${path}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  }))
  const styled = new Set(sheets.flatMap(({ text }) => styledBy(text)))
  const sheetsOf = (pattern: string) =>
    sheets.filter(({ text }) => new RegExp(`\\.${pattern}`).test(text)).map(({ path }) => path)
  const sheetsOfName = new Map([...styled].map((name) => [name, sheetsOf(`${name}(?![\\w-])`)]))
  const sheetsOfBeginning = (name: string) =>
    [...styled].some((one) => one.startsWith(name)) ? sheetsOf(name) : undefined
  assert.ok(styled.size > 700)
  const missing = partsOf(sources).flatMap(({ files, loaded }) =>
    [...files].flatMap((file) => {
      const { names, beginnings } = classesIn(sources.get(file)?.text ?? '')
      const styledIn = [
        ...names.map((name) => [name, sheetsOfName.get(name)] as const),
        ...beginnings.map((name) => [`${name}…`, sheetsOfBeginning(name)] as const),
      ]
      return styledIn
        .filter(([, of]) => of?.every((sheet) => !loaded.has(sheet)))
        .map(([name, of]) => `${file}: .${name} is styled in ${of?.join(', ')}`)
    }),
  )
  assert.deepEqual([...new Set(missing)], [])
})

/**
 * The class names that have no style without the sheet: `name` of `.name`, `.name table` and `.name .ant-input`. None
 * of `.place .name`, which changes `name` only within `.place`.
 */
function styledBy(sheet: string): string[] {
  const selectors = matchesOf(sheet, SELECTORS).flatMap((list) => list.split(/,(?![^(]*\))/))
  return selectors.flatMap((one) => {
    const selector = one.trim()
    const first = FIRST.exec(selector)?.[0] ?? ''
    return matchesOf(selector.slice(first.length), CLASS).length > 0 ? [] : matchesOf(first, CLASS)
  })
}

const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The class names of a component, and the prefixes of those that a value completes. */
function classesIn(text: string): { names: string[]; beginnings: string[] } {
  const written = [...text.matchAll(CLASS_NAMES)].map(([, plain, code = '']) => ({ plain, code }))
  const texts = written.flatMap(({ plain, code }) => {
    if (plain !== undefined) return [plain]
    const templates = matchesOf(code, /`([^`]*)`/g).map((one) => one.replaceAll(/\$\{[^}]*\}/g, ''))
    return [...matchesOf(code, /'([^']*)'/g), ...templates]
  })
  return {
    names: [...new Set([...texts.join(' ').split(/\s+/), ...matchesOf(text, WITH_DASH)])],
    beginnings: written.flatMap(({ code }) => matchesOf(code, BEGINNING)),
  }
}

/** A part of the program that is loaded as a whole; it starts at the first file or at the target of an `import()`. */
interface Part {
  files: ReadonlySet<string>
  /** The files that are certainly loaded with it: its own, and those that all parts that can load it have in common. */
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
  for (const [part, partFiles] of files)
    for (const target of [...partFiles].flatMap((path) => importsOf(path, true))) {
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
  return [...files].map(([part, partFiles]) => ({ files: partFiles, loaded: loadedWith(part) }))
}
