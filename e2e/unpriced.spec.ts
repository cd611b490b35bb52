import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './support/api.ts'
import { pick, send } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { nextToClose } from './support/months.ts'
import { assertAccessible, assertFits } from './support/screens.ts'
import { endService } from './support/stores.ts'

interface UnpricedStore {
  id: number
  name: string
}

/** Creates a customer with stores that have no price: in service since a day, or pending. */
async function createUnpriced(client: Client, names: string[], onlineOn?: string): Promise<UnpricedStore[]> {
  const stamp = Date.now()
  const customer = await client.call(customers.create, { name: `没定价的商家${stamp}` })
  const begun = onlineOn ? ({ status: 'serving', onlineOn } as const) : {}
  const made: UnpricedStore[] = []
  for (const name of names) {
    const store = { customerId: customer.id, platform: 'pdd', name: `${name}${stamp}` } as const
    made.push(await client.call(stores.create, { ...store, ...begun }))
  }
  return made
}

/** Fills in a fixed monthly fee in the open form of a price, and sends it once its effects are listed. */
async function enterFee(page: Page, title: RegExp): Promise<void> {
  const form = page.getByRole('dialog', { name: title })
  await pick(form.getByLabel('计费方式'), '固定月费')
  await form.getByLabel('月费').fill('3000')
  await form.getByRole('region', { name: '将发生的变化' }).waitFor()
  await send(form, '确定')
}

const now = () => today(() => new Date())

for (const [device, options] of [
  ['desk', {}],
  ['phone', { viewport: PHONE }],
] as const) {
  journey(
    `on a ${device} the list says how many stores have no price, and one price is set for all of them`,
    async ({ page, base, signIn }) => {
      const admin = await clientOf(base, 'admin2')
      const made = await createUnpriced(admin, ['甲店', '乙店'], now())
      try {
        await signIn('admin2', '/store-management')
        const bar = page.getByRole('status').filter({ hasText: '2 家已上线的店铺还没有计费方式' })
        await bar.waitFor()
        await bar.getByRole('link', { name: '只看这些' }).click()
        await page.waitForURL(/price=none/)
        for (const { name } of made) await page.getByRole('link', { name }).waitFor()
        await bar.getByRole('link').waitFor({ state: 'detached' })
        await assertFits(page, 'stores without a price')
        await assertAccessible(page, 'stores without a price')
        await bar.getByRole('button', { name: '设置计费' }).click()
        await enterFee(page, /^为 2 家店铺设置计费$/)
        await page.getByText('成功 2，失败 0').waitFor()
        await page.getByRole('button', { name: '知道了' }).click()
        await bar.waitFor({ state: 'detached' })
        const { items, unpriced } = await admin.call(stores.list, { keyword: made[0]?.name ?? '' })
        assert.deepEqual([items[0]?.pricingModel, unpriced], ['fixed', 0])
      } finally {
        for (const { id } of made) await endService(admin, id)
      }
    },
    options,
  )
}

journey(
  'a store goes live without a price after a warning; its page says so until the price is entered',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin2')
    const [store] = await createUnpriced(admin, ['先上线后定价'])
    assert.ok(store)
    await signIn('admin2', `/store-management/${store.id}`)
    const steps = page.locator('.detail-steps li')
    await page.getByRole('button', { name: '上线', exact: true }).click()
    const live = page.getByRole('dialog', { name: `${store.name}上线` })
    await live.getByText('数字照常进报表，出账前要补').waitFor()
    await send(live, '确定')
    const bar = page.getByRole('status').filter({ hasText: '这家店铺还没有计费方式' })
    await bar.waitFor()
    await page.locator('.detail-head').getByText('未定价').waitFor()
    const words = (await steps.allInnerTexts()).map((text) => text.replace(/[\d\s-]/g, ''))
    assert.deepEqual(words, ['待上线', '服务中'])
    await bar.getByRole('button', { name: '填写计费' }).click()
    await enterFee(page, /^登记计费方式$/)
    await bar.waitFor({ state: 'detached' })
    await endService(admin, store.id)
  },
)

journey(
  'generating bills names the stores without a price, whose drafts follow it once it is set',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin2')
    const month = await nextToClose(await clientOf(base, 'admin'))
    const [store] = await createUnpriced(admin, ['出账才发现没定价'], `${month}-01`)
    assert.ok(store)
    const bill = async () => {
      const { items } = await admin.call(customerBills.list, { keyword: store.name, status: ['draft'] })
      return items.find(({ month: of }) => of === month)
    }
    try {
      await signIn('admin2', `/customer-bill-management?propose=${month}`)
      const form = page.getByRole('dialog', { name: '生成账单' })
      await form.getByRole('button', { name: '生成账单' }).click()
      const question = page.getByRole('dialog', { name: /^1 家店铺有的天没有计费方式/ })
      await question.getByText(store.name).waitFor()
      assert.equal((await bill())?.totalCents, 0)
      await question.getByRole('button', { name: '去设置计费' }).click()
      await page.waitForURL(new RegExp(`/store-management\\?price=${month}`))
      await page.getByRole('link', { name: store.name }).waitFor()
      await page.getByRole('button', { name: '设置计费' }).first().click()
      await enterFee(page, /^为 1 家店铺设置计费$/)
      await page.getByText('成功 1，失败 0').waitFor()
      assert.equal((await bill())?.totalCents, 300_000)
    } finally {
      const draft = await bill()
      if (draft) {
        const { id, version } = draft
        await admin.call(customerBillSteps.void, { id, version, reason: '测试' })
      }
      await endService(admin, store.id)
    }
  },
)
