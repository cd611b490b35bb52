import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { claimsOf, PAYMENT } from './testClaims.ts'

const world = await testApp(async (db, hash) => {
  await seedWorld(db, hash)
  await db.updateTable('staff').set({ payeeBank: '招商银行', payeeCard: '6222020200112233445' }).execute()
  // A second admin, who may pay as well.
  await db.updateTable('staff').set({ role: 1 }).where('username', '=', 'sales2').execute()
})
const { as, db } = world
const { path, read, step, submitted } = claimsOf(world)

const approved = async () => {
  const id = await submitted('agent')
  await step('finance', id, 'approve')
  return id
}
const downloadBankFile = (who: string, ids: number[]) => as(who).post(`${path}/bank-file`, { ids })
const drop = (who: string, id: number, reason = '文件没有上传') =>
  as(who).post(`/api/reimbursement-payouts/${id}/drop`, { reason })

test('a payment file is saved with code, author and time, and its claims are in no other file', async () => {
  const [first, second, third] = [await approved(), await approved(), await approved()]
  const { data } = await downloadBankFile('admin', [first, second])
  assert.match(data.code, /^DK20260519\d{4}$/)
  assert.ok(data.name.includes(data.code))
  const { payout } = await read('sales2', first)
  assert.deepEqual([payout.code, payout.byName], [data.code, '林知远'])
  // The other payer gets an error that names the author; claims without a file are exported.
  const other = await downloadBankFile('sales2', [first, third])
  assert.equal(other.data.count, 1)
  assert.equal(
    other.data.left[0].problem,
    `已在林知远 2026-05-19 下载的付款文件 ${data.code} 里；那份没有交给银行的，请先作废它。`,
  )
  assert.equal(
    (await downloadBankFile('admin', [second])).body.errorCode,
    'WRONG_STATE',
    'not twice by the same either',
  )
  const listed = (await as('admin').get(`${path}?keyword=${data.code}`)).data.items
  assert.deepEqual(listed.map(({ id }: { id: number }) => id).sort(), [first, second].sort())
})

test('a payment file that was not sent is dropped with a reason, and its unpaid claims can be exported again', async () => {
  const [paid, left] = [await approved(), await approved()]
  await downloadBankFile('admin', [paid, left])
  const { payout } = await read('admin', paid)
  await step('admin', paid, 'pay', PAYMENT)
  assert.equal((await drop('admin', payout.id, '')).status, 400)
  assert.equal((await drop('agent', payout.id)).status, 403)
  assert.equal((await drop('admin2', payout.id)).status, 404)
  assert.deepEqual((await drop('sales2', payout.id)).data, { code: payout.code, freed: 1 })
  assert.equal((await drop('sales2', payout.id)).body.errorCode, 'WRONG_STATE')
  assert.equal((await read('admin', left)).payout, null)
  assert.equal((await read('admin', paid)).payout.code, payout.code, 'what was paid stays in its file')
  const next = await downloadBankFile('sales2', [left])
  assert.equal(next.data.count, 1)
  const file = (await read('sales2', left)).payout
  await step('admin', left, 'pay', PAYMENT)
  assert.equal((await drop('admin', file.id)).body.errorMessage, '这份付款文件里的报销单都已打款，不能作废。')
  const log = (await as('admin').get(`/api/audit-logs?entity=reimbursement&recordId=${left}`)).data.items
  assert.deepEqual(log.map(({ action }: { action: string }) => action).slice(0, 4), [
    'pay',
    'bank-file',
    'drop-bank-file',
    'bank-file',
  ])
})

test('previews of paying, approving and dropping a file match the changes', async () => {
  const readConsequences = async (from: string, who = 'admin') => {
    const answer = await as(who).get(from)
    assert.equal(answer.status, 200, answer.body.errorMessage)
    return rowsByLabel(answer.data)
  }
  const of = (ids: number[]) => ids.map((id) => `ids=${id}`).join('&')
  const submittedIds = [await submitted('agent'), await submitted('agent2')]
  const letPass = await readConsequences(`${path}/approve/consequences?${of(submittedIds)}`, 'finance')
  assert.deepEqual((await read('admin', submittedIds[0] ?? 0)).status, 'submitted', 'nothing is written')
  const claimVersions = async (ids: number[]) =>
    Promise.all(ids.map(async (id) => ({ id, version: (await read('admin', id)).version })))
  await as('finance').post(`${path}/approve`, { claims: await claimVersions(submittedIds) })
  const passed = await Promise.all(submittedIds.map((id) => read('admin', id)))
  const cents = passed.reduce((sum, { approvedCents }) => sum + approvedCents, 0)
  const last = passed.filter(({ status }) => status === 'approved').length
  assert.deepEqual(letPass, {
    通过: 2,
    通过金额合计: cents,
    ...(last > 0 ? { 转为等待打款: last } : {}),
    ...(last < 2 ? { 还要下一级审核: 2 - last } : {}),
  })
  const mine = [await approved(), await approved()]
  await downloadBankFile('admin', mine)
  const { payout } = await read('admin', mine[0] ?? 0)
  const dropped = await readConsequences(`/api/reimbursement-payouts/${payout.id}/drop/consequences`)
  assert.equal(dropped.又可以导出的报销单, (await drop('admin', payout.id)).data.freed)
  const claimIds = [...mine, await submitted('agent')]
  const payment = await readConsequences(`${path}/pay/consequences?${of(claimIds)}&paidOn=${PAYMENT.paidOn}`)
  const { results } = (
    await as('admin').post(`${path}/pay`, { claims: await claimVersions(claimIds), ...PAYMENT })
  ).data
  const paid = results.filter(({ problem }: { problem: string | null }) => problem === null)
  const amounts = await Promise.all(paid.map(({ id }: { id: number }) => read('admin', id)))
  assert.deepEqual(payment, {
    登记为已打款: paid.length,
    收款人: 1,
    不能登记打款: claimIds.length - paid.length,
    打款合计: amounts.reduce((sum, { approvedCents }) => sum + approvedCents, 0),
  })
  assert.equal((await as('agent').get(`${path}/pay/consequences?${of(mine)}&paidOn=2026-05-19`)).status, 403)
})

test('twenty concurrent payment files contain each claim once', async () => {
  const ids = [await approved(), await approved(), await approved()]
  const turned = [...ids].reverse()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      downloadBankFile(n % 2 === 0 ? 'admin' : 'sales2', n % 3 === 0 ? ids : turned),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  const counts = answers.filter(({ status }) => status === 200).map(({ data }) => data.count)
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    ids.length,
  )
  const parts = db.selectFrom('reimbursementPayoutClaim').select('billId').where('billId', 'in', ids)
  assert.equal((await parts.execute()).length, ids.length)
})
