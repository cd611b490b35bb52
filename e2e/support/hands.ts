import type { Locator, Page } from 'playwright-core'

/** Opens a select by its label and chooses the entry of that name; types the name where the select takes typing. */
export async function pick(select: Locator, name: string): Promise<void> {
  await select.click()
  if (await select.isEditable()) await select.fill(name)
  // The entries have no role of their own; a cell of a table behind may carry the same title.
  const page = select.page()
  const entries = page.locator('.ant-select-dropdown').filter({ visible: true })
  await entries.getByTitle(name, { exact: true }).waitFor()
  // In a journey with movements, a list that still unfolds may lose the click.
  await page.waitForFunction(() => !document.querySelector('[class*="ant-slide-"]'))
  await entries.getByTitle(name, { exact: true }).click()
}

/** Chooses an act of a record's page, wherever the page has room for it. */
export async function act(page: Page, name: string): Promise<void> {
  const standing = page.getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: '更多' })
  await standing.or(more).first().waitFor()
  if (await standing.isVisible()) return standing.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Sends the form of a dialog by the button of that name, and waits until it is gone. */
export async function send(dialog: Locator, button: string): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Types a day into a field and leaves it. */
export async function typeDay(field: Locator, day: string): Promise<void> {
  await field.fill(day)
  await field.press('Tab')
}

/** Signs the person out by the menu under the own name. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的账号$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
}

/** The rows of a table by its name, cell by cell, as a person reads them. */
export async function readTable(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name }).getByRole('row')
  return rows.evaluateAll((found) =>
    found.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())),
  )
}

/** Goes to a path as a link would: without loading the program anew. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ ...history.state, idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Pastes what a spreadsheet holds into whatever has the keyboard; the machine's clipboard is left alone. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((held) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', held)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

/**
 * Changes what a list asks for, and waits until it shows those rows: the ones before stay, greyed, until then.
 * `asked` is in the address of the new question only.
 */
export async function newRows(page: Page, asked: RegExp, change: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((one) => /[?&]current=/.test(one.url()) && asked.test(one.url()))
  await change()
  const { data } = await (await answer).json()
  await page.getByText(new RegExp(`总共 ${Number(data.total).toLocaleString('en')} 条$`)).waitFor()
  const [first = {}] = data.items as Record<string, unknown>[]
  const names = Object.entries(first).flatMap(([key, value]) => (/name$/i.test(key) ? [value] : []))
  // The page may hear of the answer after the test has.
  await page.waitForFunction(
    (texts) =>
      texts.length === 0 ||
      texts.some((text) => document.querySelector('.ant-table-row')?.textContent?.includes(String(text))),
    names,
  )
  await page.locator('.list-table-stale').waitFor({ state: 'detached' })
}

/** How long a part that is loaded for a press may take to appear, before the act is looked for under 更多. */
const APPEARS_MS = 1500

/** Presses what has that name in the window on top, or on the page; looks into 更多 if it is not there. */
export async function press(page: Page, label: string | RegExp): Promise<void> {
  // The buttons of two characters have a gap between them.
  const name = typeof label === 'string' ? new RegExp(`^${[...label].join('\\s?')}$`) : label
  // Windows follow the page in the document.
  const place = page.locator('main, [role="dialog"]').filter({ visible: true }).last()
  const [button, ...others] = (['button', 'tab', 'link', 'checkbox'] as const).map((role) =>
    place.getByRole(role, { name }),
  )
  const entry = page.getByRole('menuitem', { name })
  const found = others.reduce((one, other) => one.or(other), button ?? entry).or(entry)
  const isThere = await found
    .first()
    .waitFor({ timeout: APPEARS_MS })
    .then(
      () => true,
      () => false,
    )
  const more = place.getByRole('button', { name: /^更多(操作)?$/ })
  if (!isThere && (await more.count()) > 0) await more.first().click()
  await found.first().click()
}
