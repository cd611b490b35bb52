import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { addDays, today } from '#kit/calendar.ts'
import { reports } from '#reporting/reports/contract.ts'
import { clientOf } from './support/api.ts'
import { causedBy, follow, pick, readTable } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { sheetsOf, tableOf } from './support/sheets.ts'

const LIST = '店铺日咨询量列表'
const yesterday = addDays(
  today(() => new Date()),
  -1,
)

/** The rows of the stores, without header and totals. */
async function storeRows(page: Page): Promise<string[][]> {
  const rows = await readTable(page, LIST)
  return rows.filter(([name = '']) => name !== '店铺' && !/合计/.test(name))
}

journey('the filters of a report survive a reload and going back', async ({ page, signIn }) => {
  await signIn('head', '/daily-store-report')
  await pick(page.getByRole('combobox', { name: '平台' }), '天猫')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForURL((url) => url.searchParams.get('platform') === 'tmall')
  const address = page.url()
  const expected = await untilOnly(page, '天猫')

  await page.reload()
  assert.deepEqual(await untilOnly(page, '天猫'), expected)
  await page.getByText('平台：天猫').waitFor()
  await page.getByRole('table', { name: LIST }).getByRole('link').first().click()
  await page.getByRole('heading', { name: expected[0]?.[0] ?? '' }).waitFor()
  await page.goBack()
  assert.equal(page.url(), address)
  assert.deepEqual(await untilOnly(page, '天猫'), expected)

  await page.getByRole('button', { name: '清除平台' }).click()
  await page.getByRole('cell', { name: '淘宝', exact: true }).first().waitFor()
})

/** Waits until all stores of the table have one platform, and returns the rows. */
async function untilOnly(page: Page, platform: string): Promise<string[][]> {
  await page.getByRole('cell', { name: platform, exact: true }).first().waitFor()
  await page.getByRole('cell', { name: '淘宝', exact: true }).first().waitFor({ state: 'detached' })
  const rows = await storeRows(page)
  assert.deepEqual([...new Set(rows.map((cells) => cells[1]))], [platform])
  return rows
}

journey('a click on a bar opens the days behind it', async ({ page, signIn }) => {
  await signIn('head', '/daily-store-report')
  const bar = page.getByRole('list', { name: '昨日前 8 店，最多' }).getByRole('button').first()
  const [name = '', figure = ''] = (await bar.innerText()).split(/\s+/)
  await bar.click()
  const drawer = page.getByRole('dialog', { name })
  const newest = drawer.getByRole('row', { name: new RegExp(`^${yesterday}.* ${figure} `) })
  await newest.waitFor()
  // The drawer is part of the address, so that a link to it can be shared.
  await page.reload()
  await newest.waitFor()
  await drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.waitFor({ state: 'hidden' })
})

journey('a store without figures is labelled so and never shown as 0', async ({ page, base, signIn }) => {
  const head = await clientOf(base, 'head')
  const days = { from: yesterday, to: yesterday }
  const silent = await head.call(reports.dailyStoreStores, { ...days, only: 'missing' })
  assert.ok(silent.total > 0)

  await signIn('head', `/daily-store-report?from=${yesterday}&to=${yesterday}`)
  await page.getByRole('cell', { name: '缺数据' }).first().waitFor()
  const rows = await storeRows(page)
  const missing = rows.filter((cells) => cells[3] === '缺数据').map(([name]) => name)
  assert.deepEqual(missing.toSorted(), silent.items.map(({ storeName }) => storeName).toSorted())
  assert.deepEqual(
    rows.filter((cells) => cells.includes('0')),
    [],
  )
  const bars = await page.getByRole('list', { name: '昨日前 8 店，最多' }).innerText()
  for (const name of missing) assert.ok(!bars.includes(name ?? ''))

  await page
    .getByRole('region', { name: '汇总' })
    .getByRole('link', { name: /店已报$/ })
    .first()
    .click()
  await page.getByText(`总共 ${silent.total} 条`).waitFor()
})

const PERCENT = new Set(['较前一日', '较上周同日', '较均值'])

/** Formats a cell of the workbook as the table does. */
function written(title: string, value: string | number | null): string {
  if (value === null) return '-'
  if (typeof value === 'string') return value
  if (!PERCENT.has(title)) return value.toLocaleString('en-US')
  return value === 0 ? '持平' : `${(Math.round(Math.abs(value) * 1000) / 10).toFixed(1)}%`
}

journey('the workbook of a report contains exactly the displayed rows', async ({ page, signIn }) => {
  await signIn('head', '/daily-store-report?platform=tmall&platform=jd&sort=-sum')
  await page.getByRole('cell', { name: '京东', exact: true }).first().waitFor()
  const shownRows = await storeRows(page)
  const download = await causedBy(
    () => page.getByRole('button', { name: '导出' }).click(),
    page.waitForEvent('download'),
  )
  assert.match(download.suggestedFilename(), /^店铺日咨询量_\d{8}_\d{4}\.xlsx$/)

  const sheets = await sheetsOf(download)
  assert.deepEqual([...sheets.keys()], ['店铺日咨询量', '导出说明'])
  const { head, rows, totals } = tableOf(sheets.get('店铺日咨询量'))
  const titles = head.map(String)
  assert.deepEqual(
    rows.map((cells) => cells.map((cell, place) => written(titles[place] ?? '', cell))),
    shownRows.map((cells) => cells.slice(0, titles.length)),
  )
  const shownTotals = await page.locator('.ant-table-summary tr').last().getByRole('cell').allInnerTexts()
  const writtenTotals = (totals ?? []).slice(1).map((cell, place) => written(titles[place + 1] ?? '', cell))
  assert.deepEqual(
    writtenTotals.filter((total) => total !== '-'),
    shownTotals.slice(1, titles.length).filter((total) => total.trim() !== '' && total !== '-'),
  )
  const about = (sheets.get('导出说明') ?? []).map(([item, content]) => `${item ?? ''} ${content}`)
  assert.ok(about.includes(' 平台：天猫、京东'), about.join('；'))
  assert.ok(about.includes(`数据行数 ${rows.length}`))
})

/** The number in the text of a link on the home page; the opened list must show the same count. */
const COUNTS = /(?:^全部 |^|.* )([\d,]+)(?: 家.*)?$/

/** The text on the opened page that shows the count; an agent's own logs open at the oldest one. */
function countText(path: string, words: string, count: string): string | RegExp {
  if (words.startsWith('待对应')) return `${count} 个昵称有数据`
  if (words.startsWith('待确认的昵称')) return `${count} 个待确认`
  if (words.startsWith('没提交')) return /^(未填写|草稿)$/
  return path.startsWith('/store-worklog?on=') ? '的日志被退回' : `总共 ${count} 条`
}

for (const username of ['admin', 'head', 'agent', 'sales', 'finance']) {
  journey(
    `the numbers on ${username}'s home page equal the counts of the lists that they open`,
    async ({ page, signIn }) => {
      await signIn(username)
      // The panel of changes since the last visit counts past events, not the rows of a list.
      const today = page
        .getByRole('region')
        .filter({ hasNot: page.getByRole('heading', { name: '上次登录后' }) })
      const counting = today.getByRole('link', { name: COUNTS })
      await counting.first().waitFor()
      const links = await counting.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href') ?? '', (link as HTMLElement).innerText]),
      )
      assert.ok(links.length > 0)
      for (const [path = '', words = ''] of links) {
        const count = COUNTS.exec(words.replaceAll('\n', ' '))?.[1] ?? ''
        await follow(page, path)
        // The calendar has a mark per day instead of a total.
        const shown = words.startsWith('昨天没交')
          ? page.getByLabel(/(未填写|草稿)$/)
          : page.getByText(countText(path, words, count))
        await shown.first().waitFor()
      }
    },
  )
}
