import assert from 'node:assert/strict'
import { follow } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits, watchLoading } from './support/screens.ts'

for (const viewport of [{ width: 1366, height: 768 }, PHONE]) {
  journey(
    `every tab of the settings is readable and accessible for an admin, ${viewport.width} wide`,
    async ({ page, signIn }) => {
      const loaded = watchLoading(page)
      await signIn('admin', '/account/settings')
      const links = page.locator('.settings-nav a')
      await links.first().waitFor({ state: 'attached' })
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      assert.ok(paths.length > 15, `${paths.length} tabs`)
      for (const path of paths) {
        await follow(page, path)
        await page.locator(`.settings-nav [href="${path}"][aria-current="page"]`).waitFor({
          state: 'attached',
        })
        await loaded()
        await assertFits(page, path)
        // On a phone the content is the same in a narrower layout.
        if (viewport !== PHONE) await assertAccessible(page, path)
      }
    },
    { viewport },
  )
}

journey(
  "on a phone the settings menu is collapsed below the open tab's name; a selection collapses it again",
  async ({ page, signIn }) => {
    await signIn('admin', '/account/settings')
    const nav = page.getByRole('navigation', { name: '设置' })
    const toggle = nav.getByRole('button', { name: '我的账号' })
    assert.equal(await nav.getByRole('link').count(), 0)
    await toggle.click()
    await nav.getByRole('heading', { name: '业务规则' }).waitFor()
    await assertFits(page, 'the unfolded settings')
    await assertAccessible(page, 'the unfolded settings')
    await nav.getByRole('link', { name: '节假日' }).click()
    const chosen = nav.getByRole('button', { name: '节假日', expanded: false })
    await chosen.waitFor()
    assert.equal(await nav.getByRole('link').count(), 0)
    // The selected link is hidden: the focus moves to the name of the open tab.
    assert.ok(await chosen.evaluate((button) => button === document.activeElement))
  },
  { viewport: PHONE },
)
