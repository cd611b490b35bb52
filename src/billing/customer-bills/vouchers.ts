import { billVouchers } from '#billing/vouchers/contract.ts'
import * as queries from '#billing/vouchers/queries.ts'
import { saveVoucher } from '#billing/vouchers/queries.ts'
import { notFound } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { billScope, lockBill, reachBill } from './queries.ts'

export const billVouchersServer = serve(billVouchers, {
  list: async ({ db, actor }, { id }) => {
    await reachBill(db, actor, id)
    const filesByReceipt = Map.groupBy(await queries.findVouchersOfBill(db, id), ({ receiptId }) => receiptId)
    const receipts = await queries.findReceipts(db, id)
    return {
      receipts: receipts.map(({ id: receiptId, locked }) => ({
        receiptId,
        locked,
        files: filesByReceipt.get(receiptId) ?? [],
      })),
    }
  },

  add: async (context, { id, receiptId }) => {
    const { db, actor, record } = context
    const { companyCode } = await lockBill(db, actor, id)
    const receipt = (await queries.findReceipts(db, id)).find((one) => one.id === receiptId)
    if (!receipt) throw notFound('这笔收款')
    const { onDay, amountCents } = receipt
    const { file, told: voucherChanges } = await saveVoucher(context, { receiptId, companyCode, onDay })
    record({
      action: 'attach-voucher',
      entity: 'customer-bill',
      recordId: id,
      companyCode,
      changes: { ...voucherChanges, onDay: [null, onDay], amountCents: [null, amountCents] },
    })
    return file
  },

  get: ({ db, actor }, { id }) => queries.getBillContent(db, billScope(actor), id),

  remove: async ({ db, actor, record }, { id }) => {
    const { billId, name, onDay, amountCents, companyCode } = await queries.getBillVoucher(
      db,
      billScope(actor),
      id,
    )
    await queries.deleteVoucher(db, id)
    record({
      action: 'detach-voucher',
      entity: 'customer-bill',
      recordId: billId,
      companyCode,
      changes: { voucher: [name, null], onDay: [onDay, null], amountCents: [amountCents, null] },
    })
    return { id }
  },
})
