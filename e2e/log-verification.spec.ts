import assert from 'node:assert/strict'
import { journey } from './support/journey.ts'
import { assertAccessible } from './support/screens.ts'

journey(
  'an admin verifies the audit log and copies the head of the chain',
  async ({ page, context, signIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('admin', '/account/settings/company')
    await page.getByRole('link', { name: '操作日志校验' }).click()
    const panel = page.getByRole('region', { name: '操作日志校验' })
    assert.equal(await panel.getByRole('listitem').count(), 0)
    await panel.getByRole('button', { name: '校验', exact: true }).click()
    const companyItem = panel.getByRole('listitem').filter({ hasText: '001' }).first()
    await companyItem.getByText('完好').waitFor()
    await companyItem.getByText(/^[\d,]+ 行，与写入时一致$/).waitFor()
    await panel.getByText(/校验。请把链头抄到系统以外的地方/).waitFor()
    await companyItem.getByRole('button', { name: /^复制 001:/ }).click()
    await page.getByText('已复制').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^001:\d+:[0-9a-f]{64}$/)
    await assertAccessible(page, 'the log, verified')
    await panel.getByRole('button', { name: '重新校验' }).waitFor()
  },
)

journey(
  'an admin reads where the audit log was changed; other roles cannot see the verification tab',
  async (visit) => {
    const { page, signIn } = visit
    const verdict = {
      companyCode: '002',
      lines: 1233,
      unsealed: 0,
      head: null,
      broken: { seq: 1234, reason: 'changed' },
    }
    await page.route('**/api/audit-logs/verification*', (route) =>
      route.fulfill({ json: { success: true, data: { items: [verdict] } } }),
    )
    await signIn('admin2', '/account/settings/company?tab=log')
    await page.getByRole('button', { name: '校验', exact: true }).click()
    await page.getByText('有改动').waitFor()
    await page.getByText('第 1,234 行：这一行的内容与写入时不同。此前 1,233 行完好').waitFor()
    await page.unrouteAll()
    await signIn('finance', '/account/settings')
    await page.getByRole('link', { name: '语言' }).waitFor()
    assert.equal(await page.getByRole('link', { name: '操作日志校验' }).count(), 0)
  },
)
