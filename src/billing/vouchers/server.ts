import { lockBill, reachBill } from '#billing/customer-bills/queries.ts'
import { getClaim, lockClaim } from '#finance/reimbursement-bills/queries.ts'
import type { Changes } from '#kit/audit.ts'
import { notFound } from '#kit/errors.ts'
import { assertWithinDay, takeFile } from '#kit/files/takeFile.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { billVouchers, payoutVouchers } from './contract.ts'
import * as queries from './queries.ts'
import { assertPaid, assertRoom } from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Keeps what was uploaded as a paper of a receipt or a payment, which is locked. */
async function keep(context: Context, proven: queries.Proven) {
  const { db, actor, clock, upload } = context
  const { digest, content, ...file } = takeFile(upload)
  assertRoom((await queries.findOf(db, proven)).length)
  const dayAgo = new Date(clock().getTime() - DAY_MS)
  assertWithinDay(file.bytes, await queries.uploadedSince(db, actor.id, dayAgo))
  const stamp = { createdAt: clock(), createdBy: actor.id }
  await queries.insertVoucher(db, { ...file, ...proven, digest, content, ...stamp })
  const told: Changes = { voucher: [null, file.name], sha256: [null, digest.toString('hex')] }
  return { file, told }
}

export const billVouchersServer = serve(billVouchers, {
  list: async ({ db, actor }, { id }) => {
    await reachBill(db, actor, id)
    const papers = Map.groupBy(await queries.findOfBill(db, id), ({ receiptId }) => receiptId)
    const receipts = await queries.findReceipts(db, id)
    return {
      receipts: receipts.map(({ id: receiptId, locked }) => ({
        ...{ receiptId, locked, files: papers.get(receiptId) ?? [] },
      })),
    }
  },

  add: async (context, { id, receiptId }) => {
    const { db, actor, record } = context
    const { companyCode } = await lockBill(db, actor, id)
    const receipt = (await queries.findReceipts(db, id)).find((one) => one.id === receiptId)
    if (!receipt) throw notFound('这笔收款')
    const { onDay, amountCents } = receipt
    const { file, told } = await keep(context, { receiptId, companyCode, onDay })
    record({
      ...{ action: 'attach-voucher', entity: 'customer-bill', recordId: id, companyCode },
      changes: { ...told, onDay: [null, onDay], amountCents: [null, amountCents] },
    })
    return file
  },

  get: ({ db, actor }, { id }) => queries.getBillContent(db, actor, id),

  remove: async ({ db, actor, record }, { id }) => {
    const { billId, name, onDay, amountCents, companyCode } = await queries.getBillVoucher(db, actor, id)
    await queries.deleteVoucher(db, id)
    record({
      ...{ action: 'detach-voucher', entity: 'customer-bill', recordId: billId, companyCode },
      changes: { voucher: [name, null], onDay: [onDay, null], amountCents: [amountCents, null] },
    })
    return { id }
  },
})

export const payoutVouchersServer = serve(payoutVouchers, {
  list: async ({ db, actor }, { id }) => {
    const claim = await getClaim(db, actor, id)
    if (claim.paidOn === null || claim.voucherNo === null) return { locked: true, files: [] }
    const { companyCode, paidOn: onDay, voucherNo: paymentNo } = claim
    const files = await queries.findOf(db, { paymentNo, companyCode, onDay })
    return { locked: await queries.isDayClosed(db, companyCode, onDay), files }
  },

  add: async (context, { id }) => {
    const { db, actor, record } = context
    const { companyCode, ...claim } = await lockClaim(db, actor, id)
    assertPaid(claim)
    const { paidOn: onDay, voucherNo: paymentNo } = claim
    const { file, told } = await keep(context, { paymentNo, companyCode, onDay })
    for (const recordId of await queries.findPaid(db, { companyCode, onDay, paymentNo })) {
      record({
        ...{ action: 'attach-voucher', entity: 'reimbursement', recordId, companyCode },
        changes: { ...told, voucherNo: [null, paymentNo] },
      })
    }
    return file
  },

  get: ({ db, actor }, { id }) => queries.getPayoutContent(db, actor, id),

  remove: async ({ db, actor, record }, { id }) => {
    const { name, onDay, paymentNo, companyCode } = await queries.getPayoutVoucher(db, actor, id)
    await queries.deleteVoucher(db, id)
    for (const recordId of await queries.findPaid(db, { companyCode, onDay, paymentNo })) {
      record({
        ...{ action: 'detach-voucher', entity: 'reimbursement', recordId, companyCode },
        changes: { voucher: [name, null], voucherNo: [paymentNo, null] },
      })
    }
    return { id }
  },
})
