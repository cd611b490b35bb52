import assert from 'node:assert/strict'
import { monthClosing, monthlyFinancials } from '#features/monthly-financials/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './support/api.ts'
import type { Visit } from './support/journey.ts'
import { journey } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** The company whose month is closed: two admins may, and no other journey writes into its past. */
const COMPANY = { companyCode: '002' }
const MONTHS_BACK = 23

/** The company's month that is to be closed next. */
async function nextToClose(admin: Client): Promise<string> {
  const last = monthBefore(monthOf(today(() => new Date())))
  let first = last
  for (let at = 1; at < MONTHS_BACK; at += 1) first = monthBefore(first)
  const { items } = await admin.call(monthlyFinancials.list, { from: first, to: last, ...COMPANY })
  const closed = items.findLastIndex(({ status }) => status === 'closed')
  for (const { month } of items.slice(closed + 1)) {
    const { items: checks } = await admin.call(monthClosing.checklist, { month, ...COMPANY })
    if (checks.every(({ done, waivable }) => done || waivable)) return month
  }
  assert.fail('no month of the company can be closed')
}

/** Leaves the company's months as they were found: the month open, without the line. */
async function putBack(base: string, month: string, label: string): Promise<void> {
  const [admin, other] = [await clientOf(base, 'admin'), await clientOf(base, 'admin2')]
  let page = await admin.call(monthlyFinancials.get, { month, ...COMPANY })
  if (page.status === 'closed') {
    if (!page.reopening) {
      const { version } = page
      page = await admin.call(monthClosing.reopen, { month, ...COMPANY, version, reason: '测试后还原' })
    }
    if (page.status === 'closed') {
      page = await other.call(monthClosing.confirmReopen, { month, version: page.version })
    }
  }
  for (const { id, version } of page.manualLines.filter((line) => line.label === label)) {
    await admin.call(monthClosing.removeLine, { month, ...COMPANY, id, version })
  }
}

/** Writes a reason beside everything that still stands open. */
async function waiveAll({ page }: Visit): Promise<void> {
  const list = page.getByRole('list', { name: '结账清单' })
  await list.waitFor()
  const waive = list.getByRole('button', { name: '豁免', exact: true })
  for (let left = await waive.count(); left > 0; left -= 1) {
    await waive.first().click()
    const reason = list.getByLabel(/^豁免理由/)
    await reason.fill('历史数据不全，按现有的结')
    await list.locator('form').getByRole('button', { name: '豁免' }).click()
    await reason.waitFor({ state: 'detached' })
  }
}

/** Adds a manual line of that name in the window that is open. */
async function addLine({ page }: Pick<Visit, 'page'>, label: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^增加手工项/ })
  await form.getByLabel('项目').fill(label)
  await form.getByLabel('金额').fill('5200')
  await form.getByRole('button', { name: /^确\s?定$/ }).click()
}

journey(
  'an admin adds the rent, waives what is open, closes the month, is refused a write in it, and a second admin lets it be opened again',
  async (visit) => {
    const { page, context, base, signIn } = visit
    const month = await nextToClose(await clientOf(base, 'admin'))
    const label = `房租 ${Date.now()}`
    const address = `/monthly-financial-history?companyCode=002&month=${month}`
    try {
      await signIn('admin', address)
      await page.getByRole('heading', { name: `结账 ${month}` }).waitFor()
      await page.getByRole('button', { name: /^增\s?加$/ }).click()
      await addLine(visit, label)
      await page.getByText(label).waitFor()

      // Another window still shows the month as open.
      const late = await context.newPage()
      await late.goto(address)
      await late.getByRole('button', { name: /^增\s?加$/ }).click()

      await waiveAll(visit)
      await page.getByRole('button', { name: /^结\s?账$/ }).click()
      const question = page.getByRole('dialog', { name: `结账 ${month}？` })
      await question.getByRole('button', { name: /^结\s?账$/ }).click()
      await question.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '快照与现在比较' }).waitFor()
      await assertAccessible(page, 'a closed month')
      await assertFits(page, 'a closed month')

      await addLine({ page: late }, `${label} 晚了`)
      await late.getByText(`${month} 已结账，不能再改这个月的账`).first().waitFor()
      await late.close()

      await page.getByRole('button', { name: '快照与现在比较' }).click()
      await page.getByText('没有差异').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '反结账' }).click()
      const reopening = page.getByRole('dialog', { name: `反结账 ${month}` })
      await reopening.getByLabel('原因').fill('漏记一张发票')
      await reopening.getByRole('button', { name: '反结账' }).click()
      await page.getByText('等待另一位管理员确认。').waitFor()

      await signIn('admin2', `/monthly-financial-history?month=${month}`)
      await page.getByRole('button', { name: '确认反结账' }).click()
      await page.getByRole('list', { name: '结账清单' }).waitFor()
      await page.getByRole('region', { name: '结账记录' }).getByText('漏记一张发票').first().waitFor()
    } finally {
      await putBack(base, month, label)
    }
  },
  { expected: [/409 \(Conflict\)/] },
)
