import assert from 'node:assert/strict'
import { addDays, today } from '#kit/calendar.ts'
import { exportFiles } from '#platform/exports/contract.ts'
import { clientOf } from './support/api.ts'
import { causedBy } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { sheetsOf, tableOf } from './support/sheets.ts'

journey(
  'an admin exports over five thousand rows in the background, is notified, and gets all of them in a workbook',
  async ({ page, base, signIn }) => {
    const client = await clientOf(base, 'admin')
    const to = addDays(
      today(() => new Date()),
      -1,
    )
    await signIn('admin', `/daily-store-report?view=days&from=${addDays(to, -46)}&to=${to}`)
    const total = page.locator('.ant-pagination-total-text')
    await total.waitFor()
    const rows = Number(
      (await total.innerText()).replace(/.*总共\s*([\d,]+)\s*条.*/s, '$1').replaceAll(',', ''),
    )
    assert.ok(rows > 5_000, `${rows} rows`)

    await page.getByRole('button', { name: '导出', exact: true }).click()
    const question = page.getByRole('dialog', { name: /在后台导出/ })
    await question.getByRole('button', { name: '开始导出' }).click()
    await page.getByText('已开始在后台导出，完成时会提醒您').waitFor()
    await page.getByRole('link', { name: '店铺管理' }).click()
    await page.waitForURL('/store-management')

    const finishedNotification = page.locator('.ant-notification-notice', { hasText: '导出完成' })
    await finishedNotification.waitFor({ timeout: 90_000 })
    const file = await causedBy(
      () => finishedNotification.getByRole('button', { name: /下\s*载/ }).click(),
      page.waitForEvent('download'),
    )
    assert.match(file.suggestedFilename(), /^店铺每日咨询量_\d{8}_\d{4}\.xlsx$/)
    const [data, about] = [...(await sheetsOf(file)).values()]
    const table = tableOf(data)
    assert.equal(table.rows.length, rows)
    const volume = table.head.indexOf('咨询量（人）')
    const sum = table.rows.reduce((total, cells) => total + (Number(cells[volume]) || 0), 0)
    assert.match(String(table.totals?.[0]), /^合计（[\d,]+\/[\d,]+ 店日）$/)
    assert.equal(table.totals?.[volume], sum)
    assert.ok(about?.some((row) => row.includes('数据行数') && row.includes(String(rows))))

    await page.goto('/account/settings?tab=downloads')
    const listedFile = page.getByRole('listitem').filter({ hasText: file.suggestedFilename() })
    await listedFile.getByText('已完成').waitFor()
    await listedFile.getByRole('button', { name: /^删除/ }).click()
    await page.getByRole('button', { name: /确\s*定/ }).click()
    await page.getByText('文件已删除').waitFor()
    const left = await client.call(exportFiles.list, {})
    assert.ok(left.every(({ name }) => name !== file.suggestedFilename()))
  },
)
