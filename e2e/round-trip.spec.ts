import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { translate } from '#kit/text.ts'
import { causedBy } from './support/hands.ts'
import { journey, type Visit } from './support/journey.ts'
import { sheetsOf } from './support/sheets.ts'
import '#app/serverTexts.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Texts of the program in the language of the page. */
type Say = (text: string, values?: Record<string, string>) => string

const chinese: Say = (text, values) => translate('zh-CN', text, values)
const english: Say = (text, values) => translate('en-US', text, values)

/** A button by its name; antd puts a space between two Chinese characters. */
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${[...name].join('\\s*')}$`) })

/** Saves the file that a click downloads; returns it with the number of its rows. */
async function download(page: Page, click: () => Promise<void>): Promise<{ file: Download; rows: number }> {
  const file = await causedBy(click, page.waitForEvent('download'))
  const [data = []] = [...(await sheetsOf(file)).values()]
  return { file, rows: data.length - 1 }
}

/** Opens the window for imports, and the kind of record if there are several. */
async function openImport(page: Page, say: Say, kind?: string) {
  await button(page, say('导入资料')).click()
  if (kind) await page.locator('.sheet-import-kinds').getByText(say(kind), { exact: true }).click()
  await page.getByText(say('点这里选择文件，或把文件拖到这里')).waitFor()
}

/** Uploads a file in the open window; fails unless every row is unchanged. */
async function assertUnchanged(page: Page, say: Say, { file, rows }: { file: Download; rows: number }) {
  await page.locator('.ant-drawer input[type=file]').setInputFiles({
    name: file.suggestedFilename(),
    mimeType: XLSX_TYPE,
    buffer: await readFile(await file.path()),
  })
  const sentence = say('{n} 行都和现有资料一样，没有要写入的。', { n: String(rows) })
  await page.getByText(sentence).waitFor()
  await page.locator('.sheet-import-footer').getByRole('button').first().click()
  await page.locator('.ant-drawer').waitFor({ state: 'detached' })
}

const LISTS = [
  ['staff', '/user-management'],
  ['customer', '/customer-management'],
  ['store', '/store-management'],
  ['opening', '/customer-bill-management/openings'],
] as const

/** Exports each list with all its rows and imports the file. */
async function exportLists({ page, open }: Visit, say: Say) {
  for (const [kind, path] of LISTS) {
    await open(path)
    const { file, rows } = await download(page, () => button(page, say('导出')).click())
    assert.ok(rows > 5, `${kind}: ${rows} rows`)
    await openImport(page, say)
    await assertUnchanged(page, say, { file, rows })
  }
}

journey(
  'an admin exports staff, customers, stores and opening balances of all companies, and imports each file without a change',
  async (visit) => {
    await visit.signIn('admin', '/welcome')
    await exportLists(visit, chinese)
  },
)

journey('the files that the lists export in English are imported without a change', async (visit) => {
  await visit.page.addInitScript(() => localStorage.setItem('locale', 'en-US'))
  await visit.signIn('admin', '/welcome')
  await exportLists(visit, english)
})

journey(
  'the current records of each kind are downloaded, and imported without a change',
  async ({ page, signIn }) => {
    await signIn('finance', '/store-management')
    for (const kind of ['店铺', '计费方式']) {
      await openImport(page, chinese, kind)
      const { file, rows } = await download(page, () => button(page, '下载现有资料').click())
      assert.match(file.suggestedFilename(), new RegExp(`^${kind}现有资料_\\d{8}_\\d{4}\\.xlsx$`))
      assert.ok(rows > 10, `${kind}: ${rows} rows`)
      await assertUnchanged(page, chinese, { file, rows })
    }
  },
)

journey(
  'a head downloads the assignments and nicks of the team, and imports them without a change',
  async ({ page, signIn }) => {
    await signIn('head', '/store-management')
    for (const kind of ['客服分配', '平台昵称']) {
      await openImport(page, chinese, kind)
      await assertUnchanged(page, chinese, await download(page, () => button(page, '下载现有资料').click()))
    }
  },
)
