import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { makeDemo, seedDemo } from '#demo/seed.ts'
import type { ListTotals } from '#kit/listTotals.ts'
import { inChinese } from '#kit/text.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { readSources, WINGS } from '#testing/testSources.ts'
import { listTotals } from './listTotals.ts'

const { as } = await testApp(async (database) => {
  const demo = await makeDemo(() => NOON)
  await database.transaction().execute((tx) => seedDemo(tx, () => NOON, TEST_KEYS, demo))
})

const SOURCES = resolve(import.meta.dirname, '..')
const isTotals = (one: unknown): one is ListTotals<never> =>
  typeof one === 'object' && one !== null && 'of' in one && 'path' in one

test('the server finds the totals of every list, each under the path of its endpoint', async () => {
  const paths: string[] = []
  for (const file of globSync(`{${WINGS.join()}}/**/*{t,T}otals.ts`, { cwd: SOURCES })) {
    paths.push(
      ...Object.values(await import(resolve(SOURCES, file)))
        .filter(isTotals)
        .map(({ path }) => path),
    )
  }
  assert.equal(new Set(paths).size, paths.length, 'a path twice')
  assert.deepEqual(listTotals.map(({ path }) => path).sort(), paths.sort())
})

test('a list with totals on the screen has them from one of these files', () => {
  for (const { path, text, isTest } of readSources()) {
    if (!isTest && /const \w+: ListTotals</.test(text)) assert.match(path, /[tT]otals\.ts$/, path)
  }
})

/** Rates, differences of rates, durations, and means, which are rounded in each row. */
const NOT_SUMS = /(Bp|S)$|^mean7$/

/** Query of lists that have no rows by default. */
const QUERIES: Record<string, string> = { '/api/reports/payroll': 'month=2026-04' }

for (const { path, of } of listTotals) {
  test(`${path}: totals of amounts and counts are the sums of the rows`, async () => {
    const rows: Record<string, unknown>[] = []
    let answer: { items: Record<string, unknown>[]; total: number }
    do {
      const current = rows.length / 100 + 1
      answer = (await as('admin').get(`${path}?pageSize=100&current=${current}&${QUERIES[path] ?? ''}`)).data
      rows.push(...answer.items)
    } while (rows.length < answer.total && answer.items.length > 0)
    assert.ok(rows.length > 0)
    const { note, cells } = of(answer as never, inChinese)
    assert.match(note ?? '', /\d/)
    for (const [field, total] of Object.entries(cells)) {
      assert.ok(field in (rows[0] ?? {}), `${field} is no field of the rows`)
      if (typeof total !== 'number' || NOT_SUMS.test(field)) continue
      const sum = rows.reduce((all, row) => all + Number(row[field] ?? 0), 0)
      assert.equal(total, sum, field)
    }
  })
}
