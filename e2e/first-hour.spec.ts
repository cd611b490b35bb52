import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { addDays, type Day, monthBefore, monthOf, today } from '#kit/calendar.ts'
import { startEmpty } from './support/demo.ts'
import { causedBy, pick, send } from './support/hands.ts'
import { journey, PASSWORD, PHONE } from './support/journey.ts'
import { type DeskFile, douyinFile, jdFile, pddFile, taobaoFile } from './support/platformFiles.ts'
import { assertFits } from './support/screens.ts'

/** Issue 22: clicks from the sign-in page to a draft bill, not counting typing. */
const MAX_CLICKS = 60

/** The last week of the month before this one: its bills can be proposed on any day of this month. */
const lastDay = addDays(`${monthOf(today(() => new Date()))}-01`, -1)
const week: Day[] = [...Array(7).keys()].map((n) => addDays(lastDay, n - 6))
const billedMonth = monthBefore(monthOf(today(() => new Date())))

/** Two customers that the names of their stores tell, and one whose stores have names of their own. */
const STORES = {
  taobao: ['晨曦家居旗舰店', '木槿女装旗舰店', '云栖好物优选'],
  jd: ['晨曦家居京东自营店', '木槿女装京东自营店', '山止渔具京东专卖店'],
  pdd: ['晨曦家居官方店', '木槿女装官方店', '拾味烘焙'],
  douyin: ['晨曦家居（抖音）', '木槿女装（抖音）', '星澜美妆'],
}
const OF_ITS_OWN = ['云栖好物优选', '山止渔具京东专卖店', '拾味烘焙', '星澜美妆']
const THIRD_CUSTOMER = '杭州好物贸易'

/** Every store has a nick with an agent's name, and one that tells nothing. */
const NAMED = ['王一诺', '单晓雨']
const nicksOf = (store: string, at: number): [nick: string, asked: number][] => [
  [`${store}:${NAMED[at % 2]}`, 30 + at],
  [`${store}:售前`, 12],
]

/** What each platform exports: a file per store and day. */
function exportedFiles(days: readonly Day[]): DeskFile[] {
  const each = (stores: string[], file: (store: string, day: Day, at: number) => DeskFile) =>
    stores.flatMap((store, at) => days.map((day) => file(store, day, at)))
  const named = (store: string, day: Day, file: DeskFile) => ({
    ...file,
    name: `${store}_${day}_${file.name}`,
  })
  return [
    ...each(STORES.taobao, (store, day, at) =>
      taobaoFile(
        `${store}_旺旺账号咨询接待能力明细_${day}.xlsx`,
        nicksOf(store, at).map(([nick, asked]) => [nick, asked, asked, 0]),
      ),
    ),
    ...each(STORES.jd, (store, day, at) => named(store, day, jdFile(day, nicksOf(store, at)))),
    ...each(STORES.pdd, (store, day, at) => named(store, day, pddFile(store, day, nicksOf(store, at)))),
    ...each(STORES.douyin, (store, day, at) => named(store, day, douyinFile(store, day, nicksOf(store, at)))),
  ]
}

/** Counts the clicks of the test, also those that choose an option. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() =>
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // A key that presses a button, or a label that clicks its field, is no click of the mouse.
        if (isTrusted && detail > 0) void (globalThis as unknown as { countClick: () => void }).countClick()
      },
      true,
    ),
  )
  return () => clicks
}

const checklist = (page: Page): Locator => page.getByRole('region', { name: '开通清单' })
const step = (page: Page, name: string) => checklist(page).getByRole('link', { name })

/** Signs in with the printed password and replaces it; all by keyboard. */
async function enter(page: Page, base: string, admin: { username: string; oneTimePassword: string }) {
  await page.goto(`${base}/user/login`)
  await page.getByLabel('用户名').fill(admin.username)
  await page.getByLabel('密码', { exact: true }).fill(admin.oneTimePassword)
  await page.keyboard.press('Enter')
  await page.getByText('请先设置新密码').waitFor()
  await page.getByLabel('原密码').fill(admin.oneTimePassword)
  await page.getByLabel('新密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再次输入新密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await checklist(page).waitFor()
}

async function addPeople(page: Page): Promise<void> {
  await step(page, '员工').click()
  const names = ['周宁', ...NAMED, '许岚', '丁宁']
  for (const [at, name] of names.entries()) {
    const field = page.getByLabel(`姓名 ${at + 1}`, { exact: true })
    await field.fill(name)
    if (at < names.length - 1) await field.press('Enter')
  }
  await pick(page.getByLabel('角色 4', { exact: true }), '商务')
  await pick(page.getByLabel('角色 5', { exact: true }), '财务')
  await page.getByRole('button', { name: '新建并生成密码' }).click()
  await page.getByRole('dialog', { name: '5 位员工的一次性密码' }).waitFor()
  await page.getByRole('button', { name: '我已保存' }).click()
}

/** Chooses the files in the system's file dialog, which the button opens. */
async function chooseFiles(page: Page, files: DeskFile[]): Promise<void> {
  const chooser = await causedBy(
    () => page.getByRole('button', { name: '选择文件' }).click(),
    page.waitForEvent('filechooser'),
  )
  await chooser.setFiles(files)
}

/** Confirms what the files contain: one customer for four stores, the nicks that tell nothing, then all at once. */
async function setUpFromFiles(page: Page, days: number): Promise<void> {
  const drawer = page.getByRole('dialog', { name: /导入平台数据/ })
  const found = drawer.getByRole('region', { name: '文件里的店铺' })
  // After all files have been read, which takes a busy machine more than a minute.
  await found.getByText('12 家还没有登记').waitFor({ timeout: 240_000 })
  for (const store of OF_ITS_OWN) {
    const choice = found.getByLabel(`${store} 的客户`)
    await choice.click()
    await choice.fill(THIRD_CUSTOMER)
    await page
      .locator('.ant-select-item-option', { hasText: `新建 ${THIRD_CUSTOMER}` })
      .filter({ visible: true })
      .first()
      .waitFor()
    await choice.press('Enter')
  }
  // The files of Taobao and Tmall are the same; only the name of the other stores tells which it is.
  await pick(found.getByLabel('云栖好物优选 的平台'), '天猫')
  await drawer.getByText('24 个：12 个已认出，12 个要您说明').waitFor()
  await drawer.getByRole('button', { name: '新建并导入 12 家' }).click()
  const made = '新建 12 家店铺，新建 3 位客户，对应 12 个昵称'
  await drawer
    .getByText(`${made}，导入 ${12 * days} 个文件、${12 * days} 组店铺和日期`)
    .waitFor({ timeout: 240_000 })
}

journey(
  'from an empty database, an admin registers 5 people, sets up 3 customers with 12 stores from a week of files, sees the report and a draft bill, with at most 60 clicks',
  async ({ page }) => {
    const { base, admin, stop } = await startEmpty()
    try {
      const clicks = await countClicks(page)
      await enter(page, base, admin)
      await page.getByText('完成 0/7').waitFor()

      await page.getByRole('button', { name: '去填公司资料' }).click()
      await page.getByLabel('公司名', { exact: true }).fill('青禾客服有限公司')
      await page.getByLabel('简称').fill('青禾客服')
      await page.keyboard.press('Enter')
      await page.getByRole('banner').getByText('青禾客服').waitFor()
      await page.getByRole('menuitem', { name: '首页' }).click()

      await addPeople(page)
      await step(page, '首次导入').click()
      await chooseFiles(page, exportedFiles(week))
      await setUpFromFiles(page, week.length)

      await page.getByRole('link', { name: '查看报表' }).click()
      await page.getByRole('link', { name: '晨曦家居旗舰店' }).first().waitFor()

      await page.getByRole('menuitem', { name: '首页' }).click()
      await page.getByText('下一步：计费').waitFor()
      await page.getByRole('button', { name: '继续' }).click()
      await page.getByRole('button', { name: '给 12 家店设置计费' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: '12 家' })
        .getByRole('button', { name: '设置计费' })
        .click()
      const form = page.getByRole('dialog', { name: /^为 12 家店铺设置计费$/ })
      await pick(form.getByLabel('计费方式'), '固定月费')
      await form.getByLabel('月费').fill(String(100 * Number(lastDay.slice(8))))
      await form.getByRole('region', { name: '将发生的变化' }).waitFor()
      await send(form, '确定')
      await page.getByText('成功 12，失败 0').waitFor()
      await page.getByRole('button', { name: '知道了' }).click()

      await page.getByRole('menuitem', { name: '首页' }).click()
      await page.getByText('下一步：平台昵称').waitFor()
      await page.getByRole('button', { name: '继续' }).click()
      await step(page, '首张账单').click()
      await pick(page.getByLabel('启用月份'), billedMonth)
      await page.getByRole('button', { name: '设定' }).click()
      await page.getByRole('button', { name: `生成 ${billedMonth} 的账单` }).click()
      await page.waitForURL(/status=draft/)
      await page.getByText('总共 12 条').waitFor()
      await page.locator('.ant-table-row').getByRole('link').first().click()
      await page.getByText('草稿').first().waitFor()
      // Seven days of a month.
      await page.getByText('¥700.00').first().waitFor()
      assert.ok(clicks() > 20 && clicks() <= MAX_CLICKS, `${clicks()} clicks`)
      process.stdout.write(`${clicks()} clicks\n`)
      await page.goto('about:blank')
    } finally {
      await stop()
    }
  },
  { firstVisit: true },
)

journey(
  'on a phone an admin reaches the first import from an empty database, with at most 60 clicks',
  async ({ page }) => {
    const { base, admin, stop } = await startEmpty()
    try {
      const clicks = await countClicks(page)
      await enter(page, base, admin)
      await assertFits(page, 'the checklist on a phone')
      await addPeople(page)
      await step(page, '首次导入').click()
      await chooseFiles(page, exportedFiles([lastDay]))
      await setUpFromFiles(page, 1)
      await assertFits(page, 'the result of the set-up on a phone')
      assert.ok(clicks() > 10 && clicks() <= MAX_CLICKS, `${clicks()} clicks`)
      process.stdout.write(`${clicks()} clicks on a phone\n`)
      await page.goto('about:blank')
    } finally {
      await stop()
    }
  },
  { viewport: PHONE, firstVisit: true },
)
