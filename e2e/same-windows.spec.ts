import assert from 'node:assert/strict'
import { clientOf } from './support/api.ts'
import { type DialogStyles, differences, stylesOf } from './support/dialogStyles.ts'
import { press } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { watchLoading } from './support/screens.ts'
import { addressOf, type Way } from './support/waysToForms.ts'

const customer = '/customer-management/{customer.active}'
const store = '/store-management/{store.serving}'
const warning = '/weekly-warning-customer-report?warning={warning}'
const figures = '/store-worklog/figures'

/**
 * Dialogs and drawers that several screens open, and the ways to open them. Each way reloads the program, so that no
 * other screen has already loaded the styles of the dialog.
 */
const WINDOWS: Record<string, readonly Way[]> = {
  导入平台数据: [
    { at: '/store-worklog/imports', press: ['导入平台数据'] },
    { at: '/daily-store-report', press: ['导入平台数据'] },
    { at: '/daily-worker-report', press: ['导入平台数据'] },
  ],
  这个数字怎么来的: [
    { at: '/daily-store-report', press: ['怎么来的'] },
    { at: '/daily-store-report?store=1', press: ['怎么来的'] },
    { at: '/daily-customer-report', press: ['怎么来的'] },
    { at: '/daily-worker-report', press: ['怎么来的'] },
    { at: '/daily-store-response-rate-report', press: ['怎么来的'] },
  ],
  更正: [
    { as: 'head', at: `${figures}?toAnswer=true`, press: ['更正'], window: /^答复/ },
    { at: '/daily-store-report?store=1', press: ['怎么来的', '更正这一天'], window: /的数$/ },
  ],
  登记流失风险: [
    { at: '/store-lost-record', press: ['登记流失风险'] },
    { at: '/customer-lost-record', press: ['登记流失风险'] },
    { at: `${customer}?tab=churn`, press: ['登记流失风险'], window: /的流失风险$/ },
    { at: `${store}?tab=churn`, press: ['登记流失风险'], window: /的流失风险$/ },
    { at: warning, press: ['登记流失风险'], window: /的流失风险$/ },
  ],
  安排跟进: [
    { at: customer, press: ['跟进与备注', '安排跟进'] },
    { at: warning, press: ['安排跟进'] },
  ],
  '谁能看到，为什么': [
    { at: '/user-management/{person.agent}', press: ['谁能看到'] },
    { at: customer, press: ['谁能看到'] },
    { at: store, press: ['谁能看到'] },
    { at: '/customer-bill-management/{bill.open}', press: ['谁能看到'] },
    { at: '/reimbursement-bill-management/{claim.toPay}', press: ['谁能看到'] },
    { at: '/customer-lost-record/{churn.retaining}', press: ['谁能看到'] },
    { at: warning, press: ['谁能看到'] },
  ],
  导入资料: [
    { at: '/user-management', press: ['导入资料'], window: /^导入/ },
    { at: '/customer-management', press: ['导入资料'], window: /^导入/ },
    { at: '/store-management', press: ['导入资料'], window: /^导入/ },
  ],
}

for (const [name, ways] of Object.entries(WINDOWS)) {
  journey(`${name}: looks the same from every screen that opens it`, async ({ page, base, signIn }) => {
    const loaded = watchLoading(page)
    let first: { way: Way; styles: DialogStyles } | undefined
    for (const way of ways) {
      const { as = 'admin', window: title = name } = way
      await signIn(as, await addressOf(way, await clientOf(base, as)))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await loaded()
      for (const label of way.press ?? []) {
        await press(page, label)
        await loaded()
      }
      const window = page.getByRole('dialog', { name: title })
      await window.waitFor()
      await loaded()
      // Elements under the pointer have hover colours.
      await page.mouse.move(0, 0)
      const styles = await stylesOf(window)
      first ??= { way, styles }
      const shared = Object.keys(styles).filter((place) => first?.styles[place])
      assert.ok(
        shared.length >= 8,
        `${way.at} opens another window than ${first.way.at}: ${Object.keys(styles)}`,
      )
      assert.deepEqual(differences(styles, first.styles), [], `${way.at} compared with ${first.way.at}`)
    }
  })
}
