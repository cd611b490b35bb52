import assert from 'node:assert/strict'
import { addressesOf } from './support/addresses.ts'
import { clientOf } from './support/api.ts'
import { chineseOn, collectData } from './support/chineseTexts.ts'
import { follow } from './support/hands.ts'
import { journey, PHONE, speak } from './support/journey.ts'
import {
  assertAccessible,
  assertFits,
  cutOffOn,
  reorderedOn,
  unmirroredOn,
  watchLoading,
} from './support/screens.ts'

const DESK = { width: 1366, height: 768 }

interface Reader {
  username: string
  locale: string
  devices: { width: number; height: number }[]
  /** Only in `npm run test:long`: mirroring is the same for both languages. */
  isLong?: boolean
  /** Whether axe checks as well; `every-screen.spec.ts` checks all screens that are not mirrored. */
  axe: boolean
}

const readers: Record<string, Reader> = {
  'an admin who reads Arabic': { username: 'admin', locale: 'ar-EG', devices: [DESK, PHONE], axe: false },
  'an admin who reads Hebrew': {
    username: 'admin',
    locale: 'he-IL',
    devices: [DESK, PHONE],
    axe: false,
    isLong: true,
  },
  'an agent who reads Hebrew on a phone': { username: 'agent', locale: 'he-IL', devices: [PHONE], axe: true },
}

for (const [who, { username, locale, devices: all, axe, isLong }] of Object.entries(readers)) {
  if (isLong && !process.env.LOAD) continue
  journey(
    `${who} has every screen mirrored and complete, without Chinese except data`,
    async ({ page, base, signIn }) => {
      const addresses = await addressesOf(await clientOf(base, username))
      const data = await collectData(page)
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speak(page, locale)
      await signIn(username)
      const wrong: Record<string, string[]> = {}
      // Open each screen once, on the device of the previous one, then switch to the other device.
      let devices = all
      for (const path of addresses.keys()) {
        await follow(page, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        for (const device of devices) {
          const where = `${path} at ${device.width} px`
          await page.setViewportSize(device)
          await loaded()
          await assertFits(page, where)
          if (axe) await assertAccessible(page, where)
          const found = [
            ...(await unmirroredOn(page)),
            ...(await reorderedOn(page)),
            ...(device === DESK ? await cutOffOn(page) : []),
            ...(await chineseOn(page, data)),
          ]
          if (found.length > 0) wrong[where] = found
        }
        devices = devices.toReversed()
      }
      assert.deepEqual(wrong, {})
      assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
      assert.ok(addresses.size > 6)
    },
  )
}

journey('for an agent who reads Arabic the menu of a phone is mirrored', async ({ page, signIn }) => {
  const loaded = watchLoading(page)
  await page.setViewportSize(PHONE)
  await speak(page, 'ar-EG')
  await signIn('agent')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').waitFor()
  await loaded()
  assert.deepEqual(await unmirroredOn(page), [])
  await assertFits(page, 'the menu')
  await assertAccessible(page, 'the menu')
})

journey('for an admin who reads Hebrew menus and dialogs open inside the page', async ({ page, signIn }) => {
  const loaded = watchLoading(page)
  await speak(page, 'he-IL')
  await signIn('admin', '/store-management')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await loaded()
  for (const name of ['View', 'Columns']) {
    // Our texts are wrapped in direction isolates.
    const button = page.getByRole('button', { name: `\u2066${name}\u2069`, exact: true }).first()
    await button.click()
    const opened = page.locator('.ant-dropdown, .ant-popover').filter({ visible: true })
    await opened.waitFor()
    await loaded()
    const [window, opener] = [await opened.boundingBox(), await button.boundingBox()]
    assert.ok(window && opener, `${name} opens`)
    assert.ok(window.x >= 0 && window.x + window.width <= DESK.width, `${name} opens inside the page`)
    const meets = window.x < opener.x + opener.width && opener.x < window.x + window.width
    assert.ok(meets, `${name} opens at its button`)
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
  }
})
