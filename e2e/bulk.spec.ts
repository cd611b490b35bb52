import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { clientOf } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { causedBy, pick } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { sheetsOf, toXlsxBuffer } from './support/sheets.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const HEADERS = ['客户名称', '客户来源', '手机号', '合同开始日期', '合同结束日期', '状态']
const ROWS = [
  ['嘉兴云杉家纺有限公司', '转介绍', '13800138222', '2026-01-01', '2026-12-31', '合作中'],
  ['嘉兴白桦文具有限公司', '天上掉的', '13800138223', '', '', ''],
  ['嘉兴银杏箱包有限公司', '线上咨询', '1380013', '', '', '合作中'],
]

/** Opens 导入资料 and uploads a sheet with these rows. */
async function send(page: Page, rows: string[][]): Promise<void> {
  await page.getByRole('button', { name: '导入资料' }).click()
  const window = page.getByRole('dialog', { name: '导入客户资料' })
  await window.getByText('点这里选择文件').waitFor()
  await window.locator('input[type=file]').setInputFiles({
    name: '客户资料.xlsx',
    mimeType: XLSX_TYPE,
    buffer: toXlsxBuffer('客户', [HEADERS, ...rows]),
  })
}

/** The counts of rows by state in the window. */
const stateCounts = (page: Page) =>
  page
    .locator('.sheet-import-counts > span')
    .evaluateAll((found) => found.map((one) => (one as HTMLElement).innerText.replace(/\s+/g, '')))

journey(
  'sales imports customers with errors, fixes them in the downloaded error file, imports it, and undoes both imports',
  async ({ page, base, signIn }) => {
    await signIn('sales', '/customer-management')
    await send(page, ROWS)
    const window = page.getByRole('dialog', { name: '导入客户资料' })
    await window.getByRole('button', { name: '写入 1 行' }).waitFor()
    assert.deepEqual(await stateCounts(page), ['新增1', '错误2'])
    await window.getByText('客户来源没有“天上掉的”这一项').waitFor()
    await window.getByRole('button', { name: '写入 1 行' }).click()
    await window.getByText('已新增').waitFor()
    assert.deepEqual(await stateCounts(page), ['错误2', '已新增1'])

    const file = await causedBy(
      () => window.getByRole('button', { name: '下载出错的行' }).click(),
      page.waitForEvent('download'),
    )
    const [headers = [], ...failed] = (await sheetsOf(file)).get('客户') ?? []
    assert.deepEqual(headers, [...HEADERS, '错误原因', '行号'])
    assert.deepEqual(
      failed.map((row) => row.at(-1)),
      [3, 4],
    )
    const correctedRows = failed.map((row) => row.slice(0, HEADERS.length).map((cell) => String(cell ?? '')))
    if (correctedRows[0]) correctedRows[0][1] = '其他'
    if (correctedRows[1]) Object.assign(correctedRows[1], { 2: '13800138224', 5: '' })

    await window
      .getByRole('button', { name: /关\s*闭/ })
      .last()
      .click()
    await window.waitFor({ state: 'detached' })
    await send(page, [...ROWS.slice(0, 1), ...correctedRows])
    await window.getByRole('button', { name: '写入 2 行' }).waitFor()
    assert.deepEqual(await stateCounts(page), ['新增2', '不变1'])
    await window.getByRole('button', { name: '写入 2 行' }).click()
    await window.getByText('已新增').waitFor()

    await window.getByRole('button', { name: /撤\s*销/ }).click()
    const question = page.getByRole('dialog', { name: /^撤销导入/ })
    assert.deepEqual(await readRows(question), { 新增的行删除: '2' })
    await question.getByRole('button', { name: /撤\s*销/ }).click()
    await window.getByText('已撤销').first().waitFor()
    assert.deepEqual(await stateCounts(page), ['不变1', '已撤销2'])
    const client = await clientOf(base, 'sales')
    const left = async () => {
      const { items } = await client.call(customers.list, { keyword: '嘉兴' })
      return items.map(({ name }) => name).filter((name) => ROWS.some(([rowName]) => rowName === name))
    }
    assert.deepEqual(await left(), ['嘉兴云杉家纺有限公司'])
    await page.goto('/account/settings?tab=record-imports')
    await page
      .getByRole('row', { name: /客户资料\.xlsx.*已撤销/ })
      .first()
      .waitFor()
    const first = page.getByRole('row', { name: /客户资料\.xlsx.*已完成/ }).first()
    await first.getByRole('button', { name: '查看' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /撤\s*销/ }).click()
    await question.getByRole('button', { name: /撤\s*销/ }).click()
    await question.waitFor({ state: 'detached' })
    await drawer.getByText('已撤销').first().waitFor()
    assert.deepEqual(await left(), [])
  },
)

journey(
  'an admin sets the category of three stores in bulk, sees the results, and undoes it',
  async ({ page, base, signIn }) => {
    const client = await clientOf(base, 'admin')
    const query = { pageSize: 3, status: ['serving'] } as const
    const before = (await client.call(stores.list, { ...query, status: ['serving'] })).items
    await signIn('admin', '/store-management?status=serving&pageSize=10')
    await page.locator('.list-table .ant-table-row').first().waitFor()
    for (const { name } of before) {
      const row = page.locator('.list-table .ant-table-row', { hasText: name }).first()
      await row.getByRole('checkbox').check()
    }
    await page.getByRole('button', { name: '批量修改' }).click()
    const window = page.getByRole('dialog', { name: '批量修改 3 条' })
    await pick(window.getByLabel('要修改的内容'), '类目')
    await page.keyboard.press('Escape')
    await window.getByLabel('类目').fill('一起改的类目')
    await window.getByRole('button', { name: '下一步：预检' }).click()
    await window.getByText('将影响 3 条，0 条将跳过').waitFor()
    await window.getByRole('button', { name: '修改 3 条' }).click()
    await window.getByText('成功 3，失败 0，跳过 0').waitFor()
    const [first] = before
    assert.ok(first)
    assert.equal((await client.call(stores.get, { id: first.id })).category, '一起改的类目')

    await window.getByRole('button', { name: /撤\s*销/ }).click()
    const question = page.getByRole('dialog', { name: '撤销这次批量修改？' })
    await question.getByText('恢复为修改前的值').waitFor()
    await question.getByRole('button', { name: /撤\s*销/ }).click()
    await window.getByText('已撤销 3 条，0 条没有撤销').waitFor()
    assert.equal((await client.call(stores.get, { id: first.id })).category, first.category)
    await window
      .getByRole('button', { name: /关\s*闭/ })
      .last()
      .click()
    await window.waitFor({ state: 'detached' })

    await page.goto(`/store-management/${first.id}?tab=log`)
    await page.getByText('撤销批量修改').waitFor()
    await page.getByRole('button', { name: '恢复类目为“一起改的类目”' }).first().click()
    await page
      .getByRole('button', { name: /^恢\s*复$/ })
      .last()
      .click()
    await page.getByText('恢复原值').first().waitFor()
    assert.equal((await client.call(stores.get, { id: first.id })).category, '一起改的类目')
  },
)
