import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journey } from './support/journey.ts'

/** Keeps back what a page asks for until it is let in. */
async function keepBack(page: Page, what: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

journey(
  'the costs by hand of a month stand there once the checklist above them does, and are not pushed away by it',
  async ({ page, signIn }) => {
    const letIn = await keepBack(page, /\/checklist(\?|$)/)
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
