import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { beginsAfter, ENDS, upTo } from '#kit/ui/breakpoints.ts'

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
