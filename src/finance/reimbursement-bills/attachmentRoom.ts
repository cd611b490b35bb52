import { AppError } from '#kit/errors.ts'
import { MAX_ATTACHMENTS, MAX_CLAIM_BYTES } from './contractAttachments.ts'

/** Throws TOO_LARGE if another file of this size would exceed the limits of the claim. */
export function assertRoom(bytes: number, of: { count: number; bytes: number }): void {
  if (of.count >= MAX_ATTACHMENTS)
    throw new AppError('TOO_LARGE', '一张报销单最多 {n} 个附件，请先删去不需要的。', {
      params: { n: MAX_ATTACHMENTS },
    })
  if (of.bytes + bytes > MAX_CLAIM_BYTES)
    throw new AppError('TOO_LARGE', '这张报销单的附件合计超过 80 MB，请压缩，或分成两张报销单。')
}
