import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEW_COMPANY } from '#demo/newCompany.ts'
import { makeDemo, seedDemo } from '#demo/seed.ts'
import type { Endpoint } from '#kit/contract.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import {
  choicesOf,
  fieldsOf,
  filteredDay,
  lists,
  type Page,
  SPANS,
  sortedBy,
  unmatched,
  wordOf,
} from '#testing/testLists.ts'

// Checks the filters, columns and pages of every list on the demo's data.

const { as } = await testApp(async (database) => {
  const demo = await makeDemo(() => NOON)
  await database.transaction().execute((tx) => seedDemo(tx, () => NOON, TEST_KEYS, demo))
})

/** The reader of lists in which the headquarters' admin has no rows. */
const READERS: Record<string, string> = { '/api/notices': 'head', '/api/customer-mentions': 'sales' }

/** Lists without rows in the demo, each with the reason. */
const EMPTY: Record<string, string> = {
  '/api/figure-checks': 'a check is asked for by a person',
  '/api/imports/setups': 'the stores of the demo were not set up from files',
}

/** Filters that exclude no row of the demo, each with the reason. */
const NOT_NARROWING: Record<string, string> = {
  '/api/figure-questions toAnswer': 'the admin may answer every question',
}

/** Columns that sort by a value that the row does not contain: their order is not checked here. */
const NOT_SHOWN = new Set(['/api/reports/daily-store/stores consultUsers'])

async function fetchList({ path }: Endpoint, query: Record<string, string | number> = {}): Promise<Page> {
  const parameters = Object.entries({ pageSize: 100, ...query }).map(([name, value]) => `${name}=${value}`)
  const url = encodeURI(`${path}?${parameters.join('&')}`)
  const answer = await as(READERS[path] ?? 'admin').get(url)
  assert.equal(answer.status, 200, `${url}: ${answer.body.errorMessage}`)
  return answer.data
}

const different = (values: readonly unknown[]) => [...new Set(values)]

for (const list of lists) {
  const { path } = list
  const fields = fieldsOf(list)
  const filters = Object.keys(fields).filter((name) => !['current', 'pageSize', 'sort'].includes(name))

  test(`${path}: a filter returns the matching rows only`, async () => {
    const unfiltered = await fetchList(list)
    assert.equal(unfiltered.total > 0, !(path in EMPTY), EMPTY[path] ?? 'the demo has no row')
    for (const name of filters) {
      const nobody = unmatched(list, name)
      if (nobody !== null)
        assert.equal((await fetchList(list, { [name]: nobody })).total, 0, `${name}=${nobody}`)
      const firstValue = unfiltered.items[0]?.[name]
      if (typeof firstValue === 'number') await assertOnly(list, name, firstValue, unfiltered.total)
      await assertChoices(list, name, unfiltered)
    }
  })

  test(`${path}: a range of one day returns the rows of that day, and a keyword the rows that contain it`, async () => {
    const { items } = await fetchList(list)
    for (const [from, to] of SPANS.filter(([name]) => name in fields)) {
      const day = items.map((item) => filteredDay(item, from)).find((one) => one !== null)
      assert.ok(day, `no row shows the day of ${from}`)
      const found = await fetchList(list, { [from]: day, [to]: day })
      assert.deepEqual(different(found.items.map((item) => filteredDay(item, from))), [day], from)
    }
    if (!('keyword' in fields)) return
    const keyword = wordOf(items[0])
    assert.ok(keyword, 'no row shows a text that it is found by')
    assert.ok((await fetchList(list, { keyword })).total > 0, keyword)
  })

  test(`${path}: a page begins where the previous one ends`, async () => {
    const pages = await Promise.all([1, 2].map((current) => fetchList(list, { pageSize: 5, current })))
    const { items } = await fetchList(list, { pageSize: 10 })
    assert.deepEqual(
      pages.flatMap((page) => page.items),
      items,
    )
  })

  test(`${path}: each column sorts in both directions, with empty values last`, async () => {
    for (const sort of (fields.sort?.enum ?? []) as string[]) {
      const { items } = await fetchList(list, { sort, pageSize: 50 })
      const values = items.map((item) => sortedBy(list, item, sort.replace('-', '')))
      const isShown = items.length === 0 || values.some((value) => value !== undefined)
      assert.equal(isShown, !NOT_SHOWN.has(`${path} ${sort.replace('-', '')}`), `${sort} is shown`)
      const nonNull = values.filter((value) => value !== null)
      assert.deepEqual(values.slice(0, nonNull.length), nonNull, `${sort}: empty values last`)
      const direction = sort.startsWith('-') ? -1 : 1
      const inOrder = nonNull.toSorted((a = 0, b = 0) => (a === b ? 0 : a < b ? -direction : direction))
      assert.deepEqual(nonNull, inOrder, sort)
    }
  })
}

/** Fails unless the filter returns only rows with that value, and not all rows. */
async function assertOnly(list: Endpoint, name: string, value: number, all: number): Promise<void> {
  const { items, total } = await fetchList(list, { [name]: value })
  assert.ok(total > 0 && total < all, `${name}=${value} finds ${total} of ${all}`)
  assert.deepEqual(different(items.map((item) => item[name])), [value], name)
}

/** Choices that a list refuses: the books of the empty company have not begun. */
const REFUSED: Record<string, string> = { '/api/receivables/forecast companyCode': NEW_COMPANY.code }

/** For a filter on a column, fails unless the choices divide the list; for any other, unless a choice excludes rows. */
async function assertChoices(
  list: Endpoint,
  name: string,
  { items: all, total: count }: Page,
): Promise<void> {
  const choices = choicesOf(name, fieldsOf(list)[name] ?? {}).filter(
    (choice) => REFUSED[`${list.path} ${name}`] !== choice,
  )
  if (choices.length === 0 || count === 0) return
  const isColumn = all.every((item) => choices.includes(String(item[name])))
  const totals: number[] = []
  for (const choice of choices) {
    const { items, total } = await fetchList(list, { [name]: choice })
    totals.push(total)
    if (isColumn && total > 0)
      assert.deepEqual(different(items.map((item) => String(item[name]))), [choice], name)
  }
  if (isColumn)
    assert.equal(
      totals.reduce((sum, total) => sum + total),
      count,
      `${name}: the choices together`,
    )
  else
    assert.equal(
      totals.some((total) => total < count),
      !(`${list.path} ${name}` in NOT_NARROWING),
      name,
    )
}
