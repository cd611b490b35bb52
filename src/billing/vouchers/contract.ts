import * as z from 'zod'
import { endpoint, Id } from '#kit/contract.ts'
import { FileContent, FileId, KeptFile } from '#kit/files/keptFile.ts'

/** So many papers may prove one receipt, or one payment. */
export const MOST_VOUCHERS = 10

/** The papers of a receipt or a payment; `locked`: its month is closed, and they stay as they are. */
const Vouchers = z.object({ locked: z.boolean(), files: z.array(KeptFile) })

const one = z.strictObject({ id: FileId })
const gone = z.object({ id: z.string() })

/** The papers of what came in for a bill, or went out for a refund. */
export const billVouchers = {
  list: endpoint('GET /api/customer-bills/:id/vouchers', {
    needs: 'canChargeCustomer',
    summary: '一张账单每笔收款的凭证文件',
    input: z.strictObject({ id: Id }),
    output: z.object({ receipts: z.array(Vouchers.extend({ receiptId: z.int() })) }),
  }),
  add: endpoint('POST /api/customer-bills/:id/receipts/:receiptId/vouchers', {
    needs: 'canChargeCustomer',
    summary: `为一笔收款上传凭证：jpg、png、pdf，不超过 10 MB，最多 ${MOST_VOUCHERS} 个；已结账的月份不能再改`,
    takes: 'file',
    input: z.strictObject({ id: Id, receiptId: Id }),
    output: KeptFile,
  }),
  get: endpoint('GET /api/bill-vouchers/:id', {
    needs: 'canChargeCustomer',
    summary: '一个收款凭证的内容',
    gives: 'file',
    input: one,
    output: FileContent,
  }),
  remove: endpoint('DELETE /api/bill-vouchers/:id', {
    needs: 'canChargeCustomer',
    summary: '删除传错的收款凭证',
    input: one,
    output: gone,
  }),
}

/** The papers of a payment of claims: all that were paid on a day under one voucher number show them. */
export const payoutVouchers = {
  list: endpoint('GET /api/reimbursement-bills/:id/vouchers', {
    needs: 'canReviewReimbursementBill',
    summary: '一张已打款报销单的打款凭证；同一天、同一凭证号打款的共用',
    input: z.strictObject({ id: Id }),
    output: Vouchers,
  }),
  add: endpoint('POST /api/reimbursement-bills/:id/vouchers', {
    needs: 'canReviewReimbursementBill',
    summary: `为打款上传凭证：jpg、png、pdf，不超过 10 MB，最多 ${MOST_VOUCHERS} 个；已结账的月份不能再改`,
    takes: 'file',
    input: z.strictObject({ id: Id }),
    output: KeptFile,
  }),
  get: endpoint('GET /api/payout-vouchers/:id', {
    needs: 'canReviewReimbursementBill',
    summary: '一个打款凭证的内容',
    gives: 'file',
    input: one,
    output: FileContent,
  }),
  remove: endpoint('DELETE /api/payout-vouchers/:id', {
    needs: 'canReviewReimbursementBill',
    summary: '删除传错的打款凭证',
    input: one,
    output: gone,
  }),
}
