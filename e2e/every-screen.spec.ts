import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { addressesOf } from './support/addresses.ts'
import { clientOf } from './support/api.ts'
import { follow } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits, cutOffOn, watchLoading } from './support/screens.ts'

const DEVICES = [
  { device: 'desk', viewport: { width: 1366, height: 768 } },
  { device: 'phone', viewport: PHONE },
]

/** The screens that axe has checked, once per device. */
const judged = new Set<string>()

/** Whether axe must check: once per screen and device, and always on the home page, which differs by role. */
function isNew(path: string, device: string): boolean {
  const screen = `${path.replace(/\d+(?=$|\/)/, ':id')} ${device}`
  const first = path === '/welcome' || !judged.has(screen)
  judged.add(screen)
  return first
}

// admin2 has the same screens as admin.
for (const username of ['admin', 'head', 'agent', 'sales', 'finance']) {
  journey(
    `every screen is readable and accessible for ${username} on a desktop and on a phone`,
    async ({ page, base, signIn }) => {
      const addresses = await addressesOf(await clientOf(base, username), (path) =>
        judged.has(`${path} desk`),
      )
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(username)
      // Open each screen on the device of the previous one, then switch: this halves the number of resizes.
      let devices = DEVICES
      const cutOff: Record<string, string[]> = {}
      for (const [path, title] of addresses) {
        await follow(page, path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        for (const { device, viewport } of devices) {
          await page.setViewportSize(viewport)
          await loaded()
          await assertFits(page, `${path} on a ${device}`)
          const cut = device === 'desk' ? await cutOffOn(page) : []
          if (cut.length > 0) cutOff[path] = cut
          if (isNew(path, device)) await assertAccessible(page, `${path} on a ${device}`)
        }
        devices = devices.toReversed()
      }
      assert.deepEqual(cutOff, {})
      assert.ok(addresses.size > 6)
    },
  )
}

for (const { device, viewport } of DEVICES) {
  journey(
    `forms and dialogs are readable and accessible for an admin on a ${device}`,
    async ({ page, signIn }) => {
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn('admin')
      for (const [path, button] of Object.entries(WINDOWS)) await checkWindow(page, path, button, loaded)
      if (device === 'desk') await checkExplanation(page, loaded)
    },
    { viewport },
  )
}

const WINDOWS = {
  '/user-management': '新建员工',
  '/customer-management': '新建客户',
  '/store-management': '新建店铺',
  '/store-worklog/imports': '导入平台数据',
}

/** The explanation of a figure is opened from a report's row. */
async function checkExplanation(page: Page, loaded: () => Promise<void>) {
  await follow(page, '/daily-store-report')
  await page.getByRole('button', { name: '怎么来的', exact: true }).first().click()
  await page.getByRole('dialog', { name: '这个数字怎么来的' }).getByText('覆盖').waitFor()
  await loaded()
  await assertFits(page, 'an explanation')
  await assertAccessible(page, 'an explanation')
}

async function checkWindow(page: Page, path: string, button: string, loaded: () => Promise<void>) {
  await follow(page, path)
  await page.getByRole('button', { name: button }).first().click()
  const window = page.getByRole('dialog', { name: button })
  await window.waitFor()
  await loaded()
  await assertFits(page, button)
  await assertAccessible(page, button)
  await window.getByRole('button', { name: '取消' }).click()
  await window.waitFor({ state: 'hidden' })
}

journey('the sign-in page is readable and accessible without a session', async ({ page, open }) => {
  const loaded = watchLoading(page)
  await open('/user/login')
  await page.getByRole('heading', { name: '登录' }).waitFor()
  for (const { viewport } of DEVICES) {
    await page.setViewportSize(viewport)
    await loaded()
    await assertFits(page, '/user/login')
    await assertAccessible(page, '/user/login')
  }
})
