import { AppError } from '#kit/errors.ts'
import { MOST_VOUCHERS } from './contract.ts'

/** Throws TOO_LARGE where a receipt or a payment has as many papers as it may. */
export function assertRoom(count: number): void {
  if (count < MOST_VOUCHERS) return
  throw new AppError('TOO_LARGE', '一笔款最多 {n} 个凭证文件，请先删除不需要的。', {
    params: { n: MOST_VOUCHERS },
  })
}

/** Throws WRONG_STATE unless the claim was paid: what is not paid has no payment to prove. */
export function assertPaid(claim: {
  paidOn: string | null
  voucherNo: string | null
}): asserts claim is { paidOn: string; voucherNo: string } {
  if (claim.paidOn === null || claim.voucherNo === null) {
    throw new AppError('WRONG_STATE', '这张报销单还没有打款，登记打款之后再上传凭证。')
  }
}
