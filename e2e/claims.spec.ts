import assert from 'node:assert/strict'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import { today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { causedBy, pick } from './support/hands.ts'
import { journey, PHONE, type Visit } from './support/journey.ts'
import { photo } from './support/photo.ts'
import { assertAccessible } from './support/screens.ts'

/**
 * On the phone: creates a claim with a photo and an item without one, corrects an invoice number, and submits it.
 * Returns the claim's id.
 */
async function handIn({ page, base, signIn }: Visit, bytes: Buffer): Promise<number> {
  await signIn('agent', '/reimbursement-bill-management')
  await page.getByRole('button', { name: '新建报销单' }).first().click()
  await page.waitForURL(/\/edit$/)
  const id = Number(/(\d+)\/edit$/.exec(page.url())?.[1])
  await page
    .getByLabel('拍照添加一笔：文件')
    .setInputFiles([{ name: '打车票.png', mimeType: 'image/png', buffer: bytes }])
  const first = page.getByRole('region', { name: '第 1 笔' })
  await first.getByRole('img', { name: /打车票/ }).waitFor()
  await first.getByLabel('金额').fill('5200')
  await pick(first.getByLabel('类别'), '差旅')
  await page.getByRole('button', { name: '没有票据，直接填写' }).click()
  const second = page.getByRole('region', { name: '第 2 笔' })
  await second.getByLabel('金额').fill('86.5')
  await second.getByLabel('发票号').fill('123')
  await page.getByLabel('事由').fill('苏州驻场一周')
  await page.getByRole('button', { name: /^提交/ }).click()
  await second.getByText('发票号是 8 位或 20 位数字').waitFor()
  await second.getByLabel('发票号').fill('87654321')
  await assertAccessible(page, 'a claim on the phone')
  await page.getByRole('button', { name: '提交 ¥5,286.50' }).click()
  // The second item has no receipt.
  const question = page.getByRole('dialog', { name: '1 笔明细没有票据' })
  await question.getByText(/^第 2 笔：交通 ¥86\.50$/).waitFor()
  await question.getByRole('button', { name: '仍要提交' }).click()
  await page.waitForURL(new RegExp(`/${id}$`))
  await page.getByText('财务审核').first().waitFor()

  const claim = await (await clientOf(base, 'agent')).call(claims.get, { id })
  const { status, totalCents, levels } = claim
  assert.deepEqual([status, totalCents, levels], ['submitted', 528_650, ['finance', 'admin']])
  const [file] = claim.items[0]?.attachments ?? []
  assert.ok(file?.type === 'image/jpeg' && file.bytes < bytes.length, 'the phone has made it smaller')
  return id
}

/** On the desktop: approves a reduced amount of one item. */
async function approveLess({ page, signIn }: Visit, id: number): Promise<void> {
  await signIn('finance', `/reimbursement-bill-management/${id}`)
  await page.getByRole('button', { name: /^通\s?过$/ }).click()
  const form = page.getByRole('dialog', { name: /^通过/ })
  await form.getByLabel(/^差旅/).fill('5000')
  await form.getByLabel('审核说明').fill('住宿超标部分不报')
  await assertAccessible(page, 'a claim in review')
  await form.getByRole('button', { name: '通过 ¥5,086.50' }).click()
  await page.getByText('管理员审核').first().waitFor()
}

const SLIP = { name: '银行回单.png', mimeType: 'image/png', buffer: photo() }

/** On the desktop: downloads the bank payment file, then records the payment with the bank's receipt. */
async function payOut({ page }: Visit): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: /^打\s?款$/ }).click()
  const payment = page.getByRole('dialog', { name: /打款，共 ¥5,086.50$/ })
  const file = await causedBy(
    () => payment.getByRole('button', { name: '下载银行付款文件' }).click(),
    page.waitForEvent('download'),
  )
  assert.match(file.suggestedFilename(), /^报销打款_.*\.csv$/)
  await payment.getByLabel('凭证号').fill('HD-E2E-1')
  await payment.getByLabel('凭证文件').setInputFiles([SLIP])
  await payment.getByRole('button', { name: '登记已打款' }).click()
  await payment.waitFor({ state: 'hidden' })
  await page.getByText('本公司没有其他人可以打款').waitFor()
}

/** On the desktop: the bank's receipt is listed with the payment and opens enlarged; the applicant does not see it. */
async function proveIt({ page, signIn }: Visit, id: number): Promise<void> {
  const slips = page.getByRole('region', { name: '打款凭证' })
  await slips.getByRole('button', { name: /^查看银行回单/ }).click()
  const large = page.getByRole('dialog', { name: /银行回单/ })
  await large.getByRole('img', { name: /银行回单/ }).waitFor()
  await assertAccessible(page, 'a voucher, opened')
  await page.keyboard.press('Escape')
  await signIn('agent', `/reimbursement-bill-management/${id}`)
  await page.getByText('HD-E2E-1').waitFor()
  assert.equal(await slips.count(), 0)
}

journey(
  'an agent submits a claim on the phone, finance approves a reduced amount, the admin approves, finance pays it',
  async (visit) => {
    const id = await handIn(visit, photo())
    await visit.page.setViewportSize({ width: 1366, height: 768 })
    await approveLess(visit, id)
    const admin = await clientOf(visit.base, 'admin')
    const { version } = await admin.call(claims.get, { id })
    await admin.call(claims.approve, { id, version })
    await payOut(visit)
    const { status, approvedCents, paidOn, paidByApprover } = await admin.call(claims.get, { id })
    assert.deepEqual(
      [status, approvedCents, paidOn, paidByApprover],
      ['paid', 508_650, today(() => new Date()), true],
    )
    await proveIt(visit, id)
  },
  { viewport: PHONE },
)
