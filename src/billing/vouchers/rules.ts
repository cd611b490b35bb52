import { AppError } from '#kit/errors.ts'
import { MAX_VOUCHERS } from './contract.ts'

/** Throws TOO_LARGE if a receipt or payment already has the maximum number of files. */
export function assertRoom(count: number): void {
  if (count < MAX_VOUCHERS) return
  throw new AppError('TOO_LARGE', '一笔款最多 {n} 个凭证文件，请先删除不需要的。', {
    values: { n: MAX_VOUCHERS },
  })
}

/** Throws WRONG_STATE unless the claim is paid. */
export function assertPaid(claim: {
  paidOn: string | null
  voucherNo: string | null
}): asserts claim is { paidOn: string; voucherNo: string } {
  if (claim.paidOn === null || claim.voucherNo === null) {
    throw new AppError('WRONG_STATE', '这张报销单还没有打款，登记打款之后再上传凭证。')
  }
}
