import { companies } from '#people/companies/contract.ts'
import { clientOf } from './support/api.ts'
import { send } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { changePassword, signInWithForm } from './support/members.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

journey(
  'the admin of a new company must set the first month of the books before the first document, and does so in the dialog',
  async ({ page, base, open }) => {
    const admin = await clientOf(base, 'admin')
    const code = String(100 + (Date.now() % 900))
    const adminUsername = `books${Date.now()}`
    const { oneTimePassword } = await admin.call(companies.create, {
      code,
      name: `启用月份 ${code}`,
      adminName: '乔木',
      adminUsername,
    })
    await open('/user/login')
    await signInWithForm(page, adminUsername, oneTimePassword)
    await changePassword(page, oneTimePassword, '湖边的七棵老柳树')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()

    await page.goto('/account/settings?tab=books')
    await page.getByText('未设：不能登记账单、收款、报销和手工项').waitFor()
    await assertFits(page, 'books that have not begun')
    await assertAccessible(page, 'books that have not begun')

    await page.goto('/reimbursement-bill-management')
    await page.getByRole('button', { name: '新建报销单' }).first().click()
    await page.getByText('请先设定启用月份（设置 › 账务），再登记单据。').waitFor()
    const monthDialog = page.getByRole('dialog', { name: '设定启用月份' })
    await assertAccessible(page, 'the month that is asked for')
    await send(monthDialog, '确定')
    await page.getByText('已设定启用月份，请再保存一次').waitFor()
    await page.getByRole('button', { name: '新建报销单' }).first().click()
    await page.getByRole('heading', { name: '填写报销单' }).waitFor()
  },
  { expected: [/409/] },
)
