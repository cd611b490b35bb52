import assert from 'node:assert/strict'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { act, pick, send } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

journey('an admin asks why a head cannot see a bill, and who sees a log', async ({ page, base, signIn }) => {
  const admin = await clientOf(base, 'admin')
  const { items } = await admin.call(customerBills.list, { pageSize: 1, companyCode: ['001'] })
  await signIn('admin', `/customer-bill-management/${items[0]?.id}`)
  await act(page, '谁能看到')
  const dialog = page.getByRole('dialog', { name: '谁能看到，为什么' })
  await pick(dialog.getByLabel('员工'), '陈思雨')
  await dialog.getByText('组长没有这项权限。').waitFor()
  await assertAccessible(page, 'why a bill is not seen')
  await page.keyboard.press('Escape')

  await page.goto(`${base}/store-worklog?status=approved&keyword=${encodeURIComponent('周小禾')}`)
  await page.getByRole('button', { name: '周小禾' }).first().click()
  await page.getByRole('button', { name: '谁能看到' }).click()
  await pick(dialog.getByLabel('员工'), '周小禾')
  await dialog.getByText('此人的范围是自己的日志，这份是此人写的。').waitFor()
})

journey(
  'on a phone a sales person plans a follow-up, edits a note, and reads the history of both',
  async ({ page, base, signIn }) => {
    const sales = await clientOf(base, 'sales')
    const name = `听雨茶具${Date.now()}`
    const { id } = await sales.call(customers.create, { name })
    await signIn('sales', `/customer-management/${id}?tab=contact`)
    await page.getByRole('button', { name: '安排跟进' }).first().click()
    const form = page.getByRole('dialog', { name: '安排跟进' })
    await form.getByLabel('跟进内容').fill('送合同')
    await send(form, '确定')
    const day = today(() => new Date())
    const card = page.getByRole('listitem').filter({ hasText: '送合同' })
    await card.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '操作日志' }).click()
    const log = page.getByRole('dialog', { name: '操作日志' })
    await log.getByText('送合同').waitFor()
    await log.getByText(day).first().waitFor()
    await assertFits(page, 'the log of a follow-up')
    await log.getByRole('button', { name: /关闭|Close/ }).click()

    await page.getByLabel('备注内容').fill('催了合同')
    await page.getByRole('button', { name: '写备注' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: '催了合同' })
      .getByRole('button', { name: '修改' })
      .click()
    await page.getByLabel('备注内容').fill('合同已签回')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '修改过' }).click()
    await log.getByRole('deletion').filter({ hasText: '催了合同' }).waitFor()
    assert.equal(await log.getByText('合同已签回').count(), 1)
  },
  { viewport: PHONE },
)
