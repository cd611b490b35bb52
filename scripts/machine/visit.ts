import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** A step in the browser, with every click and key of it. */
export interface VisitStep {
  title: string
  /** What the person did, in order. */
  acts: string[]
  clicks: number
  keys: number
  seconds: number
  picture: string
}

/** Longer than a message of the console stays. */
const SETTLED_MS = 3_500

const NEW_PASSWORD = 'Long-enough-2026'

/** Does what a person does: clicks and types, and writes each act down. */
class Hands {
  readonly page: Page
  acts: string[] = []
  clicks = 0
  keys = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator, name: string): Promise<void> {
    await target.click()
    this.clicks += 1
    this.acts.push(`点「${name}」`)
  }

  /** Types into the field that has the focus already, as the cursor shows. */
  async type(field: Locator, name: string, text: string): Promise<void> {
    await field.and(this.page.locator(':focus')).waitFor()
    await this.page.keyboard.type(text)
    this.keys += text.length
    this.acts.push(`在「${name}」里输入 ${text.length} 个字符`)
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    this.keys += 1
    this.acts.push(`按 ${key}`)
  }
}

/** From the address to the first member of staff; every step ends when the screen shows its result. */
export async function firstVisit(
  page: Page,
  { password, pictures }: { password: string; pictures: string },
): Promise<VisitStep[]> {
  const steps: VisitStep[] = []
  const step = async (title: string, picture: string, work: (hands: Hands) => Promise<void>) => {
    const hands = new Hands(page)
    const started = performance.now()
    await work(hands)
    const { acts, clicks, keys } = hands
    const seconds = (performance.now() - started) / 1000
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(SETTLED_MS)
    const path = join(pictures, `${picture}.png`)
    // The last column of the dialog has the one-time passwords.
    await page.screenshot({
      path,
      animations: 'disabled',
      mask: [page.getByRole('dialog').locator('td:last-child')],
    })
    steps.push({ title, acts, clicks, keys, picture, seconds })
  }
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const checklist = page.getByRole('region', { name: '开通清单' })

  await step('打开网址', 'sign-in', async (hands) => {
    await page.goto('/')
    hands.acts.push('在地址栏输入 https:// 和域名，按 Enter')
    hands.keys += 'https://houtai.example.cn'.length + 1
    await field('用户名').waitFor()
  })
  await step('登录', 'password', async (hands) => {
    await hands.click(field('用户名'), '用户名')
    await hands.type(field('用户名'), '用户名', 'admin')
    await hands.press('Tab')
    await hands.type(field('密码'), '密码', password)
    await hands.press('Enter')
    await page.getByText('请先设置新密码').waitFor()
  })
  await step('设置自己的密码', 'checklist', async (hands) => {
    await hands.click(field('原密码'), '原密码')
    await hands.type(field('原密码'), '原密码', password)
    await hands.click(field('新密码'), '新密码')
    await hands.type(field('新密码'), '新密码', NEW_PASSWORD)
    await hands.click(field('再次输入新密码'), '再次输入新密码')
    await hands.type(field('再次输入新密码'), '再次输入新密码', NEW_PASSWORD)
    await hands.press('Enter')
    await checklist.waitFor()
  })
  await step('填公司名和简称', 'company', async (hands) => {
    await hands.click(page.getByRole('button', { name: '去填公司资料' }), '去填公司资料')
    await field('公司名').waitFor()
    await hands.click(field('公司名'), '公司名')
    await page.keyboard.press('Control+a')
    hands.keys += 2
    hands.acts.push('按 Ctrl+A')
    await hands.type(field('公司名'), '公司名', '青禾客服有限公司')
    await hands.click(page.getByLabel('简称'), '简称')
    await hands.type(page.getByLabel('简称'), '简称', '青禾客服')
    await hands.press('Enter')
    await page.getByRole('banner').getByText('青禾客服').waitFor()
  })
  await step('添加第一位员工', 'staff', async (hands) => {
    await hands.click(page.getByRole('menuitem', { name: '首页' }).first(), '首页')
    await hands.click(checklist.getByRole('link', { name: '员工' }), '员工')
    await hands.click(field('姓名 1'), '姓名 1')
    await hands.type(field('姓名 1'), '姓名 1', '周宁')
    await hands.click(page.getByRole('button', { name: '新建并生成密码' }), '新建并生成密码')
    await page.getByRole('dialog', { name: /一次性密码/ }).waitFor()
  })
  return steps
}
