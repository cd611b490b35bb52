import assert from 'node:assert/strict'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, type Day, today } from '#kit/calendar.ts'
import { session } from '#people/sign-in/contract.ts'
import { reports } from '#reporting/reports/contract.ts'
import { clientOf } from './support/api.ts'
import { journey } from './support/journey.ts'
import { toXlsxBuffer } from './support/sheets.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEADERS = ['店铺编号', '店铺名称', '日期', '咨询人数', '未回复人数']

/** Creates a store of the head's team without figures. */
async function createStore(base: string) {
  const [admin, head] = [await clientOf(base, 'admin'), await clientOf(base, 'head')]
  const { id: leaderId } = await head.call(session.currentUser, {})
  const name = `历史茶业${Date.now()}`
  const contract = { contractStartOn: '2026-01-01', contractEndOn: '2028-12-31' }
  const customer = await admin.call(customers.create, { name, status: 'active', ...contract })
  const place = { customerId: customer.id, platform: 'tmall' as const, name: `${name}旗舰店`, leaderId }
  return admin.call(stores.create, { ...place, status: 'trial', trialOn: '2026-01-01' })
}

/** The store's volumes in the head's report, earlier day first. */
async function volumesOf(base: string, storeId: number, [from, to]: readonly [Day, Day]) {
  const head = await clientOf(base, 'head')
  const { items } = await head.call(reports.dailyStore, { storeId: [storeId], from, to })
  return items.map(({ volume }) => volume).reverse()
}

journey(
  'a head previews a workbook of past days, imports it, finds it in the report, and undoes it',
  async ({ page, base, signIn }) => {
    const store = await createStore(base)
    const last = today(() => new Date())
    const days = [addDays(last, -1), last] as const
    const row = (on: Day, consultUsers: number, unreplied: number) => [
      store.code,
      store.name,
      on,
      consultUsers,
      unreplied,
    ]
    await signIn('head', '/store-worklog/imports?view=past')
    await page.getByRole('button', { name: '导入历史日数据' }).first().click()
    const drawer = page.getByRole('dialog', { name: '导入历史日数据' })
    await drawer.getByText('点这里选择文件').waitFor()
    await drawer.locator('input[type=file]').setInputFiles({
      name: `${store.name}.xlsx`,
      mimeType: XLSX_TYPE,
      buffer: toXlsxBuffer('历史日数据', [
        HEADERS,
        row(days[0], 80, 4),
        row(days[1], 90, 3),
        row(addDays(last, 1), 70, 0),
      ]),
    })
    await drawer.getByText('还没有到，请核对日期。').waitFor()
    assert.deepEqual(await volumesOf(base, store.id, days), [null, null])
    await drawer.getByRole('button', { name: '写入 2 行' }).click()
    await drawer.getByText('已导入', { exact: true }).waitFor()
    assert.deepEqual(await volumesOf(base, store.id, days), [80, 90])

    await drawer.getByRole('button', { name: /撤\s*销/ }).click()
    await page
      .getByRole('dialog', { name: `撤销“${store.name}.xlsx”？` })
      .getByRole('button', { name: /撤\s*销/ })
      .click()
    await drawer.getByText('已撤销', { exact: true }).waitFor()
    assert.deepEqual(await volumesOf(base, store.id, days), [null, null])
  },
)
