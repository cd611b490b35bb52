import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ROOT } from '../steps.ts'
import { FAULTS } from './faults.ts'

for (const { title, file, before, after } of FAULTS) {
  test(`the seeded fault still applies: ${title}`, () => {
    const parts = readFileSync(`${ROOT}${file}`, 'utf8').split(before)
    assert.equal(parts.length, 2, `its text occurs ${parts.length - 1} times in ${file}`)
    assert.notEqual(before, after)
  })
}

test('there are at least 40 seeded faults with unique titles', () => {
  assert.ok(FAULTS.length >= 40)
  assert.equal(new Set(FAULTS.map(({ title }) => title)).size, FAULTS.length)
})
