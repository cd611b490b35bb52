import assert from 'node:assert/strict'
import { customerSteps, customers } from '#clients/customers/contract.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** Makes a name unique to this run. */
const uniqueName = (name: string) => `${name}${Date.now()}`

journey('an admin reassigns twenty customers in bulk', async ({ page, base, signIn }) => {
  const client = await clientOf(base, 'sales')
  const prefix = uniqueName('批次')
  for (let n = 1; n <= 20; n += 1) await client.call(customers.create, { name: `${prefix}甲${n}` })
  await signIn('admin', `/customer-management?keyword=${encodeURIComponent(prefix)}`)
  await page.getByText('共 20 条').first().waitFor()
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '移交' }).click()
  const form = page.getByRole('dialog', { name: '移交 20 位客户' })
  await form.getByRole('button', { name: '移交' }).click()
  await form.getByText('请写明移交原因，至少 2 个字').waitFor()
  await pick(form.getByLabel('新的负责商务'), '沈佳')
  await form.getByLabel('移交原因').fill('分区调整')
  await form.getByRole('button', { name: '移交' }).click()
  await page.getByText('成功 20，失败 0').waitFor()
  await page.getByRole('button', { name: '知道了' }).click()
  const { items } = await (await clientOf(base, 'admin')).call(customers.list, { keyword: prefix })
  assert.deepEqual([...new Set(items.map(({ ownerName }) => ownerName))], ['沈佳'])
})

journey(
  'a sales person is warned of a similar customer, merges two customers and undoes the merge',
  async ({ page, base, signIn }) => {
    const name = uniqueName('晨雾茶具')
    const client = await clientOf(base, 'sales')
    await client.call(customers.create, { name: `杭州${name}有限公司` })
    const double = await client.call(customers.create, { name: `${name}行` })
    await signIn('sales', '/customer-management?new=1')
    const form = page.getByRole('dialog', { name: '新建客户' })
    await form.getByLabel('客户名称').fill(`杭州市${name}`)
    await form.getByText('可能已经登记过：').waitFor()
    await form.getByText(`杭州${name}有限公司`).waitFor()

    await page.goto(`${base}/customer-management/${double.id}`)
    await page.getByRole('status').getByRole('button', { name: '合并' }).first().click()
    const merging = page.getByRole('dialog', { name: `把重复的客户并入${name}行` })
    await merging.getByText('30 天内可以撤销').waitFor()
    await merging.getByRole('button', { name: '合并' }).click()
    await page.getByText('已合并，30 天内可以在本页撤销').waitFor()
    await page.getByRole('heading', { name: '合并记录' }).waitFor()
    await page.getByRole('button', { name: '撤销', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click()
    await page.getByText('已撤销合并').waitFor()
    assert.equal((await client.call(customers.list, { keyword: name })).total, 2)
  },
)

journey(
  'a customer entered as active has no step 试用, and 已流失 is not a step',
  async ({ page, base, signIn }) => {
    const sales = await clientOf(base, 'sales')
    const stamp = Date.now()
    const contract = { contractStartOn: '2025-01-01', contractEndOn: '2028-12-31' }
    const contracted = await sales.call(customers.create, {
      name: `老客户${stamp}`,
      status: 'active',
      ...contract,
    })
    const tried = await sales.call(customers.create, { name: `试用客户${stamp}` })
    const steps = async (id: number) => {
      await signIn('sales', `/customer-management/${id}`)
      await page.locator('.detail-steps li').first().waitFor()
      const texts = await page.locator('.detail-steps li').allInnerTexts()
      return texts.map((text) => text.replace(/[\d\s-]/g, '').replace('起', ''))
    }
    assert.deepEqual(await steps(contracted.id), ['合作中'])
    assert.deepEqual(await steps(tried.id), ['试用', '合作中'])
    const { id, version } = tried
    await sales.call(customerSteps.sign, { id, version, ...contract })
    assert.deepEqual(await steps(tried.id), ['试用', '合作中'])
  },
)
