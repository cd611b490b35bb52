import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { followUps } from '#clients/follow-ups/contract.ts'
import { today } from '#kit/calendar.ts'
import { escapeRegExp } from '../scripts/steps.ts'
import { clientOf } from './support/api.ts'
import { catalogue, type Row } from './support/errorRows.ts'
import { fakeAnswers } from './support/fakes.ts'
import { act, causedBy } from './support/hands.ts'
import { journey, PASSWORD, PHONE, type Visit } from './support/journey.ts'
import { signInWithForm } from './support/members.ts'

/** The endpoint whose responses are faked; its form keeps the input. */
const PATH = '/api/currentUser/password'

/** The browser logs every unsuccessful response and every failed request. */
const NOISE = [/Failed to load resource/]

const messages = (page: Page) => page.locator('.ant-message-notice')
const notifications = (page: Page) => page.locator('.ant-notification-notice')

/** Opens the form that calls the faked endpoint, with a clock that the test controls. */
async function openForm({ page, signIn }: Visit) {
  await page.clock.install()
  await signIn('agent', '/account/settings')
  const form = page.locator('form.password-form')
  const [old, newPassword, again] = [0, 1, 2].map((place) =>
    form.locator('input[type="password"]').nth(place),
  )
  await old?.fill('Demo@2026')
  for (const field of [newPassword, again]) await field?.fill('湖边的七棵老柳树')
  return { form, submit: () => form.locator('button[type="submit"]').click() }
}

/** The fake clock also advances in real time; this leaves room for slow machines. */
const MARGIN_MS = 2000

/** Asserts that a notice disappears after `seconds`, not earlier. */
async function assertStays(page: Page, notice: Locator, seconds: number): Promise<void> {
  await page.clock.fastForward(seconds * 1000 - MARGIN_MS)
  assert.equal(await notice.count(), 1)
  await page.clock.fastForward(MARGIN_MS + 500)
  await notice.waitFor({ state: 'detached' })
}

async function assertShown(page: Page, { what, expected }: Row): Promise<void> {
  if (expected.kind === 'notification') {
    const notice = notifications(page)
    await notice.waitFor().catch((error) => assert.fail(`${what}: ${error}`))
    assert.match(await notice.innerText(), new RegExp(escapeRegExp(expected.title)), what)
    assert.match(await notice.innerText(), new RegExp(escapeRegExp(expected.text)), what)
    return assertStays(page, notice, 4.5)
  }
  if (expected.kind === 'silent') {
    assert.equal((await messages(page).count()) + (await notifications(page).count()), 0, what)
    return
  }
  const notice = messages(page)
  await notice.waitFor()
  assert.equal((await notice.innerText()).trim(), expected.text, what)
  assert.match(
    (await notice.getAttribute('class')) ?? '',
    new RegExp(`ant-message-notice-${expected.kind}`),
    what,
  )
  await assertStays(page, notice, 3)
}

journey(
  'a user whose request fails sees what failed',
  async (visit) => {
    const { page, base } = visit
    const answer = await fakeAnswers(page, PATH)
    const { form, submit } = await openForm(visit)
    const rows = catalogue(`${base}${PATH}`)
    for (const row of rows) {
      answer(row.fake)
      const sent = await causedBy(submit, page.waitForRequest(`**${PATH}`))
      await sent.response()
      await assertShown(page, row)
      // The input is still there for another attempt.
      assert.equal(await form.locator('input[type="password"]').first().inputValue(), 'Demo@2026')
    }
    assert.equal(rows.length, 23)
  },
  { expected: NOISE },
)

journey(
  'a response that requests the exception page opens it with code and message, and a button leads home',
  async (visit) => {
    const { page } = visit
    const answer = await fakeAnswers(page, PATH)
    const { submit } = await openForm(visit)
    const body = { success: false, errorCode: 'E1207', errorMessage: '本月已结账。', showType: 9 }
    answer({ status: 409, body })
    await submit()
    const query = new URLSearchParams({ errorCode: 'E1207', errorMessage: '本月已结账。' })
    await page.waitForURL(`/exception?${query}`)
    await page.getByText('E1207').waitFor()
    await page.getByText('本月已结账。').waitFor()
    await page.getByRole('button', { name: '回到首页' }).click()
    await page.waitForURL('/welcome')
  },
  { expected: NOISE },
)

journey('a request without a response for a minute shows a time-out message', async (visit) => {
  const { page } = visit
  await page.route(`**${PATH}`, () => undefined)
  const { submit } = await openForm(visit)
  await causedBy(submit, page.waitForRequest(`**${PATH}`))
  // The fake clock also advances in real time; this leaves room for slow machines.
  await page.clock.fastForward(48_000)
  assert.equal(await messages(page).count(), 0)
  await page.clock.fastForward(12_100)
  await messages(page).getByText('请求超时：60000 毫秒内没有收到回应，请稍后重试。').waitFor()
})

journey(
  'a user whose session has ended is told so and returns to the same page after signing in',
  async (visit) => {
    const { page, base } = visit
    const answer = await fakeAnswers(page, PATH)
    const { submit } = await openForm(visit)
    answer({ status: 401, body: '<h1>nginx</h1>' })
    await submit()
    await page.waitForURL('/user/login?redirect=%2Faccount%2Fsettings')
    // The console is closed: the sign-in page shows the message itself.
    const notice = page.getByRole('alert').filter({ hasText: `请求错误 401: ${base}${PATH}` })
    await notice.getByText('没有权限（令牌、用户名或密码错误）。').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  },
  { expected: NOISE },
)

journey(
  'a session that ends during a list refresh shows the reason at sign-in; the filters survive',
  async ({ page, signIn }) => {
    const path = '/store-management?keyword=%E6%99%A8%E6%9B%A6'
    await signIn('agent', path)
    await page.getByRole('link', { name: '晨曦家居旗舰店' }).waitFor()
    const answer = await fakeAnswers(page, '/api/stores?*')
    const errorMessage = '您的账号已在别处登录，这里已退出。'
    answer({ status: 401, body: { success: false, errorCode: 'UNAUTHENTICATED', errorMessage, showType: 2 } })
    await page.getByRole('button', { name: '刷新' }).click()
    await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    await page.getByRole('status').getByText(errorMessage).waitFor()
    await page.unroute('**/api/stores?*')
    await signInWithForm(page, 'agent', PASSWORD)
    await page.waitForURL(path)
    await page.getByRole('link', { name: '晨曦家居旗舰店' }).waitFor()
  },
  { expected: NOISE },
)

journey(
  'a failed refresh keeps the rows, and shows the error and the request',
  async ({ page, signIn }) => {
    await signIn('agent', '/store-management?keyword=%E6%99%A8%E6%9B%A6')
    const row = page.getByRole('link', { name: '晨曦家居旗舰店' })
    await row.waitFor()
    const answer = await fakeAnswers(page, '/api/stores?*')
    const refused = {
      success: false,
      errorCode: 'E7',
      errorMessage: '请先对账。',
      showType: 1,
      traceId: 'r-9',
    }
    for (const [fake, why, message] of [
      [{ status: 409, body: refused }, '服务器没有接受这次请求', '请先对账。'],
      [{ status: 200, body: '<h1>nginx</h1>' }, '服务器的回应不正常', '请求出错，请重试。'],
      ['nothing', '没有连上服务器', '您的网络发生异常，无法连接服务器'],
    ] as const) {
      answer(fake)
      await page.getByRole('button', { name: '刷新' }).click()
      const failed = page.getByRole('alert').filter({ hasText: `下面是上一次的数据：${why}` })
      await failed.getByText(message).waitFor()
      assert.equal(await row.count(), 1)
    }
    await page.getByText('详情').click()
    await page.getByText('/api/stores?').first().waitFor()
    await page.unroute('**/api/stores?*')
    await page.getByRole('button', { name: '刷新' }).click()
    await page.getByText('下面是上一次的数据').waitFor({ state: 'detached' })
  },
  { expected: NOISE },
)

for (const fake of [{ status: 500 }, { status: 401 }, 'nothing'] as const) {
  const what = fake === 'nothing' ? 'without an answer' : `with ${fake.status}`
  journey(
    `if the account cannot be loaded, ${what}, the sign-in page opens`,
    async ({ page, signIn }) => {
      const answer = await fakeAnswers(page, '/api/currentUser')
      answer(fake)
      await signIn('agent', '/store-management')
      await page.waitForURL('/user/login?redirect=%2Fstore-management')
      await page.getByRole('heading', { name: '登录' }).waitFor()
      await page.locator('.plain-notification').waitFor()
    },
    { expected: NOISE },
  )
}

const boxOf = (locator: Locator) => locator.boundingBox().then((box) => box ?? assert.fail('not shown'))

journey(
  'notifications appear at the top right on the desktop, and centred below the header on a phone',
  async (visit) => {
    const { page } = visit
    const answer = await fakeAnswers(page, PATH)
    const { submit } = await openForm(visit)
    answer({ status: 500 })
    await submit()
    await notifications(page).waitFor()
    const deskBox = await boxOf(notifications(page))
    assert.equal(deskBox.y, 24)
    assert.equal(1366 - deskBox.x - deskBox.width, 24)

    await page.clock.fastForward(6000)
    await notifications(page).waitFor({ state: 'detached' })
    await page.setViewportSize(PHONE)
    await submit()
    await notifications(page).waitFor()
    const phoneBox = await boxOf(notifications(page))
    assert.equal(phoneBox.y, 65)
    assert.equal(Math.round(phoneBox.x + phoneBox.width / 2), PHONE.width / 2)
  },
  { expected: NOISE },
)

/** Asserts that no toast overlaps one of the places, once this number of toasts is displayed and at rest. */
async function assertClear(page: Page, toasts: number, places: readonly Locator[]): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll('.ant-message-notice').length === count,
    toasts,
  )
  // Wait for the toast's animation.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  for (const notice of await messages(page).all()) {
    const toast = await notice.boundingBox()
    for (const place of places) {
      const box = await place.boundingBox()
      assert.ok(toast && box)
      const apart =
        toast.y >= box.y + box.height ||
        toast.y + toast.height <= box.y ||
        toast.x >= box.x + box.width ||
        toast.x + toast.width <= box.x
      assert.ok(apart, `${JSON.stringify(toast)} lies over ${JSON.stringify(box)}`)
    }
  }
}

for (const viewport of [undefined, PHONE]) {
  journey(
    `a toast covers neither the title nor the close button of a drawer, ${viewport ? 'on a phone' : 'on a desktop'}`,
    async ({ page, base, signIn }) => {
      await page.clock.install()
      const admin = await clientOf(base, 'admin')
      const [customer] = (await admin.call(customers.list, { status: ['active'] })).items
      await signIn('admin', `/customer-management/${customer?.id}`)
      await act(page, '编辑')
      const drawer = page.getByRole('dialog', { name: /^编辑/ })
      await drawer.getByLabel('客户名称').waitFor()
      // Nothing was changed, which a toast reports.
      await drawer.getByRole('button', { name: /^确\s?定$/ }).click()
      await messages(page).getByText('没有需要保存的修改').waitFor()
      await assertClear(page, 1, [drawer.locator('.ant-drawer-title'), drawer.locator('.ant-drawer-close')])
    },
    viewport ? { viewport } : {},
  )
}

journey(
  'three toasts cover neither the title nor the close button of a dialog',
  async ({ page, base, signIn }) => {
    await page.clock.install()
    const sales = await clientOf(base, 'sales')
    const [customer] = (await sales.call(customers.list, { status: ['active'] })).items
    const text = `看窗口的标题${Date.now()}`
    await sales.call(followUps.create, {
      customerId: customer?.id ?? 0,
      text,
      dueOn: today(() => new Date()),
    })
    await signIn('sales', '/customer-management/follow-ups')
    await page.getByRole('row').filter({ hasText: text }).getByRole('button', { name: '修改' }).click()
    const window = page.getByRole('dialog', { name: '修改跟进' })
    await window.getByLabel('跟进内容').waitFor()
    for (const toasts of [1, 2, 3]) {
      await window.getByRole('button', { name: /^确\s?定$/ }).click()
      await assertClear(page, toasts, [
        window.locator('.ant-modal-title'),
        window.locator('.ant-modal-close'),
      ])
    }
  },
)
