import assert from 'node:assert/strict'
import { follow } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits, watchLoading } from './support/screens.ts'

for (const viewport of [{ width: 1366, height: 768 }, PHONE]) {
  journey(
    `an admin can read and use every tab of the settings, ${viewport.width} wide`,
    async ({ page, signIn }) => {
      const loaded = watchLoading(page)
      await signIn('admin', '/account/settings')
      const tabs = page.getByRole('tab')
      await tabs.first().waitFor()
      const keys = await page
        .locator('.settings-tabs [data-node-key]')
        .evaluateAll((all) => all.map((tab) => tab.getAttribute('data-node-key') ?? ''))
      assert.ok(keys.length > 15, `${keys.length} tabs`)
      for (const key of keys) {
        await follow(page, `/account/settings?tab=${key}`)
        await page.locator(`[data-node-key="${key}"] [aria-selected="true"]`).waitFor({ state: 'attached' })
        await loaded()
        await assertFits(page, key)
        // On a phone the same stands in a narrower place.
        if (viewport !== PHONE) await assertAccessible(page, key)
      }
    },
    { viewport },
  )
}
