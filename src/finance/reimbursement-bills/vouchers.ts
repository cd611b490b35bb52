import { payoutVouchers } from '#billing/vouchers/contract.ts'
import * as queries from '#billing/vouchers/queries.ts'
import { saveVoucher } from '#billing/vouchers/queries.ts'
import { assertPaid } from '#billing/vouchers/rules.ts'
import { monthOf } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { isMonthClosed } from '#people/books/queries.ts'
import { getClaim, lockClaim } from './queries.ts'

export const payoutVouchersServer = serve(payoutVouchers, {
  list: async ({ db, actor }, { id }) => {
    const claim = await getClaim(db, actor, id)
    if (claim.paidOn === null || claim.voucherNo === null) return { locked: true, files: [] }
    const { companyCode, paidOn: onDay, voucherNo: paymentNo } = claim
    const files = await queries.findVouchers(db, { paymentNo, companyCode, onDay })
    return { locked: await isMonthClosed(db, companyCode, monthOf(onDay)), files }
  },

  add: async (context, { id }) => {
    const { db, actor, record } = context
    const { companyCode, ...claim } = await lockClaim(db, actor, id)
    assertPaid(claim)
    const { paidOn: onDay, voucherNo: paymentNo } = claim
    const { file, told: voucherChanges } = await saveVoucher(context, { paymentNo, companyCode, onDay })
    for (const recordId of await queries.findPaid(db, { companyCode, onDay, paymentNo })) {
      record({
        action: 'attach-voucher',
        entity: 'reimbursement',
        recordId,
        companyCode,
        changes: { ...voucherChanges, voucherNo: [null, paymentNo] },
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
        action: 'detach-voucher',
        entity: 'reimbursement',
        recordId,
        companyCode,
        changes: { voucher: [name, null], voucherNo: [paymentNo, null] },
      })
    }
    return { id }
  },
})
