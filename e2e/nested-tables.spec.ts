import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'
import { watchLoading } from './support/screens.ts'
import {
  bring,
  NOT_ON_A_PHONE,
  type TableWay,
  tablesOfSource,
  WAYS_TO_TABLES,
  wideTables,
} from './support/tables.ts'
import { addressOf } from './support/waysToForms.ts'

test('every file that renders a table has a way to it on a phone, or a reason not to need one', () => {
  const listed = [...Object.keys(WAYS_TO_TABLES), ...Object.keys(NOT_ON_A_PHONE)].sort()
  assert.deepEqual(listed, tablesOfSource().sort())
})

const byPerson = Map.groupBy(Object.entries(WAYS_TO_TABLES), ([, { as = 'admin' }]) => as)

for (const [username, ways] of byPerson) {
  journey(
    `on a phone no table of ${username} is wider than its drawer, dialog or panel`,
    async ({ page, base, signIn }) => {
      const loaded = watchLoading(page)
      const client = await clientOf(base, username)
      await signIn(username, '/welcome')
      const found: Record<string, string[]> = {}
      for (const [file, way] of ways) {
        await inState(page, way, async () => {
          await page.goto(await addressOf({ at: way.at }, client))
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await loaded()
          await bring(page, way, loaded)
          const wide = await page.evaluate(wideTables)
          if (wide.length > 0) found[file] = wide
        })
      }
      assert.deepEqual(found, {})
    },
    { viewport: PHONE },
  )
}

/** Runs the task while the responses of the way's reads are changed. */
async function inState(page: Page, { shows = [] }: TableWay, task: () => Promise<void>): Promise<void> {
  for (const [read, change] of shows) {
    await page.route(read, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const data = { ...answer.data, ...change }
      await route.fulfill({ response, status: 200, json: { ...answer, success: true, data } })
    })
  }
  await task()
  for (const [read] of shows) await page.unroute(read)
}

const TABS: { title: string; at: string; active: RegExp }[] = [
  { title: 'a list', at: '/reimbursement-bill-management?status=rejected', active: /./ },
  { title: 'the statuses of stores', at: '/store-management?status=stopped', active: /已停止/ },
  { title: "a customer's page", at: '/customer-management/{customer.active}?tab=log', active: /操作日志/ },
  { title: "a store's page", at: '/store-management/{store.serving}?tab=log', active: /操作日志/ },
]

journey(
  'on a phone the active tab is in sight, however many tabs there are',
  async ({ page, base, signIn }) => {
    const loaded = watchLoading(page)
    const client = await clientOf(base, 'admin')
    await signIn('admin', '/welcome')
    for (const { title, at, active } of TABS) {
      await page.goto(await addressOf({ at }, client))
      const tab = page.getByRole('tab', { selected: true }).filter({ hasText: active }).first()
      await tab.waitFor({ state: 'attached' })
      await loaded()
      const box = await tab.boundingBox()
      assert.ok(box, `${title}: the active tab is hidden`)
      assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width, `${title}: the active tab is at ${box.x}`)
    }
  },
  { viewport: PHONE },
)
