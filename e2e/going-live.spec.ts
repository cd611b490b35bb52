import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { journey } from './support/journey.ts'
import { toXlsxBuffer } from './support/sheets.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Uploads a sheet in the open window. */
const uploadSheet = (page: Page, name: string, rows: string[][]) =>
  page.locator('.ant-drawer input[type=file]').setInputFiles({
    name,
    mimeType: XLSX_TYPE,
    buffer: toXlsxBuffer('资料', rows),
  })

journey(
  'a head imports assignments on the board, sees which shares exceed 100 %, and undoes the import',
  async ({ page, base, signIn }) => {
    const client = await clientOf(base, 'head')
    const { items } = await client.call(stores.list, { status: ['serving'], pageSize: 1 })
    const store = items[0]
    assert.ok(store)
    // Close to the maximum lead of an assignment: no other assignment begins then.
    const begins = addDays(
      today(() => new Date()),
      360,
    )
    const headers = ['店铺', '客服', '班次', '职责', '占比', '开始日期']
    const night = (share: string, shift = '夜班') => [store.code, '方可', shift, '副责', share, begins]
    await signIn('head', '/store-management/board')
    await page.getByRole('button', { name: '导入分配' }).click()
    const window = page.getByRole('dialog', { name: '导入客服分配资料' })
    await window.getByText('点这里选择文件').waitFor()
    await uploadSheet(page, '客服分配.xlsx', [
      headers,
      night('0'),
      night('100%', '中班'),
      night('100%', '晚班'),
    ])
    // Whatever shares the store has by then, two of 100 % never fit.
    await window
      .getByText(/占比已有/)
      .first()
      .waitFor()
    await window.getByRole('button', { name: /^写入 [12] 行$/ }).click()
    await window.getByText('已新增').waitFor()
    const nights = async () => {
      const { items: rows } = await client.call(storeAssignments.list, { storeId: [store.id], pageSize: 100 })
      return rows.filter(({ shift, fromOn }) => shift === 'night' && fromOn === begins).length
    }
    assert.equal(await nights(), 1)
    await window.getByRole('button', { name: /撤\s*销/ }).click()
    const question = page.getByRole('dialog', { name: /^撤销导入/ })
    await question.getByRole('button', { name: /撤\s*销/ }).click()
    await window.getByText('已撤销').first().waitFor()
    assert.equal(await nights(), 0)
  },
)

journey(
  'an admin imports a store that stopped before the books began, and finds it among the losses of that month',
  async ({ page, base, signIn }) => {
    const client = await clientOf(base, 'admin')
    const { items } = await client.call(stores.list, {
      status: ['serving'],
      companyCode: ['001'],
      pageSize: 1,
    })
    const name = `旧店${Date.now()}`
    await signIn('admin', '/store-management')
    await page.getByRole('button', { name: '导入资料' }).click()
    const window = page.getByRole('dialog', { name: /^导入/ })
    for (const kind of ['店铺', '客服分配', '平台昵称']) {
      await window.getByRole('radio', { name: kind }).waitFor({ state: 'attached' })
    }
    await uploadSheet(page, '店铺.xlsx', [
      ['客户', '平台', '店铺名称', '状态', '试单日期', '停止日期', '流失原因'],
      [items[0]?.customerName ?? '', '快手', name, '已停止', '2023-05-01', '2024-03-31', '店铺关闭'],
      [items[0]?.customerName ?? '', '快手', `${name}二`, '已停止', '2023-05-01', '', '店铺关闭'],
    ])
    await window.getByText('已停止的店铺需要停止日期。').waitFor()
    await window.getByRole('button', { name: '写入 1 行' }).click()
    await window.getByText('已新增').waitFor()
    await page.goto(`/store-lost-record?from=2024-03-01&to=2024-03-31&keyword=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name }).click()
    await page.getByText('期初导入：启用系统前已流失').waitFor()

    // Its page shows its states, with 已停止 last: it was never in service.
    const [store] = (await client.call(stores.list, { status: ['stopped'], keyword: name })).items
    await page.goto(`/store-management/${store?.id}`)
    const steps = page.locator('.detail-steps li')
    await steps.first().waitFor()
    assert.deepEqual(await steps.allInnerTexts().then(wordsOnly), ['试单', '已停止'])
  },
)

/** The texts of the steps without days and numbers. */
const wordsOnly = (texts: readonly string[]) => texts.map((text) => text.replace(/[\d\s-]/g, ''))
