import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import { WINGS } from '#testing/testSources.ts'
import { cellFormatters } from './cellFormatters.ts'

const SOURCES = resolve(import.meta.dirname, '..')
const isFormatter = (one: unknown): one is CellFormatter<never> =>
  typeof one === 'object' && one !== null && 'of' in one && 'name' in one

test('the server finds the cell formatters of every feature, each under a unique name', async () => {
  const fileOfName = new Map<string, string>()
  for (const file of globSync(`{${WINGS.join()}}/**/cellFormatters.ts`, { cwd: SOURCES })) {
    const exported: unknown[] = Object.values(await import(resolve(SOURCES, file)))
    const words = exported.flatMap((one) => Object.values(one ?? {})).filter(isFormatter)
    assert.ok(words.length > 0, `${file} says nothing`)
    for (const { name } of words) {
      assert.equal(fileOfName.get(name), undefined, `${name} is said twice`)
      fileOfName.set(name, file)
    }
  }
  assert.deepEqual(cellFormatters.map(({ name }) => name).toSorted(), [...fileOfName.keys()].toSorted())
})

test('a list that defines cell formatters itself cannot be exported', () => {
  for (const file of globSync(`{${WINGS.join()}}/**/*.tsx`, { cwd: SOURCES })) {
    const text = readFileSync(resolve(SOURCES, file), 'utf8')
    if (/: CellFormatter</.test(text)) assert.match(text, /exportable=\{false\}/, file)
  }
})
