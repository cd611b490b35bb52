import assert from 'node:assert/strict'
import { agentToWrite, asksForFigures, dayOf, ENTRY, enterGrid, grid, keyAllStores } from './support/entry.ts'
import { paste } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

journey(
  'an agent at a desktop fills in the day by keyboard and from a spreadsheet, and submits it',
  async ({ page, base, signIn }) => {
    const username = await agentToWrite(base)
    const { lines } = await dayOf(base, username)
    await signIn(username, ENTRY)
    await keyAllStores(page)
    await enterGrid(page)
    await page.keyboard.type('40')
    await page.keyboard.press('Tab')
    await page.keyboard.type('38')
    // After several Tabs, Enter moves to the column where they began, in the next row.
    await page.keyboard.press('Enter')
    await grid(page).getByRole('gridcell', { name: '38' }).first().waitFor()

    const rest = lines.slice(1).map((_, at) => [50 + at, 40 + at])
    await paste(page, rest.map((row) => `${row.join('\t')}\r\n`).join(''))
    await page.getByText(`已粘贴 ${rest.length * 2} 格。`).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText(/已撤销/).waitFor()
    await page.keyboard.press('Control+Shift+z')
    await page.getByText(/已重做/).waitFor()
    await assertAccessible(page, 'the entry of a log')

    // The hours are those of the shift until they are changed.
    assert.match(await page.getByLabel('工时').inputValue(), /^8/)
    await page.getByLabel('工时').fill('7.5')
    await page.keyboard.press('Control+Enter')
    await page.getByText('请填写今日小结。').first().waitFor()
    await page.getByLabel('今日小结').fill('早班咨询平稳。')
    await page.getByRole('button', { name: /^提交给/ }).click()
    await page.getByRole('button', { name: '撤回修改' }).waitFor()

    const { worklog } = await dayOf(base, username)
    assert.deepEqual(
      [worklog?.status, worklog?.hours, worklog?.summary],
      ['submitted', 7.5, '早班咨询平稳。'],
    )
    assert.deepEqual(
      worklog?.lines.map((line) => [line.source, line.consultUsers, line.handledUsers]),
      [[40, 38], ...rest].map((figures) => ['keyed', ...figures]),
    )
    assert.equal(await grid(page).locator('.grid-open').count(), 0)
  },
)

journey(
  'an agent on a phone fills in one store per card; closing the page loses no input',
  async ({ page, base, signIn }) => {
    const username = await agentToWrite(base)
    await signIn(username, ENTRY)
    await keyAllStores(page)
    await page.locator('.entry-store').first().getByLabel('接待人数').fill('21')
    await page.getByLabel('今日小结').fill('手机上写的。')
    await page.getByText(/已存在这台电脑上/).waitFor()
    await assertFits(page, 'the entry of a log on a phone')
    await assertAccessible(page, 'the entry of a log on a phone')
    await page.reload()
    await page.getByText('手机上写的。').waitFor()
    await page.getByRole('button', { name: /^提交给/ }).click()
    const { lines } = await dayOf(base, username)
    const [first] = lines
    if (first && asksForFigures(lines, [first.storeId]))
      await page.getByRole('button', { name: '仍要提交' }).click()
    await page.getByRole('button', { name: '撤回修改' }).waitFor()

    const { worklog } = await dayOf(base, username)
    assert.deepEqual([worklog?.status, worklog?.summary], ['submitted', '手机上写的。'])
    assert.equal(worklog?.lines.filter(({ handledUsers }) => handledUsers === 21).length, 1)
  },
  { viewport: PHONE },
)
