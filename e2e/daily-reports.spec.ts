import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { addDays, today } from '#kit/calendar.ts'
import { causedBy, newRows, pick, readTable } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { sheetsOf, tableOf } from './support/sheets.ts'

const yesterday = addDays(
  today(() => new Date()),
  -1,
)

const REPORTS = [
  {
    who: 'sales',
    whom: 'the own customers',
    path: '/daily-customer-report',
    title: '客户日咨询量',
    chart: '各客户咨询量',
  },
  {
    who: 'head',
    whom: 'the agents of the team',
    path: '/daily-worker-report',
    title: '客服日咨询量',
    chart: '各客服接待人数',
  },
]

const countOf = (text: string) => Number(text.replace(/\D/g, ''))

/** The names in the report, and the figure of the day. */
async function rowsOf(page: Page, title: string): Promise<{ name: string; figure: string }[]> {
  const [head = [], ...rows] = await readTable(page, title)
  const place = head.findIndex((cell) => cell.includes('（人）'))
  assert.ok(place > 0, head.join(' '))
  return rows
    .filter(([name = '']) => name && !/合计/.test(name))
    .map((cells) => ({ name: cells[0] ?? '', figure: cells[place] ?? '' }))
}

/** Opens the explanation of the first row's figure: it shows the same figure, and its rows add up to it. */
async function drillDown(page: Page, title: string): Promise<void> {
  const rows = await rowsOf(page, title)
  const [first] = rows.filter(({ figure }) => /^[\d,]+$/.test(figure))
  assert.ok(first, JSON.stringify(rows))
  const row = page
    .getByRole('table', { name: title })
    .getByRole('row', { name: new RegExp(`^${first.name}`) })
  await row.getByRole('button', { name: '怎么来的' }).click()
  const drawer = page.getByRole('dialog', { name: '这个数字怎么来的' })
  await drawer.getByText('覆盖').waitFor()
  assert.equal(await drawer.locator('.explain-head strong').innerText(), first.figure)
  const [, ...parts] = await readTable(page, '明细')
  const sum = parts.reduce((all, [, part = '']) => all + countOf(part), 0)
  assert.equal(sum, countOf(first.figure), JSON.stringify(parts))
  await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.waitFor({ state: 'hidden' })
}

for (const { who, whom, path, title, chart } of REPORTS) {
  journey(
    `${who} filters the report of ${whom}, compares, views the chart, opens an explanation and exports`,
    async ({ page, signIn }) => {
      await signIn(who, `${path}?from=${yesterday}&to=${yesterday}`)
      await page.getByRole('table', { name: title }).getByRole('row').nth(1).waitFor()
      const all = await rowsOf(page, title)
      await pick(page.getByRole('combobox', { name: '平台' }), '天猫')
      await page.keyboard.press('Escape')
      await newRows(page, /platform=tmall/, () => page.getByRole('button', { name: '查询' }).click())
      const filteredRows = await rowsOf(page, title)
      assert.ok(filteredRows.length > 0 && filteredRows.length <= all.length)

      await pick(page.getByLabel('对比'), '同比上周')
      await page.getByRole('columnheader', { name: '较上周同日' }).waitFor()
      await drillDown(page, title)

      await page.getByText('图表', { exact: true }).click()
      const bars = page.getByRole('list', { name: chart })
      await bars.waitFor()
      const [largest] = filteredRows.filter(({ figure }) => /^[\d,]+$/.test(figure))
      await bars
        .getByText(largest?.name ?? '')
        .first()
        .waitFor()
      await page.getByText('表格', { exact: true }).click()

      const file = await causedBy(
        () => page.getByRole('button', { name: '导出' }).click(),
        page.waitForEvent('download'),
      )
      const sheets = await sheetsOf(file)
      assert.deepEqual([...sheets.keys()], [title, '导出说明'])
      const { rows } = tableOf(sheets.get(title))
      assert.deepEqual(
        rows.map(([name]) => name),
        filteredRows.map(({ name }) => name),
      )
    },
  )
}
