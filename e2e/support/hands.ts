import type { Locator, Page } from 'playwright-core'

/** Opens a select and chooses the option with this title; types the title if the select is searchable. */
export async function pick(select: Locator, name: string): Promise<void> {
  await select.click()
  if (await select.isEditable()) await select.fill(name)
  // The options have no role of their own; a table cell behind the list may have the same title.
  const page = select.page()
  const entries = page.locator('.ant-select-dropdown').filter({ visible: true })
  await entries.getByTitle(name, { exact: true }).waitFor()
  // With animations, a list that is still opening may lose the click.
  await page.waitForFunction(() => !document.querySelector('[class*="ant-slide-"]'))
  await entries.getByTitle(name, { exact: true }).click()
}

/** Clicks an action of a record's page, as a button or in the menu 更多. */
export async function act(page: Page, name: string): Promise<void> {
  const visibleButton = page.getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: '更多' })
  await visibleButton.or(more).first().waitFor()
  if (await visibleButton.isVisible()) return visibleButton.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Submits the form of a dialog, and waits until the dialog closes. */
export async function send(dialog: Locator, button: string): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Types a day into a field and leaves the field. */
export async function typeDay(field: Locator, day: string): Promise<void> {
  await field.fill(day)
  await field.press('Tab')
}

/** Signs the user out by the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的账号$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
}

/** The texts of a table's cells by row. */
export async function readTable(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name }).getByRole('row')
  return rows.evaluateAll((found) =>
    found.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())),
  )
}

/** Navigates to a path like a link, without reloading the program. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ ...history.state, idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Pastes spreadsheet text into the focused element, without using the system clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((held) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', held)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

/**
 * Carries out an action and returns what it causes: a response, a download. An action that fails is reported as itself,
 * not as the result that never came.
 */
export async function causedBy<T>(act: () => Promise<unknown>, result: Promise<T>): Promise<T> {
  // It may time out while the action is still waiting; without a handler that would end the test while it runs.
  result.catch(() => undefined)
  await act()
  return result
}

/**
 * Changes the query of a list and waits until the new rows are displayed; until then the list shows the old ones greyed
 * out. `address` matches only the address of the new query.
 */
export async function newRows(page: Page, address: RegExp, change: () => Promise<void>): Promise<void> {
  const answer = await causedBy(
    change,
    page.waitForResponse((one) => /[?&]current=/.test(one.url()) && address.test(one.url())),
  )
  const { data } = await answer.json()
  await page.getByText(new RegExp(`总共 ${Number(data.total).toLocaleString('en')} 条$`)).waitFor()
  const [first = {}] = data.items as Record<string, unknown>[]
  const names = Object.entries(first).flatMap(([key, value]) => (/name$/i.test(key) ? [value] : []))
  // The page may process the response later than the test.
  await page.waitForFunction(
    (texts) =>
      texts.length === 0 ||
      texts.some((text) => document.querySelector('.ant-table-row')?.textContent?.includes(String(text))),
    names,
  )
  await page.locator('.list-table-stale').waitFor({ state: 'detached' })
}

/** How long a lazily loaded part may take to appear before the action is searched in the menu 更多. */
const APPEARS_MS = 1500

/** Clicks a control by name in the topmost dialog, or on the page; opens the menu 更多 if there is none. */
export async function press(page: Page, label: string | RegExp): Promise<void> {
  // Ant Design inserts a space between two Chinese characters of a button.
  const name = typeof label === 'string' ? new RegExp(`^${[...label].join('\\s?')}$`) : label
  // Dialogs follow the page in the document.
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
