import assert from 'node:assert/strict'
import { stores } from '#clients/stores/contract.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { clientOf } from './support/api.ts'
import { journey } from './support/journey.ts'

journey(
  'an agent finds only own stores by their initials; recently opened ones are listed first',
  async ({ page, base, signIn }) => {
    const [ownStore] = (await (await clientOf(base, 'agent')).call(stores.list, { pageSize: 100 })).items
    const all = (await (await clientOf(base, 'admin')).call(stores.list, { pageSize: 100 })).items
    const foreign = all.find((store) => store.companyCode !== '001')
    assert.ok(ownStore && foreign)
    const initials = searchPinyin(ownStore.name).split(' ')[1] ?? ''

    await signIn('agent', '/welcome')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: '搜索', exact: true })
    await field.fill(initials)
    const found = page.getByRole('group', { name: '店铺' }).getByRole('option', { name: ownStore.name })
    await found.first().waitFor()
    await found.first().click()
    await page.waitForURL(`/store-management/${ownStore.id}`)
    await page.getByRole('heading', { level: 1, name: ownStore.name }).waitFor()

    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.getByRole('group', { name: '最近使用' }).getByRole('option', { name: ownStore.name }).waitFor()
    await field.fill(foreign.name)
    await page.getByText('没有找到。请换个说法，或从菜单进入。').waitFor()
  },
)

journey('an admin finds a person, and opens the list from many results', async ({ page, signIn }) => {
  await signIn('admin', '/welcome')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: '搜索', exact: true })
  await field.fill('旗舰店')
  const more = page.getByRole('group', { name: '店铺' }).getByRole('option', { name: '在列表里看全部结果' })
  await more.click()
  await page.waitForURL(/\/store-management\?keyword=/)
  await page.locator('.filter-tag', { hasText: '旗舰店' }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('sales')
  const person = page.getByRole('group', { name: '员工' }).getByRole('option', { name: /sales/ })
  await person.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/user-management\/\d+$/)
})
