import assert from 'node:assert/strict'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { staff } from '#people/staff/contract.ts'
import { staffPay } from '#people/staff/pay/contract.ts'
import { clientOf } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { typeDay } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const month = monthOf(today(() => new Date()))

journey(
  "an admin raises a person's pay from a day on, sees the effect on the month's payroll, and corrects an error",
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const stamp = Date.now()
    const name = `调薪${String(stamp).slice(-6)}`
    const hiredOn = `${monthBefore(month)}-01`
    const person = { username: `raise${stamp}`, name, role: 3, hiredOn } as const
    const { id } = (await admin.call(staff.create, { ...person, baseSalaryCents: 400_000 })).staff
    await signIn('admin', `/user-management/${id}?tab=pay`)
    await page.getByText(`${hiredOn} 起`).waitFor()

    await page.getByRole('button', { name: '调薪' }).click()
    const raise = page.getByRole('dialog', { name: `给${name}调薪` })
    await typeDay(raise.getByLabel('生效日期'), `${month}-01`)
    await raise.getByLabel('基本工资').fill('5000')
    await raise.getByText(`${month} 的工资合计`).waitFor()
    const rows = await readRows(raise)
    assert.match(rows.基本工资 ?? '', /4,000\.00.*5,000\.00/s)
    assert.match(rows[`${month} 的工资合计`] ?? '', /4,000\.00.*5,000\.00/s)
    await raise.getByLabel('原因').fill('年度调薪')
    await raise.getByRole('button', { name: /^确\s?定$/ }).click()
    await raise.waitFor({ state: 'hidden' })
    const current = page.getByRole('listitem').filter({ hasText: '生效中' })
    await current.getByText('基本工资 ¥5,000.00').waitFor()
    await page.getByText(`${hiredOn} 至 ${monthBefore(month)}`, { exact: false }).waitFor()
    await assertFits(page, 'pay of a person')
    await assertAccessible(page, 'pay of a person')

    await current.getByRole('button', { name: /^更\s?正$/ }).click()
    const correct = page.getByRole('dialog', { name: `更正 ${month}-01 起的薪酬` })
    await correct.getByLabel('基本工资').fill('4800')
    await correct.getByText(`${month} 的工资合计`).waitFor()
    await correct.getByLabel('原因').fill('录错')
    await correct.getByRole('button', { name: /^确\s?定$/ }).click()
    await correct.waitFor({ state: 'hidden' })
    await current.getByText('基本工资 ¥4,800.00').waitFor()

    const { items } = await admin.call(staffPay.list, { id })
    assert.deepEqual(
      items.map(({ fromOn, baseSalaryCents, state }) => [fromOn, baseSalaryCents, state]),
      [
        [hiredOn, 400_000, 'past'],
        [`${month}-01`, 500_000, 'replaced'],
        [`${month}-01`, 480_000, 'current'],
      ],
    )
  },
)
