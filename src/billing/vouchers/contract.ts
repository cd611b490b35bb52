import * as z from 'zod'
import { endpoint, Id } from '#kit/contract.ts'
import { FileContent, FileId, StoredFile } from '#kit/files/storedFile.ts'

/** Maximum number of voucher files per receipt or payment. */
export const MAX_VOUCHERS = 10

/** Voucher files of a receipt or payment. `locked`: the month is closed, so the files cannot change. */
const Vouchers = z.object({ locked: z.boolean(), files: z.array(StoredFile) })

const one = z.strictObject({ id: FileId })
const gone = z.object({ id: z.string() })

/** Voucher files of bill receipts; payments of refunds are receipts too. */
export const billVouchers = {
  list: endpoint('GET /api/customer-bills/:id/vouchers', {
    needs: 'canChargeCustomer',
    summary: '一张账单每笔收款的凭证文件',
    input: z.strictObject({ id: Id }),
    output: z.object({ receipts: z.array(Vouchers.extend({ receiptId: z.int() })) }),
  }),
  add: endpoint('POST /api/customer-bills/:id/receipts/:receiptId/vouchers', {
    needs: 'canChargeCustomer',
    summary: `为一笔收款上传凭证：jpg、png、pdf，不超过 10 MB，最多 ${MAX_VOUCHERS} 个；已结账的月份不能再改`,
    takes: 'file',
    input: z.strictObject({ id: Id, receiptId: Id }),
    output: StoredFile,
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

/** Voucher files of claim payments. Claims paid on the same day with the same voucher number share them. */
export const payoutVouchers = {
  list: endpoint('GET /api/reimbursement-bills/:id/vouchers', {
    needs: 'canReviewReimbursementBill',
    summary: '一张已打款报销单的打款凭证；同一天、同一凭证号打款的共用',
    input: z.strictObject({ id: Id }),
    output: Vouchers,
  }),
  add: endpoint('POST /api/reimbursement-bills/:id/vouchers', {
    needs: 'canReviewReimbursementBill',
    summary: `为打款上传凭证：jpg、png、pdf，不超过 10 MB，最多 ${MAX_VOUCHERS} 个；已结账的月份不能再改`,
    takes: 'file',
    input: z.strictObject({ id: Id }),
    output: StoredFile,
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
