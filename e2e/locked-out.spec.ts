import assert from 'node:assert/strict'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { clientOf } from './support/api.ts'
import { act, signOut } from './support/hands.ts'
import { journey, PASSWORD } from './support/journey.ts'
import { MEMBER_PASSWORD, newMember, signInWithForm } from './support/members.ts'
import { assertAccessible } from './support/screens.ts'

const refused = [/status of (401|429)/]

/** Removes the secret by which the server knows the browser, as on a new device. */
const forgetSecret = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('houtai-device')
        deletion.onsuccess = resolve
        deletion.onerror = reject
      }),
  )

journey(
  'a name that a stranger has locked opens on a known device, and everywhere after the head has unlocked it',
  async ({ page, base, open, signIn }) => {
    const { id, username } = await newMember(base)
    const enter = () => signInWithForm(page, username, MEMBER_PASSWORD)
    const home = page.getByRole('heading', { level: 1, name: '首页' })
    await open('/user/login')
    await enter()
    await home.waitFor()
    await signOut(page)
    for (let n = 0; n < 9; n += 1) await assert.rejects(clientOf(base, username, 'guess'))
    await enter()
    await home.waitFor()
    await signOut(page)

    await forgetSecret(page)
    await signInWithForm(page, username, 'guess')
    const alert = page.getByRole('alert')
    await alert.getByText('这次起暂停登录').waitFor()
    await enter()
    await alert.getByText(/登录失败次数过多，请 \d+ 分钟后再试/).waitFor()
    await alert.getByText('在您用过的其他设备上仍可登录').waitFor()
    await assertAccessible(page, 'locked name')

    await signIn('head', `/user-management/${id}`)
    await page.getByText(/登录失败次数过多，唐果在 .+ 前不能用出错的方式登录/).waitFor()
    await assertAccessible(page, 'person with a locked name')
    await act(page, '解除登录限制')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(确定|解除登录限制)$/ })
      .click()
    await page.getByText('登录限制已解除').waitFor()
    await page.getByText(/前不能用出错的方式登录/).waitFor({ state: 'hidden' })
    await signOut(page)
    await enter()
    await home.waitFor()
  },
  { expected: refused },
)

/** Sends a request from another address of this machine; returns the data of the answer. */
async function sendFrom(address: string, method: string, url: string, body?: object, token = '') {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const call = request(url, { method, headers, localAddress: address })
  const answer = new Promise<Awaited<ReturnType<typeof json>>>((resolve, reject) => {
    call.on('response', (response) => resolve(json(response)))
    call.on('error', reject)
  })
  call.end(body && JSON.stringify(body))
  const { success, data, errorMessage } = (await answer) as Record<string, unknown>
  assert.equal(success, true, String(errorMessage))
  return data as Record<string, unknown>
}

const OFFICE = '127.0.0.2'

journey(
  'outside the allowed addresses an open page and the sign-in page say why the user is refused',
  async ({ page, base, signIn }) => {
    const account = { type: 'account', username: 'admin3', password: PASSWORD }
    const { token } = await sendFrom(OFFICE, 'POST', `${base}/api/login/account`, account)
    const allow = async (addresses: { address: string }[]) => {
      const url = `${base}/api/sign-in-security/addresses`
      const { version } = await sendFrom(OFFICE, 'GET', url, undefined, String(token))
      await sendFrom(OFFICE, 'PATCH', url, { addresses, version }, String(token))
    }
    await signIn('admin3', '/account/settings/company?tab=security')
    const panel = page.getByRole('region', { name: '允许登录的地址' })
    await panel.getByText('现在不限制地址。您现在的地址是 127.0.0.1。').waitFor()

    await allow([{ address: OFFICE }])
    try {
      await page.getByRole('link', { name: '员工管理' }).first().click()
      const reason = page.getByText('贵公司只允许从公司的网络登录，您现在的地址 127.0.0.1 不在其中。')
      await page.getByRole('status').and(page.locator('.door-alert')).filter({ has: reason }).waitFor()
      await signInWithForm(page, 'admin3', PASSWORD)
      await page.getByRole('alert').filter({ has: reason }).waitFor()
      await assertAccessible(page, 'refused address')
    } finally {
      await allow([])
    }
    await signInWithForm(page, 'admin3', PASSWORD)
    await page.getByRole('heading', { level: 1, name: '员工管理' }).waitFor()
    await page.goto('/account/settings/company?tab=sign-in-log')
    await page.getByRole('row').filter({ hasText: '地址不允许' }).first().waitFor()
  },
  { expected: refused },
)

journey(
  'an admin allows the own network, is told of a wrong address and of a list without the own one',
  async ({ page, signIn }) => {
    await signIn('admin3', '/account/settings/company?tab=security')
    const panel = page.getByRole('region', { name: '允许登录的地址' })
    const save = panel.getByRole('button', { name: '保存' })
    await panel.getByRole('button', { name: '添加地址' }).click()
    const first = panel.getByLabel('第 1 个地址', { exact: true })
    await first.fill('10.0.0.300')
    await save.click()
    await panel.getByText('请填 IP 地址、网段或起止地址').waitFor()
    await first.fill('10.0.0.0/8')
    await save.click()
    await panel.getByText('您现在的地址 127.0.0.1 不在其中，保存后您自己也不能登录。请先加上它。').waitFor()
    await panel.getByRole('button', { name: '添加我现在的地址 127.0.0.1' }).click()
    await panel.getByLabel('第 2 个地址的备注').fill('演示的机器')
    await assertAccessible(page, 'allowed addresses')
    await save.click()
    await page.getByText('已保存').waitFor()
    await page.reload()
    assert.equal(await panel.getByLabel('第 2 个地址的备注').inputValue(), '演示的机器')

    for (const number of [2, 1]) await panel.getByRole('button', { name: `删除第 ${number} 个地址` }).click()
    await save.click()
    await panel.getByText('现在不限制地址。').waitFor()
  },
  { expected: [/status of 400/] },
)
