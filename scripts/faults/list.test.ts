import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checks } from '../../src/platform/system-status/checks.ts'
import { ALL_FAULTS, NOT_INJECTED } from './list.ts'

const isOf = (check: string, key: string) => key === check || key.startsWith(`${check}.`)

test('every problem that the program reports is provoked by an injected fault, or it is said why not', () => {
  const reported = checks.map(({ key }) => key)
  const provoked = (check: string) => ALL_FAULTS.some(({ key }) => isOf(check, key))
  assert.deepEqual(
    reported.filter((check) => !provoked(check) && !NOT_INJECTED[check]),
    [],
  )
  assert.deepEqual(
    Object.keys(NOT_INJECTED).filter((check) => provoked(check) || !reported.includes(check)),
    [],
    'a reason that no longer holds',
  )
})

test('docs/operate/faults.md has a row for every fault', () => {
  const page = readFileSync(new URL('../../docs/operate/faults.md', import.meta.url), 'utf8')
  const missing = ALL_FAULTS.filter(({ title }) => !page.includes(`| ${title} |`))
  assert.deepEqual(
    missing.map(({ title }) => title),
    [],
    'npm run test:faults -- --write',
  )
})

test('every injected fault expects a problem that the program can report', () => {
  const unknown = ALL_FAULTS.filter(({ key }) => !checks.some((check) => isOf(check.key, key)))
  assert.deepEqual(
    unknown.map(({ title, key }) => `${title}: ${key}`),
    [],
  )
  assert.ok(ALL_FAULTS.length >= 20)
  const titles = new Set(ALL_FAULTS.map(({ title }) => title))
  assert.equal(titles.size, ALL_FAULTS.length)
})
