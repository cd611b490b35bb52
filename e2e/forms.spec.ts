import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './support/api.ts'
import { signOut } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Makes a name unique to this run. */
const uniqueName = (name: string) => `${name}${Date.now()}`

const STALE = '这条记录刚被别人修改过'

/** Creates a customer of the sales person; returns it with API clients of that person and of finance. */
async function customerOf(base: string, name: string) {
  const [sales, finance] = [await clientOf(base, 'sales'), await clientOf(base, 'finance')]
  const made = await sales.call(customers.create, {
    name: uniqueName(name),
    contact: '王女士',
    mobile: '13912345678',
    contractNo: 'HT-1',
  })
  return { ...made, sales, finance }
}

async function openEditing(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: /^编辑/ })
  await form.waitFor()
  return form
}

const send = (form: Locator) => form.getByRole('button', { name: '确定' }).click()

journey(
  'two users edit one customer: the second sees both versions, resolves the conflicts, and no change is lost',
  async ({ page, base, signIn }) => {
    const { id, version, sales, finance } = await customerOf(base, '两人同改')
    await signIn('sales', `/customer-management/${id}`)
    const form = await openEditing(page)
    await form.getByLabel('联系人').fill('我的联系人')
    await form.getByLabel('合同编号').fill('HT-我')
    await form.getByLabel('备注').fill('周三回访')
    await finance.call(customers.update, {
      id,
      version,
      contact: '财务的联系人',
      contractNo: 'HT-财务',
      uscc: '91330100799655058B',
    })
    await send(form)

    const staleDialog = page.getByRole('dialog', { name: STALE })
    await staleDialog.getByText(/郑敏 于 .* 保存了修改/).waitFor()
    await staleDialog.getByRole('row', { name: /联系人 王女士 财务的联系人.*我的联系人/ }).waitFor()
    await staleDialog.getByRole('row', { name: /统一社会信用代码.*91330100799655058B.*自动合并/ }).waitFor()
    await staleDialog.getByRole('row', { name: /备注.*周三回访.*自动合并/ }).waitFor()
    const save = staleDialog.getByRole('button', { name: '合并并保存' })
    assert.equal(await save.isDisabled(), true)
    await assertAccessible(page, 'the dialog of a stale version')
    await staleDialog.getByRole('radio', { name: '联系人 用我的' }).check()
    await staleDialog.getByText('还有 1 项要选择用谁的').waitFor()
    await staleDialog.getByRole('radio', { name: '合同编号 用他的' }).check()
    await save.click()
    await page.getByText('已保存').waitFor()
    const saved = await sales.call(customers.get, { id })
    assert.deepEqual(
      [saved.contact, saved.contractNo, saved.remark, saved.uscc],
      ['我的联系人', 'HT-财务', '周三回访', '91330100799655058B'],
    )
  },
  { expected: [/status of 409/] },
)

journey(
  'on a phone the comparison has one column; discarding the own changes shows the current values',
  async ({ page, base, signIn }) => {
    const { id, version, finance } = await customerOf(base, '手机同改')
    await signIn('sales', `/customer-management/${id}`)
    const form = await openEditing(page)
    await form.getByLabel('联系人').fill('我的联系人')
    await finance.call(customers.update, { id, version, contact: '财务的联系人' })
    await send(form)
    const staleDialog = page.getByRole('dialog', { name: STALE })
    await staleDialog.getByRole('radio', { name: '联系人 用他的' }).waitFor()
    await assertFits(page, 'the dialog of a stale version')
    await staleDialog.getByRole('button', { name: '放弃我的修改' }).click()
    await staleDialog.waitFor({ state: 'hidden' })
    assert.equal(await form.getByLabel('联系人').inputValue(), '财务的联系人')
  },
  { expected: [/status of 409/], viewport: PHONE },
)

journey('unsaved input survives a closed tab, and no other user is offered it', async (visit) => {
  const { page, context, signIn } = visit
  const name = uniqueName('草稿客户')
  await signIn('sales', '/customer-management')
  await page.getByRole('button', { name: '新建客户' }).first().click()
  const form = page.getByRole('dialog', { name: '新建客户' })
  await form.getByLabel('客户名称').fill(name)
  await form.getByLabel('手机号').fill('13812345678')
  await draftsAre(page, 1, '手机号')
  assert.doesNotMatch(JSON.stringify(await page.evaluate(readDrafts)), /13812345678/)
  await page.close()

  const tab = await context.newPage()
  const other = { ...visit, page: tab }
  await signInAt(other.page, visit.base, 'finance')
  await tab.getByRole('button', { name: '新建客户' }).first().click()
  await tab.getByRole('dialog', { name: '新建客户' }).getByLabel('客户名称').fill('别人的')
  assert.equal(await tab.getByText('没有保存的草稿').count(), 0)
  await tab.keyboard.press('Escape')
  await tab.getByRole('button', { name: '放弃修改' }).click()

  await signInAt(tab, visit.base, 'sales')
  await tab.getByRole('button', { name: '新建客户' }).first().click()
  const again = tab.getByRole('dialog', { name: '新建客户' })
  await again.getByText('手机号不存入草稿，请重新填写。').waitFor()
  await assertAccessible(tab, 'a form that offers a draft')
  await again.getByRole('button', { name: '恢复草稿' }).click()
  assert.equal(await again.getByLabel('客户名称').inputValue(), name)
  await send(again)
  await tab.getByText('已新建').waitFor()
  await draftsAre(tab, 0)
})

journey(
  'a draft of a record that has changed since is compared with the current version',
  async ({ page, base, signIn }) => {
    const { id, version, finance } = await customerOf(base, '过期草稿')
    page.on('dialog', (question) => void question.accept())
    await signIn('sales', `/customer-management/${id}`)
    const form = await openEditing(page)
    await form.getByLabel('联系人').fill('我的联系人')
    await draftsAre(page, 1)
    await finance.call(customers.update, { id, version, contact: '财务的联系人' })
    await page.reload()
    const again = await openEditing(page)
    await again.getByText('这条记录在那之后被修改过').waitFor()
    await again.getByRole('button', { name: '恢复草稿' }).click()
    const staleDialog = page.getByRole('dialog', { name: STALE })
    await staleDialog.getByRole('row', { name: /联系人 王女士 财务的联系人.*我的联系人/ }).waitFor()
    await staleDialog.getByRole('radio', { name: '联系人 用我的' }).check()
    await staleDialog.getByRole('button', { name: '合并并保存' }).click()
    await page.getByText('已保存').waitFor()
    assert.equal((await finance.call(customers.get, { id })).contact, '我的联系人')
  },
)

journey(
  'leaving a form with input asks for confirmation, by Esc, by a link and at sign-out',
  async ({ page, signIn }) => {
    await signIn('sales', '/welcome')
    await page.getByRole('link', { name: '客户管理' }).click()
    await page.getByRole('button', { name: '新建客户' }).first().click()
    const form = page.getByRole('dialog', { name: '新建客户' })
    await form.getByLabel('客户名称').fill(uniqueName('没写完'))
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: '您填写的内容还没有保存' })
    await question.getByRole('button', { name: '继续填写' }).click()
    await question.waitFor({ state: 'hidden' })

    await page.goBack()
    await question.getByRole('button', { name: '存为草稿' }).click()
    await draftsAre(page, 1)
    await page.waitForURL(/\/welcome/)
    await signOut(page)
    const leaving = page.getByRole('dialog', { name: '您有 1 份没有保存的草稿' })
    await leaving.getByText('新建客户').waitFor()
    await leaving.getByRole('button', { name: '不退出' }).click()
    await leaving.waitFor({ state: 'hidden' })
    await signOut(page)
    await page.getByRole('button', { name: '删除草稿并退出' }).click()
    await page.waitForURL(/\/user\/login/)
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
    await draftsAre(page, 0)
  },
)

journey(
  'a user who types into a field as soon as a form opens keeps the focus in that field',
  async ({ page, base, signIn }) => {
    const { id, sales } = await customerOf(base, '一开就写')
    await signIn('sales', `/customer-management/${id}`)
    await page.evaluate(goToFieldAtOnce, '备注')
    const form = await openEditing(page)
    const note = form.getByLabel('备注')
    await note.and(page.locator(':focus')).waitFor()
    for (const letter of '周三再去拜访一次') {
      await page.keyboard.insertText(letter)
      await page.waitForTimeout(80)
    }
    assert.equal(await note.inputValue(), '周三再去拜访一次')
    await send(form)
    await form.waitFor({ state: 'hidden' })
    assert.equal((await sales.call(customers.get, { id })).remark, '周三再去拜访一次')
  },
  { moving: true },
)

/** Runs in the page: focuses the field with that label as soon as it exists, like a quick click. */
function goToFieldAtOnce(label: string): void {
  const watch = new MutationObserver(() => {
    const found = [...document.querySelectorAll<HTMLLabelElement>('[role="dialog"] label')].find(
      ({ innerText }) => innerText.trim() === label,
    )
    if (!found?.control) return
    watch.disconnect()
    // The dialog sets its own focus first, as it would before any click.
    setTimeout(() => found.control?.focus(), 20)
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

journey(
  'Ctrl+Enter submits, the first invalid field gets the focus, and Esc returns the focus to the opener',
  async (visit) => {
    const { page, signIn } = visit
    await signIn('sales', '/customer-management')
    const opener = page.getByRole('button', { name: '新建客户' }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: '新建客户' })
    await page.waitForFunction(() => document.activeElement?.id === 'name')
    await assertAccessible(page, 'a form')
    await form.getByLabel('备注').fill('只有备注')
    await page.keyboard.press('Control+Enter')
    await form.getByText('请输入客户名称').waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'name')
    await page.keyboard.type(uniqueName('键盘客户'))
    await form.getByText('请输入客户名称').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+Enter')
    await page.getByText('已新建').waitFor()
    await form.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('新建客户'))
  },
)

journey(
  'finance reveals a mobile number for 30 seconds with a reason, which the log keeps without the number',
  async ({ page, base, signIn }) => {
    const { id } = await customerOf(base, '看手机号')
    await page.clock.install()
    await signIn('finance', `/customer-management/${id}`)
    await page.getByTitle('已脱敏').filter({ hasText: '139****5678' }).waitFor()
    await page.getByRole('button', { name: '查看完整手机号' }).click()
    const dialog = page.getByRole('dialog', { name: '查看完整手机号' })
    const viewButton = dialog.getByRole('button', { name: '查看', exact: true })
    assert.equal(await viewButton.isDisabled(), true)
    await dialog.getByRole('radio', { name: '其他原因' }).check()
    await dialog.getByLabel('查看原因').fill('急')
    await viewButton.click()
    await dialog.getByText('查看原因至少 2 个字符').waitFor()
    await assertAccessible(page, 'the question before a reveal')
    await dialog.getByLabel('查看原因').fill('合同到期前确认续签')
    await viewButton.click()
    await page.getByText('13912345678').waitFor()
    // The fake clock also advances in real time; this leaves room for slow machines.
    await page.clock.fastForward(24_000)
    assert.equal(await page.getByText('13912345678').count(), 1)
    await page.clock.fastForward(6_500)
    await page.getByText('13912345678').waitFor({ state: 'hidden' })

    await page.getByRole('tab', { name: '操作日志' }).click()
    const line = page.getByRole('listitem').filter({ hasText: '查看完整手机号' })
    await line.getByText('合同到期前确认续签').waitFor()
    assert.doesNotMatch(await line.innerText(), /13912345678/)
  },
  { expected: [/status of 400/] },
)

journey(
  'a head may reveal contacts of the own team only; cards are for finance and admins',
  async (visit) => {
    const { page, base, signIn } = visit
    const { id } = await customerOf(base, '谁能看')
    const eyes = page.getByRole('button', { name: /^查看完整/ })
    for (const who of ['admin', 'finance', 'sales']) {
      await signIn(who, `/customer-management/${id}`)
      await page.getByTitle('已脱敏').filter({ hasText: '139****5678' }).waitFor()
      assert.equal(await eyes.count(), 1, who)
    }
    const head = await clientOf(base, 'head')
    const [teamCustomer] = (await head.call(customers.list, { current: 1 })).items
    assert.ok(teamCustomer)
    await signIn('head', `/customer-management/${teamCustomer.id}`)
    await page
      .getByText(teamCustomer.mobile ?? '-')
      .first()
      .waitFor()
    assert.equal(await eyes.count(), 0)
    const member = (await head.call(staff.list, { current: 1 })).items.find((row) => row.parentId !== null)
    assert.ok(member)
    await signIn('head', `/user-management/${member.id}`)
    await page.getByRole('button', { name: '查看完整手机号' }).waitFor()
    assert.equal(await page.getByText('收款卡号').count(), 0)
  },
)

journey(
  'a record links to the previous and next record of the list it was opened from, across pages',
  async (visit) => {
    const { page, base, signIn } = visit
    const admin = await clientOf(base, 'admin')
    const { items, total } = await admin.call(customers.list, { sort: 'name', pageSize: 100 })
    const [ninth, tenth, eleventh] = items.slice(8, 11)
    assert.ok(ninth && tenth && eleventh)
    await signIn('admin', '/customer-management?sort=name&pageSize=10')
    await page.getByRole('link', { name: tenth.name, exact: true }).click()
    await page.getByRole('heading', { name: tenth.name }).waitFor()
    await page.getByText(`10 / ${total}`).waitFor()
    await page.getByRole('tab', { name: '操作日志' }).click()
    await page.getByRole('button', { name: '下一条' }).click()
    await page.getByRole('heading', { name: eleventh.name }).waitFor()
    await page.getByText(`11 / ${total}`).waitFor()
    await page.getByRole('button', { name: '上一条' }).click()
    await page.getByText(`10 / ${total}`).waitFor()
    await page.getByRole('button', { name: '上一条' }).click()
    await page.getByRole('heading', { name: ninth.name }).waitFor()
    await assertAccessible(page, 'the page of a record')
    await page.getByRole('link', { name: '客户管理' }).last().click()
    await page.waitForURL(/sort=name&pageSize=10/)
    await page.goto(`/customer-management/${ninth.id}`)
    await page.getByRole('heading', { name: ninth.name }).waitFor()
    assert.equal(await page.getByRole('button', { name: '下一条' }).count(), 0)
  },
)

async function signInAt(page: Page, base: string, username: string): Promise<void> {
  const data = { type: 'account', username, password: 'Demo@2026' }
  const answer = await page.request.post(`${base}/api/login/account`, { data })
  const { token } = (await answer.json()).data
  await page.goto(`${base}/logo.svg`)
  await page.evaluate((text) => localStorage.setItem('token', text), token)
  await page.goto('/customer-management')
}

/** Waits until this browser has the given number of drafts, and one contains the text. */
async function draftsAre(page: Page, expectedCount: number, text = ''): Promise<void> {
  const end = Date.now() + 10_000
  for (;;) {
    const drafts = await page.evaluate(readDrafts)
    if (drafts.length === expectedCount && JSON.stringify(drafts).includes(text)) return
    assert.ok(Date.now() < end, `not ${expectedCount} drafts with ${text}: ${JSON.stringify(drafts)}`)
    await page.waitForTimeout(50)
  }
}

/** Runs in the page: returns all drafts of this browser. */
function readDrafts(): Promise<unknown[]> {
  return new Promise((done) => {
    const opening = indexedDB.open('houtai-drafts')
    // No database exists yet: creating it is up to the program.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => done([])
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        done(reading.result)
      }
    }
  })
}
