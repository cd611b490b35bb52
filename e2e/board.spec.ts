import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { today } from '#kit/calendar.ts'
import { clientOf, until } from './support/api.ts'
import { journey } from './support/journey.ts'

const now = today(() => new Date())

/**
 * Moves the picked-up item one place to the left and returns the day of that place. Presses the key repeatedly: the
 * board listens to keys only from the task after the pick-up, and the browser may deliver input before that task. Users
 * are slower.
 */
async function carryLeft(page: Page, announcement: Locator): Promise<string | undefined> {
  const from = await announcement.textContent()
  const text = await until(
    async () => {
      await page.keyboard.press('ArrowLeft')
      await page.waitForTimeout(AFTER_KEY_MS)
      return announcement.textContent()
    },
    (now) => now !== from,
    'nothing is said after an arrow key',
  )
  return /\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0]
}
const AFTER_KEY_MS = 100

journey(
  'an admin assigns an agent to a day of the board by keyboard only, and cancels the move of a bar with Esc',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const stamp = Date.now()
    const customer = await admin.call(customers.create, { name: `键盘茶业${stamp}` })
    const name = `键盘茶业旗舰店${stamp}`
    const trial = { status: 'trial', trialOn: now } as const
    const store = await admin.call(stores.create, {
      customerId: customer.id,
      platform: 'pdd',
      name,
      ...trial,
    })

    await signIn('admin', `/store-worklog/roster?by=store&keyword=${encodeURIComponent(name)}`)
    const row = page.getByRole('region', { name })
    await row.waitFor()
    const announcement = page.locator('[id^="DndLiveRegion"]')
    const agent = page.locator('.board-carry').filter({ hasText: '方可' })
    await agent.focus()
    await page.keyboard.press('Space')
    await announcement.filter({ hasText: `方可在 ${name}` }).waitFor()
    const day = await carryLeft(page, announcement)
    assert.ok(day)
    await page.keyboard.press('Space')
    const form = page.getByRole('dialog', { name: '分配客服' })
    await form.getByText('方可').first().waitFor()
    await form.locator('input:focus').waitFor()
    await page.keyboard.press('Control+Enter')
    const bar = row.getByRole('button', { name: /方可/ })
    await bar.waitFor()
    const assigned = async () => {
      const { items } = await admin.call(storeAssignments.list, { storeId: store.id })
      return items.map(({ staffName, fromOn, toOn }) => [staffName, fromOn, toOn])
    }
    const before = await assigned()
    assert.deepEqual(before, [['方可', day, null]])

    await bar.focus()
    await page.keyboard.press('Space')
    await announcement.filter({ hasText: `方可在 ${name}` }).waitFor()
    assert.ok(await carryLeft(page, announcement))
    await page.keyboard.press('Escape')
    await announcement.filter({ hasText: '方可放回原处' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(await assigned(), before)
  },
)
