import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { storeTerms } from '#clients/stores/terms/contract.ts'
import { payroll } from '#finance/payroll/contract.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { staff } from '#people/staff/contract.ts'
import { staffOptions } from '#people/staff/options/contract.ts'
import { clientOf } from './support/api.ts'
import { journey } from './support/journey.ts'

type Client = Awaited<ReturnType<typeof clientOf>>

const month = monthOf(today(() => new Date()))

/** Creates an agent who alone serves a store for the whole month: ¥3,100.00 for it, and ¥100.00 seniority pay. */
async function paidAgent(admin: Client): Promise<{ id: number; name: string; store: string }> {
  const stamp = Date.now()
  const fromOn = `${month}-01`
  const heads = await admin.call(staffOptions, { purpose: 'leader' })
  const person = {
    username: `pay${stamp}`,
    name: `薪资${String(stamp).slice(-6)}`,
    role: 2,
    hiredOn: fromOn,
  } as const
  const pay = { baseSalaryCents: 300_000, seniorityPayCents: 10_000 }
  const created = await admin.call(staff.create, { ...person, ...pay, parentId: heads[0]?.id })
  const customer = await admin.call(customers.create, { name: `算薪文具${stamp}` })
  const store = `算薪文具旗舰店${stamp}`
  const { id: storeId } = await admin.call(stores.create, {
    customerId: customer.id,
    platform: 'tmall',
    name: store,
    status: 'serving',
    onlineOn: fromOn,
  })
  const pricing = { model: 'fixed', monthlyCents: 900_000 } as const
  await admin.call(storeTerms.add, { id: storeId, fromOn, pricing, storeSalaryCents: 310_000 })
  await admin.call(storeAssignments.create, { storeId, staffId: created.staff.id, fromOn })
  return { id: created.staff.id, name: person.name, store }
}

/** Fills a form by its labels, submits it, and waits until it closes. */
async function send(form: Locator, button: string, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  await form.getByRole('button', { name: button, exact: true }).click()
  await form.waitFor({ state: 'hidden' })
}

journey(
  "an admin opens a person's month by store and day, adds an allowance, and revokes it",
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const { id, name, store } = await paidAgent(admin)
    await signIn('admin', `/monthly-financial-history/payroll?month=${month}&keyword=${name}`)
    await page.getByRole('link', { name, exact: true }).click()
    const drawer = page.getByRole('dialog', { name: `${name} ${month} 的工资` })
    await drawer.getByRole('link', { name: store }).waitFor()
    await drawer.getByText(/主责：每月 ¥3,100\.00 × 100% × (\d+)\/\1 天/).waitFor()

    await drawer.getByRole('button', { name: '更正金额' }).click()
    const form = page.getByRole('dialog', { name: `更正${name} ${month} 的金额` })
    await send(form, '更正', { 金额: '88', 原因: '高温补贴' })
    const line = drawer.getByRole('listitem').filter({ hasText: '高温补贴' })
    await line.getByText('+¥88.00').waitFor()
    await drawer.getByRole('row', { name: /^合计/ }).getByText('¥3,288.00').first().waitFor()

    await line.getByRole('button', { name: '撤销' }).click()
    await send(page.getByRole('dialog', { name: '撤销这条更正' }), '撤销', { 原因: '发错了人' })
    await drawer.getByRole('listitem').filter({ hasText: '发错了人' }).waitFor()
    await line.getByText('已撤销').waitFor()
    const sheet = await admin.call(payroll.get, { staffId: id, month })
    assert.deepEqual([sheet.storeCents, sheet.correctionCents, sheet.totalCents], [310_000, 0, 320_000])
    assert.equal(sheet.corrections.length, 2)
  },
)
