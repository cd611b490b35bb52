import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

for (const [device, options] of [
  ['desk', {}],
  ['phone', { viewport: PHONE }],
] as const) {
  journey(
    `on a ${device} every page says that it is a demo, and one press signs in as one of its accounts`,
    async ({ page, open }) => {
      await open('/user/login')
      const accounts = page.getByRole('region', { name: '演示账号' })
      await accounts.getByText('这是演示，数据都是虚构的').waitFor()
      await assertFits(page, 'sign-in')
      await assertAccessible(page, 'sign-in')
      await accounts.getByRole('button', { name: /^admin3/ }).click()
      await page.getByRole('heading', { name: '首页' }).waitFor()
      const mark = page.getByRole('button', { name: '这是演示，数据都是虚构的 · 切换账号' })
      await mark.click()
      await page.getByRole('menuitem', { name: /^admin3.*现在的账号/ }).waitFor()
      await assertFits(page, 'accounts')
      await page.getByRole('menuitem', { name: /^agent/ }).click()
      await page.getByText('周小禾').first().waitFor({ state: 'attached' })
      await page.waitForURL(/\/welcome$/)
      await mark.waitFor()
      await open('/nowhere')
      await mark.waitFor()
    },
    { ...options, expected: [/404/] },
  )
}

journey('the merchant’s page says that it is a demo', async ({ page, open }) => {
  await open('/s/demo-merchant-statement')
  await page.getByText('这是演示，数据都是虚构的').waitFor()
  await page.getByRole('link', { name: '打开演示的后台' }).waitFor()
})
