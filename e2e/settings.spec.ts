import assert from 'node:assert/strict'
import { follow } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits, watchLoading } from './support/screens.ts'

const PAGES = { '/account/settings': 9, '/account/settings/company': 20 }

for (const viewport of [{ width: 1366, height: 768 }, PHONE]) {
  for (const [address, tabs] of Object.entries(PAGES)) {
    journey(
      `every tab of ${address} is readable and accessible for an admin, ${viewport.width} wide`,
      async ({ page, signIn }) => {
        const loaded = watchLoading(page)
        await signIn('admin', address)
        const links = page.locator('.settings-nav a')
        await links.first().waitFor({ state: 'attached' })
        const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
        assert.equal(paths.length, tabs)
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
}

journey(
  "on a phone the settings menu is collapsed below the open tab's name; a selection collapses it again",
  async ({ page, signIn }) => {
    await signIn('admin', '/account/settings/company')
    const nav = page.getByRole('navigation', { name: '公司设置' })
    const toggle = nav.getByRole('button', { name: '公司资料' })
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

journey(
  'addresses of earlier versions lead to the page that has the tab now, with what they select',
  async ({ page, signIn }) => {
    await signIn('admin', '/account/settings?tab=figure-checks&check=1')
    await page.waitForURL('/account/settings/company?tab=figure-checks&check=1')
    await page.getByRole('heading', { level: 1, name: '公司设置' }).waitFor()
    await follow(page, '/account/settings?tab=unknown')
    await page.getByRole('heading', { level: 1, name: '个人设置' }).waitFor()
    await page.getByRole('link', { name: '公司设置' }).click()
    await page.waitForURL('/account/settings/company')
  },
)

journey('finance finds 账务 in its own settings; 公司设置 is closed to it', async ({ page, signIn }) => {
  await signIn('finance', '/account/settings?tab=books')
  await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '账务' }).waitFor()
  await page.getByRole('region', { name: '启用月份' }).waitFor()
  assert.equal(await page.getByRole('link', { name: '公司设置' }).count(), 0)
  await follow(page, '/account/settings/company?tab=books')
  await page.getByRole('heading', { name: '您不能打开“公司设置”' }).waitFor()
})
