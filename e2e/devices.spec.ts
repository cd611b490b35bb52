import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { session } from '#people/sign-in/contract.ts'
import { clientOf } from './support/api.ts'
import { signOut } from './support/hands.ts'
import { journey, PASSWORD, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const dead = { status: 401 }

journey(
  'a user sees the signed-in devices, signs one out and then all others',
  async ({ page, base, signIn }) => {
    const elsewhere = [await clientOf(base, 'finance'), await clientOf(base, 'finance')]
    await signIn('finance', '/account/settings')
    const list = page.getByRole('list', { name: '登录设备' })
    const here = list.getByRole('listitem').filter({ hasText: '当前设备' })
    await here.getByText('Linux 上的 Chrome').waitFor()
    assert.equal(await here.getByRole('button').count(), 0)
    const before = await list.getByRole('listitem').count()
    assert.ok(before >= 3)
    const confirm = async (password: string) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('密码').fill(password)
      await dialog.getByRole('button', { name: '下线' }).click()
    }

    await list.getByRole('button', { name: /下线/ }).first().click()
    await confirm('guess')
    await page.getByText('密码不正确。').waitFor()
    await assertAccessible(page, 'password before a device is signed out')
    await confirm(PASSWORD)
    await page.getByText('这台设备已下线').waitFor()
    await page.waitForFunction((n) => document.querySelectorAll('.devices li').length === n, before - 1)
    await page.getByRole('button', { name: '其他设备全部下线' }).click()
    await confirm(PASSWORD)
    await page.getByText('其他设备已全部下线').waitFor()
    await page.getByRole('button', { name: '其他设备全部下线' }).waitFor({ state: 'hidden' })
    assert.equal(await list.getByRole('listitem').count(), 1)
    for (const client of elsewhere) {
      await assert.rejects(client.call(session.currentUser, {}), dead)
    }
    await assertAccessible(page, 'own account')
  },
  { expected: [/status of 400/] },
)

/** The secret by which the server knows the browser. */
const secretOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('houtai-device')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('device').objectStore('device').get('secret')
          reading.onsuccess = () => resolve(reading.result)
        }
      }),
  )

journey(
  'a browser stays a known device after signing out, and the user sees every sign-in',
  async ({ page, open, signIn }) => {
    const enter = async () => {
      await page.getByLabel('用户名').fill('sales')
      await page.getByLabel('密码', { exact: true }).fill('Demo@2026')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByRole('heading', { name: '登录记录' }).first().waitFor()
    }
    await open('/user/login?redirect=/account/settings?tab=sign-ins')
    await enter()
    const rows = page.getByRole('row')
    await rows.filter({ hasText: '新设备' }).first().waitFor()
    await assertAccessible(page, 'sign-in records')
    const secret = await secretOf(page)
    assert.match(String(secret), /^[A-Za-z0-9_-]{43}$/)
    await signOut(page)
    assert.equal(await secretOf(page), secret)
    await enter()
    assert.equal(await rows.nth(1).filter({ hasText: '新设备' }).count(), 0)
    await signOut(page)

    await signIn('admin', '/account/settings/company?tab=sign-in-log&keyword=192.0.2.130')
    await rows.filter({ hasText: '没有这个账号' }).first().waitFor()
    await assertAccessible(page, 'sign-in records of the company')
  },
)

journey(
  'the account settings fit on a phone',
  async ({ page, signIn }) => {
    await signIn('finance', '/account/settings')
    await page.getByRole('list', { name: '登录设备' }).getByRole('listitem').first().waitFor()
    await assertFits(page, 'own account')
    await assertAccessible(page, 'own account on a phone')
    await page.getByRole('button', { name: '开启两步验证' }).click()
    await page.getByLabel('您的密码').fill(PASSWORD)
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('dialog').getByLabel('动态码').waitFor()
    await assertFits(page, 'set-up of the second factor')
  },
  { viewport: PHONE },
)
