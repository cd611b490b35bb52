import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journey } from './support/journey.ts'

/** Delays matching requests until the returned function is called. */
async function delayRequests(page: Page, what: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

journey(
  'the manual costs of a month appear together with the checklist above them, which does not move them later',
  async ({ page, signIn }) => {
    const letIn = await delayRequests(page, /\/checklist(\?|$)/)
    await signIn('admin', '/monthly-financial-history')
    await page.getByRole('heading', { name: /^结账 / }).waitFor()
    await page.getByText('未结').first().waitFor()
    const adding = page.getByRole('button', { name: /^增\s?加$/ })
    assert.equal(await adding.count(), 0)
    letIn()
    await adding.waitFor()
    assert.equal(await page.getByRole('list', { name: '结账清单' }).count(), 1)
  },
)
