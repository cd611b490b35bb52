import assert from 'node:assert/strict'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { causedBy } from './support/hands.ts'
import { journey, type Visit } from './support/journey.ts'
import { closeMonth, nextToClose, restoreMonth } from './support/months.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const thisMonth = monthOf(today(() => new Date()))

/** Adds a manual line with that label in the open dialog. */
async function addLine({ page }: Pick<Visit, 'page'>, label: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^增加手工项/ })
  await form.getByLabel('项目').fill(label)
  await form.getByLabel('金额').fill('5200')
  await form.getByRole('button', { name: /^确\s?定$/ }).click()
}

journey(
  'an admin adds the rent, waives open items and closes the month; a late write fails; a second admin confirms the reopening',
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

      await closeMonth(page, month)
      await assertAccessible(page, 'a closed month')
      await assertFits(page, 'a closed month')

      await addLine({ page: late }, `${label} 晚了`)
      await late
        .getByText(/^手工项只能记在 /)
        .first()
        .waitFor()
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
      const agreeing = page.getByRole('dialog', { name: `反结账 ${month}` })
      await agreeing.getByText('立即').waitFor()
      await agreeing.getByRole('button', { name: '确认反结账' }).click()
      await page.getByRole('list', { name: '结账清单' }).waitFor()
      await page.getByRole('region', { name: '结账记录' }).getByText('漏记一张发票').first().waitFor()
    } finally {
      await restoreMonth(base, month, label)
    }
  },
  { expected: [/400 \(Bad Request\)|409 \(Conflict\)/] },
)

journey(
  'a comparison can be exported only after both months have loaded, and contains these two months only',
  async ({ page, signIn }) => {
    const [a, b] = [monthBefore(monthBefore(thisMonth)), monthBefore(thisMonth)]
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/monthly-financials?*from=${a}*to=${a}*`, async (route) => {
      await held
      await route.continue()
    })
    await signIn('admin2', `/monthly-financial-history?compare=${a}~${b}`)
    const save = page.getByRole('button', { name: /^导\s?出$/ }).first()
    await save.waitFor()
    assert.equal(await save.isDisabled(), true)
    answer()
    await page.getByRole('table', { name: '两月比较' }).waitFor()
    await causedBy(() => save.click(), page.waitForEvent('download'))
    await page.getByText('已导出 2 条').waitFor()
  },
)
